// Format, all numbers little-endian:
//   magic u32, runs u32, items u32, roots u32
//   runs:  first byte u32, count u32, named u8, object u64, offset u32     (input bytes used, sorted)
//   items: a table (255 u8, labelled u8, size u32, bytes, if labelled: node u32 for each byte, ~0 for a constant)
//          or a node (op u8, width u8, and what the operation needs: see put_node)
//   roots: node u32
// Nodes and tables are numbered in the order they stand in; references go backwards only.
#include "engine/expr/serialize.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "engine/expr/bits.h"
#include "engine/expr/id_map.h"
#include "engine/expr/operation.h"

namespace cairn::expr {
namespace {

constexpr std::uint32_t kMagic = 0x31515843;  // "CXQ1"
constexpr std::uint8_t kTableItem = 255;
constexpr std::uint32_t kNoNode = 0xffffffffu;

class Writer {
 public:
  explicit Writer(const Dag& dag) : dag_(dag) {}

  std::vector<std::uint8_t> run(std::span<const ExprId> roots) {
    Walk walk;
    for (const ExprId root : roots) {
      post_order(dag_, root, walk, [&](ExprId id) { return numbers_.contains(id); }, [&](ExprId id) { put_item(id); });
    }
    std::vector<std::uint8_t> body = std::move(out_);
    out_.clear();
    put(kMagic);
    const std::size_t counts = out_.size();
    put(std::uint32_t{0});
    put(items_);
    put(static_cast<std::uint32_t>(roots.size()));
    const std::uint32_t runs = put_bytes();
    std::memcpy(out_.data() + counts, &runs, sizeof runs);
    out_.insert(out_.end(), body.begin(), body.end());
    for (const ExprId root : roots) put(numbers_.find(root));
    return std::move(out_);
  }

 private:
  template <class T>
  void put(T value) {
    const auto* p = reinterpret_cast<const std::uint8_t*>(&value);
    out_.insert(out_.end(), p, p + sizeof value);
  }

  void put_item(ExprId id) {
    const Node& n = dag_.node(id);
    if (n.op == Op::TableRead) put_table(TableId(static_cast<std::uint32_t>(n.imm)));
    put_node(id, n);
    numbers_.insert(id, static_cast<std::uint32_t>(numbers_.size()));
    ++items_;
  }

  void put_node(ExprId id, const Node& n) {
    put(static_cast<std::uint8_t>(n.op));
    put(n.width);
    if (n.op == Op::Const) {
      const u128 value = *dag_.constant_value(id);
      put(low64(value));
      if (n.width > 64) put(high64(value));
    }
    if (n.op == Op::Input) {
      put(static_cast<std::uint32_t>(n.imm));
      for (unsigned i = 0; i < n.width / 8u; ++i) bytes_.push_back(static_cast<std::uint32_t>(n.imm) + i);
    }
    for (unsigned i = 0; i < arity(n.op); ++i) put(numbers_.find(operand(n, i)));
    if (n.op == Op::Extract) put(static_cast<std::uint8_t>(n.imm));
    if (n.op == Op::TableRead) put(tables_.at(static_cast<std::uint32_t>(n.imm)));
  }

  void put_table(TableId id) {
    if (!tables_.try_emplace(id.value, static_cast<std::uint32_t>(tables_.size())).second) return;
    const Table& table = dag_.table(id);
    put(kTableItem);
    put(static_cast<std::uint8_t>(!table.exprs.empty()));
    put(static_cast<std::uint32_t>(table.bytes.size()));
    out_.insert(out_.end(), table.bytes.begin(), table.bytes.end());
    for (const ExprId entry : table.exprs) put(entry.valid() ? numbers_.find(entry) : kNoNode);
    ++items_;
  }

  std::uint32_t put_bytes() {
    std::ranges::sort(bytes_);
    bytes_.erase(std::ranges::unique(bytes_).begin(), bytes_.end());
    std::uint32_t runs = 0;
    for (std::size_t i = 0; i < bytes_.size(); ++runs) {
      const ByteName name = dag_.byte_name(ByteId(bytes_[i]));
      std::uint32_t count = 1;
      while (i + count < bytes_.size() && bytes_[i + count] == bytes_[i] + count &&
             dag_.byte_name(ByteId(bytes_[i] + count)) == ByteName{name.object, name.offset + count, name.named}) {
        ++count;
      }
      put(bytes_[i]);
      put(count);
      put(static_cast<std::uint8_t>(name.named));
      put(name.object);
      put(name.offset);
      i += count;
    }
    return runs;
  }

  const Dag& dag_;
  std::vector<std::uint8_t> out_;
  std::uint32_t items_ = 0;
  IdMap numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> tables_;
  std::vector<std::uint32_t> bytes_;
};

base::Error malformed(const char* what) {
  return base::environment_error(std::string("a serialized query is malformed: ") + what);
}

class Reader {
 public:
  Reader(Dag& dag, std::span<const std::uint8_t> bytes) : dag_(dag), rest_(bytes) {}

  base::Result<std::vector<ExprId>> run() {
    const auto magic = get<std::uint32_t>(), runs = get<std::uint32_t>(), items = get<std::uint32_t>(),
               roots = get<std::uint32_t>();
    if (truncated_ || magic != kMagic) return malformed("it does not start like one");
    // Each of these takes several bytes: a count that cannot be true must not make us allocate.
    if (runs > rest_.size() || items > rest_.size() || roots > rest_.size()) return malformed("a count is too large");
    for (std::uint32_t i = 0; i < runs; ++i) TRY_STATUS(read_bytes(16ull * items));
    for (std::uint32_t i = 0; i < items; ++i) TRY_STATUS(read_item());
    std::vector<ExprId> result;
    for (std::uint32_t i = 0; i < roots; ++i) {
      const ExprId root = node();
      if (!root.valid()) return malformed("a root does not exist");
      result.push_back(root);
    }
    if (!rest_.empty()) return malformed("something follows its end");
    return result;
  }

 private:
  template <class T>
  T get() {
    T value{};
    if (rest_.size() < sizeof value) {
      truncated_ = true;
      rest_ = {};
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }

  // A reference to an earlier node; invalid when there is no such node.
  ExprId node() {
    const auto number = get<std::uint32_t>();
    return number < nodes_.size() && !truncated_ ? nodes_[number] : ExprId{};
  }

  base::Status read_bytes(std::uint64_t limit) {
    const auto first = get<std::uint32_t>(), count = get<std::uint32_t>();
    const auto named = get<std::uint8_t>();
    const auto object = get<std::uint64_t>();
    const auto offset = get<std::uint32_t>();
    bytes_listed_ += count;
    if (truncated_ || named > 1 || count == 0 || bytes_listed_ > limit) return malformed("its list of input bytes");
    if (first < bytes_end_ || first > kSerializedByteLimit || count > kSerializedByteLimit - first ||
        offset > ~std::uint32_t{0} - count) {
      return malformed("its list of input bytes");
    }
    bytes_end_ = first + count;
    listed_.push_back({first, bytes_end_});
    if (named == 0) return object == 0 && offset == first ? base::Status() : malformed("a byte without a name has one");
    for (std::uint32_t i = 0; i < count; ++i) {
      const ByteName known = dag_.byte_name(ByteId(first + i));
      if (known.named && known != ByteName{object, offset + i, true}) return malformed("a byte has another name here");
    }
    dag_.name_bytes(ByteId(first), count, object, offset);
    return {};
  }

  base::Status read_item() {
    const auto kind = get<std::uint8_t>();
    if (kind == kTableItem) return read_table();
    const auto width = get<std::uint8_t>();
    if (truncated_ || kind >= CAIRN_OP_COUNT) return malformed("an operation does not exist");
    const ExprId made = read_node(static_cast<Op>(kind), width);
    if (!made.valid()) return malformed("an operation does not fit its operands");
    nodes_.push_back(made);
    return {};
  }

  // Invalid when it makes no sense.
  ExprId read_node(Op op, unsigned width) {
    if (op == Op::Const) {
      const auto low = get<std::uint64_t>();
      const std::uint64_t high = width > 64 ? get<std::uint64_t>() : 0;
      const u128 value = u128{high} << 64 | low;
      if (truncated_ || width < 1 || width > CAIRN_MAX_WIDTH || truncate(value, width) != value) return {};
      return dag_.constant(value, width);
    }
    if (op == Op::Input) {
      const auto first = get<std::uint32_t>();
      if (truncated_ || width % 8 != 0 || width < 8 || width > CAIRN_MAX_WIDTH || !listed(first, width / 8)) return {};
      return dag_.input(ByteId(first), width / 8);
    }
    const unsigned operands = arity(op);
    ExprId given[3];
    for (unsigned i = 0; i < operands; ++i) {
      given[i] = node();
      if (!given[i].valid()) return {};
    }
    if (op == Op::TableRead) {
      const auto number = get<std::uint32_t>();
      const bool fits = width % 8 == 0 && width >= 8 && width <= CAIRN_MAX_WIDTH && dag_.width(given[0]) == 64;
      if (truncated_ || number >= tables_.size() || !fits) return {};
      return dag_.table_read(tables_[number], given[0], width);
    }
    const std::uint64_t imm = op == Op::Extract ? get<std::uint8_t>() : 0;
    if (truncated_ || !dag_.well_formed(op, width, given[0], given[1], given[2], imm)) return {};
    return dag_.make(op, width, given[0], given[1], given[2], imm);
  }

  base::Status read_table() {
    const auto labelled = get<std::uint8_t>();
    const auto size = get<std::uint32_t>();
    if (truncated_ || labelled > 1 || size > rest_.size()) return malformed("a table is cut off");
    Table table;
    table.bytes.assign(rest_.begin(), rest_.begin() + size);
    rest_ = rest_.subspan(size);
    if (labelled != 0 && std::uint64_t{size} * 4 > rest_.size()) return malformed("a table is cut off");
    for (std::uint32_t i = 0; labelled != 0 && i < size; ++i) {
      const auto number = get<std::uint32_t>();
      const bool constant = number == kNoNode;
      if (!constant && (number >= nodes_.size() || dag_.width(nodes_[number]) != 8)) {
        return malformed("an entry of a table does not exist");
      }
      table.exprs.push_back(constant ? ExprId{} : nodes_[number]);
    }
    tables_.push_back(dag_.table(std::move(table)));
    return {};
  }

  [[nodiscard]] bool listed(std::uint32_t first, unsigned count) const {
    std::uint64_t at = first;
    for (auto run = std::ranges::upper_bound(listed_, first, {}, &Listed::end);
         run != listed_.end() && run->first <= at && at < std::uint64_t{first} + count; ++run) {
      at = run->end;
    }
    return at >= std::uint64_t{first} + count;
  }

  struct Listed {
    std::uint32_t first, end;
  };

  Dag& dag_;
  std::span<const std::uint8_t> rest_;
  bool truncated_ = false;
  std::uint64_t bytes_listed_ = 0;
  std::uint32_t bytes_end_ = 0;
  std::vector<Listed> listed_;
  std::vector<ExprId> nodes_;
  std::vector<TableId> tables_;
};

}  // namespace

std::vector<std::uint8_t> serialize(const Dag& dag, std::span<const ExprId> roots) { return Writer(dag).run(roots); }

base::Result<std::vector<ExprId>> deserialize(Dag& dag, std::span<const std::uint8_t> bytes) {
  return Reader(dag, bytes).run();
}

}  // namespace cairn::expr
