// Storage and interning of expressions. Requests that were made before are answered by one look into the hash table, be
// they nodes or aliases: requests that became something else. All others go through the rules of simplify.h first, so
// every node in the DAG is one that no rule changes.
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/expr/bits.h"
#include "engine/expr/expr.h"
#include "engine/expr/intern.h"
#include "engine/expr/operation.h"
#include "engine/expr/simplify.h"

namespace cairn::expr {

struct Dag::Impl {
  // An entry of the hash table is a node, or from here on an alias.
  static constexpr std::uint32_t kAlias = 0x80000000u;

  std::vector<std::unique_ptr<Record[]>> owned;
  std::vector<Record*> chunks;
  std::uint32_t size = 0;
  InternTable table;
  struct Alias {
    Node request;
    ExprId result;
    ExprId next;
  };
  std::vector<Alias> aliases;

  // A run makes mostly the requests of an earlier run in the same order. Remembering which entry followed which answers
  // them without the hash table, whose places are all over memory.
  std::vector<ExprId> node_next;
  ExprId last;                                                   // the entry that answered the last request
  bool nested = false;                                           // requests made by rules do not count
  std::unordered_map<std::uint32_t, std::uint64_t> high_halves;  // of constants wider than 64 bits

  std::vector<Table> tables;
  std::vector<std::uint64_t> table_hashes;  // structural
  std::unordered_multimap<std::uint64_t, TableId> table_ids;
  std::size_t table_bytes = 0;

  // Names by byte, in pages, because numbers of bytes may be far apart. What is missing is unnamed.
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint32_t kPageMask = (1u << kPageBits) - 1;
  std::vector<std::unique_ptr<ByteName[]>> names;

  ExprId& next(ExprId entry) {
    return entry.value < kAlias ? node_next[entry.value] : aliases[entry.value - kAlias].next;
  }
  [[nodiscard]] std::uint64_t high_half(ExprId id) const {
    const auto it = high_halves.find(id.value);
    return it == high_halves.end() ? 0 : it->second;
  }
};

namespace {

bool same_node(const Node& x, const Node& y) {
  static_assert(sizeof(Node) == 24 && std::has_unique_object_representations_v<Node>);
  return std::memcmp(&x, &y, sizeof x) == 0;
}

std::uint64_t name_hash(const ByteName& name) {
  return base::combine(base::combine(name.named ? 1 : 2, name.object), name.offset);
}

}  // namespace

Dag::Dag() : impl_(std::make_unique<Impl>()) {}
Dag::~Dag() = default;

ExprId Dag::intern(const Node& key, std::uint64_t high) {
  Impl& impl = *impl_;
  const std::uint64_t place = key_hash(key, high);
  const bool wide = key.op == Op::Const && key.width > 64;
  const ExprId found = impl.table.find(place, [&](ExprId id) {
    return id.value < Impl::kAlias && same_node(node(id), key) && (!wide || impl.high_half(id) == high);
  });
  if (found.valid()) return found;

  CHECK(impl.size < Impl::kAlias);
  const ExprId id(impl.size);
  if ((id.value & kChunkMask) == 0) {
    impl.owned.push_back(std::make_unique_for_overwrite<Record[]>(std::size_t{1} << kChunkBits));
    impl.chunks.push_back(impl.owned.back().get());
    chunks_ = impl.chunks.data();
  }
  std::uint64_t imm = key.imm;
  if (key.op == Op::Input) imm = name_hash(byte_name(ByteId(static_cast<std::uint32_t>(key.imm))));
  if (key.op == Op::TableRead) imm = impl.table_hashes[key.imm];
  std::uint64_t hash = base::combine(static_cast<std::uint64_t>(key.op) << 8 | key.width, imm);
  if (wide) hash = base::combine(hash, high);
  for (unsigned i = 0; i < arity(key.op); ++i) hash = base::combine(hash, this->hash(operand(key, i)));

  Record& record = impl.chunks.back()[id.value & kChunkMask];
  record.node = key;
  record.hash = hash;
  ++impl.size;
  impl.node_next.emplace_back();
  if (wide) impl.high_halves.emplace(id.value, high);
  impl.table.insert(place, id);
  return id;
}

ExprId Dag::constant(u128 value, unsigned width) {
  CHECK(width >= 1 && width <= CAIRN_MAX_WIDTH);
  value = truncate(value, width);
  return intern({.op = Op::Const, .width = static_cast<std::uint8_t>(width), .imm = low64(value)}, high64(value));
}

ExprId Dag::input(ByteId first, unsigned bytes) {
  CHECK(bytes >= 1 && bytes <= CAIRN_MAX_WIDTH / 8 && first.value <= ByteId::kNone - bytes);
  const ByteName name = byte_name(first);
  for (unsigned i = 1; i < bytes; ++i) {
    const ByteName next = byte_name(ByteId(first.value + i));
    if (next.named == name.named && next.object == name.object && next.offset == name.offset + i) continue;
    return make(Op::Concat, 8 * bytes, input(ByteId(first.value + i), bytes - i), input(first, i));
  }
  return intern({.op = Op::Input, .width = static_cast<std::uint8_t>(8 * bytes), .imm = first.value}, 0);
}

void Dag::name_bytes(ByteId first, std::uint32_t count, std::uint64_t name_hash, std::uint32_t offset) {
  CHECK(first.value <= ByteId::kNone - count && offset <= ~std::uint32_t{0} - count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t byte = first.value + i, page = byte >> Impl::kPageBits;
    if (page >= impl_->names.size()) impl_->names.resize(page + 1);
    if (!impl_->names[page]) impl_->names[page] = std::make_unique<ByteName[]>(Impl::kPageMask + 1);
    impl_->names[page][byte & Impl::kPageMask] = {name_hash, offset + i, true};
  }
}

ByteName Dag::byte_name(ByteId byte) const {
  const std::uint32_t page = byte.value >> Impl::kPageBits;
  if (page < impl_->names.size() && impl_->names[page]) {
    const ByteName& name = impl_->names[page][byte.value & Impl::kPageMask];
    if (name.named) return name;
  }
  return {0, byte.value, false};
}

TableId Dag::table(Table table) {
  CHECK(table.exprs.empty() || table.exprs.size() == table.bytes.size());
  bool constant = true;
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < table.exprs.size(); ++i) {
    ExprId& entry = table.exprs[i];
    if (!entry.valid()) continue;
    CHECK(entry.value < size() && width(entry) == 8);
    if (const auto value = constant_value(entry)) {
      table.bytes[i] = static_cast<std::uint8_t>(*value);
      entry = {};
    } else {
      constant = false;
      table.bytes[i] = 0;
      hash = base::combine(base::combine(hash, i), this->hash(entry));
    }
  }
  if (constant) table.exprs.clear();
  hash = base::hash_bytes(table.bytes.data(), table.bytes.size(), hash);

  Impl& impl = *impl_;
  const auto [begin, end] = impl.table_ids.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Table& other = impl.tables[it->second.value];
    if (other.bytes == table.bytes && other.exprs == table.exprs) return it->second;
  }
  const TableId id(static_cast<std::uint32_t>(impl.tables.size()));
  impl.table_bytes += table.bytes.capacity() + table.exprs.capacity() * sizeof(ExprId);
  impl.tables.push_back(std::move(table));
  impl.table_hashes.push_back(hash);
  impl.table_ids.emplace(hash, id);
  return id;
}

ExprId Dag::table_read(TableId table, ExprId offset, unsigned width) {
  CHECK(table.value < impl_->tables.size() && offset.value < size() && this->width(offset) == 64);
  CHECK(width >= 8 && width <= CAIRN_MAX_WIDTH && width % 8 == 0);
  return simplified({.op = Op::TableRead, .width = static_cast<std::uint8_t>(width), .a = offset, .imm = table.value});
}

ExprId Dag::make(Op op, unsigned width, ExprId a, ExprId b, ExprId c, std::uint64_t imm) {
  CHECK(width <= CAIRN_MAX_WIDTH);
  const Node request{.op = op, .width = static_cast<std::uint8_t>(width), .a = a, .b = b, .c = c, .imm = imm};
  Impl& impl = *impl_;
  const auto asked_by = [&](ExprId entry) {
    return same_node(entry.value < Impl::kAlias ? node(entry) : impl.aliases[entry.value - Impl::kAlias].request,
                     request);
  };
  const auto answer = [&](ExprId entry) {
    return entry.value < Impl::kAlias ? entry : impl.aliases[entry.value - Impl::kAlias].result;
  };
  const ExprId before = impl.nested ? ExprId{} : impl.last;
  if (before.valid()) {
    const ExprId expected = impl.next(before);
    if (expected.valid() && asked_by(expected)) {
      impl.last = expected;
      return answer(expected);
    }
  }

  // What exists is well formed, and no rule changes a node.
  const std::uint64_t place = key_hash(request, 0);
  ExprId entry = impl.table.find(place, asked_by);
  if (!entry.valid()) {
    CHECK(well_formed(op, width, a, b, c, imm));
    const bool outer = std::exchange(impl.nested, true);
    entry = simplified(request);
    impl.nested = outer;
    // Requests of rules come back only inside requests that are remembered themselves.
    if (!outer && !same_node(node(entry), request)) {
      CHECK(impl.aliases.size() < Impl::kAlias - 1);
      const ExprId alias(Impl::kAlias + static_cast<std::uint32_t>(impl.aliases.size()));
      impl.table.insert(place, alias);
      impl.aliases.push_back({request, entry, {}});
      entry = alias;
    }
  }
  if (!impl.nested) {
    if (before.valid()) impl.next(before) = entry;
    impl.last = entry;
  }
  return answer(entry);
}

// A request that takes too many steps stays as it was: to undo a chain of thousands of operations for each of the many
// conditions on its links would be quadratic. Both ways, what is interned is its own simplest form.
ExprId Dag::simplified(Node request) {
  constexpr int kMostRewrites = 64;
  order_operands(*this, request);
  const Node asked = request;
  for (int i = 0; rewrite(*this, request); ++i) {
    if (request.op == Op::None) return request.a;
    if (i == kMostRewrites) return intern(asked, 0);
  }
  return intern(request, 0);
}

ExprId Dag::negate(ExprId condition) {
  CHECK(width(condition) == 1);
  return make(Op::Xor, 1, condition, truth(true));
}

bool Dag::well_formed(Op op, unsigned width, ExprId a, ExprId b, ExprId c, std::uint64_t imm) const {
  if (static_cast<unsigned>(op) >= CAIRN_OP_COUNT || width < 1 || width > CAIRN_MAX_WIDTH) return false;
  const unsigned operands = arity(op);
  if (operands == 0 || op == Op::TableRead) return false;
  const auto exists = [&](ExprId id, bool wanted) { return wanted ? id.value < size() : !id.valid(); };
  if (!exists(a, true) || !exists(b, operands > 1) || !exists(c, operands > 2)) return false;
  if (imm != 0 && op != Op::Extract) return false;
  const unsigned wa = this->width(a);
  switch (info(op).cls) {
    case OpClass::bin:
      return wa == width && this->width(b) == width && (!float_arithmetic(op) || float_format(width));
    case OpClass::cmp:
      return width == 1 && this->width(b) == wa && (!float_comparison(op) || float_format(wa));
    case OpClass::un:
      return wa == width && (!float_arithmetic(op) || float_format(width)) && (op != Op::Bswap || width % 8 == 0);
    case OpClass::tern:
      return wa == width && this->width(b) == width && this->width(c) == width &&
             (!float_arithmetic(op) || float_format(width));
    case OpClass::conv:
      if (op == Op::ZExt || op == Op::SExt) return wa <= width;
      if (op == Op::FToF) return float_format(wa) && float_format(width);
      if (op == Op::FExponent) return float_format(wa) && width == 32;
      return op == Op::FToSI || op == Op::FToUI ? float_format(wa) : float_format(width);
    default:
      break;
  }
  if (op == Op::Extract) return imm <= wa && width <= wa - imm;
  if (op == Op::Concat) return wa + this->width(b) == width;
  return wa == 1 && this->width(b) == width && this->width(c) == width;  // Ite
}

const Table& Dag::table(TableId id) const {
  CHECK(id.value < impl_->tables.size());
  return impl_->tables[id.value];
}

std::optional<u128> Dag::constant_value(ExprId id) const {
  const Node& n = node(id);
  if (n.op != Op::Const) return std::nullopt;
  return n.width <= 64 ? u128{n.imm} : u128{impl_->high_half(id)} << 64 | n.imm;
}

std::size_t Dag::size() const { return impl_->size; }

std::size_t Dag::memory_bytes() const {
  const auto pages =
      static_cast<std::size_t>(std::ranges::count_if(impl_->names, [](auto& page) { return page != nullptr; }));
  return impl_->chunks.size() * (sizeof(Record) << kChunkBits) + impl_->table.memory_bytes() +
         impl_->aliases.capacity() * sizeof(Impl::Alias) + impl_->node_next.capacity() * sizeof(ExprId) +
         pages * (sizeof(ByteName) << Impl::kPageBits) + impl_->table_bytes + impl_->high_halves.size() * 32;
}

}  // namespace cairn::expr
