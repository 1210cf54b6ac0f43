#include "engine/solver/query_log.h"

#include <algorithm>
#include <iterator>

#include "engine/base/check.h"
#include "engine/expr/serialize.h"
#include "engine/solver/flat_bytes.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

// magic u32, canonical form u32, size of the rest u32; size of the expressions u32, these; queries u32, each: verdict
// u8, constraints shared with the one before u32, further ones u32, their places among the roots u32; bytes of
// the parent that differ u32, for each: position u32, value u8.
constexpr std::uint32_t kMagic = 0x31474c51;  // "QLG1"
constexpr std::uint32_t kQueriesPerBlock = 4096;

std::vector<std::pair<std::uint32_t, std::uint8_t>> difference(const expr::Assignment& from,
                                                               const expr::Assignment& to) {
  std::vector<std::pair<std::uint32_t, std::uint8_t>> result;
  for (std::uint32_t i = 0; i < std::max(from.bytes().size(), to.bytes().size()); ++i)
    if (from.get(expr::ByteId(i)) != to.get(expr::ByteId(i))) result.emplace_back(i, to.get(expr::ByteId(i)));
  return result;
}

// The queries of one block; nothing when they make no sense.
bool read_block(FlatReader& reader, std::span<const expr::ExprId> roots, std::vector<LoggedQuery>& queries) {
  LoggedQuery current;
  for (auto count = reader.take<std::uint32_t>(); count > 0 && reader.ok(); --count) {
    const auto verdict = reader.take<std::uint8_t>();
    const auto shared = reader.take<std::uint32_t>();
    if (verdict > static_cast<std::uint8_t>(Verdict::unknown) || shared > current.constraints.size()) return false;
    current.verdict = static_cast<Verdict>(verdict);
    current.constraints.resize(shared);
    for (auto more = reader.take<std::uint32_t>(); more > 0 && reader.ok(); --more) {
      const auto place = reader.take<std::uint32_t>();
      if (place >= roots.size()) return false;
      current.constraints.push_back(roots[place]);
    }
    for (auto changes = reader.take<std::uint32_t>(); changes > 0 && reader.ok(); --changes) {
      const auto byte = reader.take<std::uint32_t>();
      if (byte >= expr::kSerializedByteLimit) return false;
      current.parent.set(expr::ByteId(byte), reader.take<std::uint8_t>());
    }
    if (reader.ok()) queries.push_back(current);
  }
  return reader.done();
}

class Logging final : public Solver {
 public:
  Logging(QueryLog& log, Below below) : log_(log), below_(std::move(below)) {}
  Answer solve(const Query& query) override {
    Answer answer = below_->solve(query);
    log_.add(query.constraints, *query.parent, answer.verdict);
    return answer;
  }

 private:
  QueryLog& log_;
  Below below_;
};

}  // namespace

Below with_log(QueryLog& log, Below below) { return std::make_unique<Logging>(log, std::move(below)); }

base::Result<std::unique_ptr<QueryLog>> QueryLog::create(const std::filesystem::path& file, const expr::Dag& dag) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (!out) return base::misuse_error("Cannot write queries to " + file.string() + ".");
  return std::unique_ptr<QueryLog>(new QueryLog(file, std::move(out), dag));
}

QueryLog::QueryLog(std::filesystem::path file, std::ofstream out, const expr::Dag& dag)
    : file_(std::move(file)), out_(std::move(out)), dag_(dag) {}

QueryLog::~QueryLog() { write_block(); }

void QueryLog::add(const std::vector<expr::ExprId>& constraints, const expr::Assignment& parent, Verdict verdict) {
  const auto shared = std::ranges::mismatch(constraints, last_).in1 - constraints.begin();
  put(queries_, static_cast<std::uint8_t>(verdict));
  put(queries_, static_cast<std::uint32_t>(shared));
  put(queries_, static_cast<std::uint32_t>(constraints.size() - static_cast<std::size_t>(shared)));
  for (auto id = constraints.begin() + shared; id != constraints.end(); ++id) put(queries_, place_of(*id));
  const auto changes = difference(last_parent_, parent);
  put(queries_, static_cast<std::uint32_t>(changes.size()));
  for (const auto& [byte, value] : changes) {
    put(queries_, byte);
    put(queries_, value);
  }
  last_ = constraints;
  last_parent_ = parent;
  if (++count_ == kQueriesPerBlock) write_block();
}

std::uint32_t QueryLog::place_of(expr::ExprId id) {
  const auto [entry, fresh] = places_.try_emplace(id, static_cast<std::uint32_t>(roots_.size()));
  if (fresh) roots_.push_back(id);
  return entry->second;
}

base::Status QueryLog::flush() {
  write_block();
  out_.flush();
  if (!out_) return base::environment_error("Cannot write queries to " + file_.string() + "; is the disk full?");
  return {};
}

void QueryLog::write_block() {
  if (count_ == 0) return;
  const std::vector<std::uint8_t> expressions = expr::serialize(dag_, roots_);
  std::vector<std::uint8_t> block;
  put(block, kMagic);
  put(block, expr::kCanonicalForm);
  put(block, static_cast<std::uint32_t>(2 * sizeof(std::uint32_t) + expressions.size() + queries_.size()));
  put(block, static_cast<std::uint32_t>(expressions.size()));
  block.insert(block.end(), expressions.begin(), expressions.end());
  put(block, count_);
  block.insert(block.end(), queries_.begin(), queries_.end());
  out_.write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(block.size()));
  roots_.clear();
  places_.clear();
  queries_.clear();
  count_ = 0;
  last_.clear();
  last_parent_ = {};
}

base::Result<std::vector<LoggedQuery>> read_queries(expr::Dag& dag, const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return base::misuse_error("Cannot read queries from " + file.string() + ".");
  const std::vector<char> content((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto damaged = [&] { return base::environment_error(file.string() + " is no log of queries, or damaged."); };

  FlatReader reader({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
  std::vector<LoggedQuery> queries;
  while (!reader.done()) {
    const auto magic = reader.take<std::uint32_t>();
    const auto form = reader.take<std::uint32_t>();
    const auto size = reader.take<std::uint32_t>();
    if (!reader.ok()) break;
    if (magic != kMagic) return damaged();
    // Expressions of an earlier form are made anew as they are read: operations are only ever added at the end.
    if (form > expr::kCanonicalForm)
      return base::environment_error(file.string() + " was written by a later version of cairn; record it again.");
    const auto block = reader.take_bytes(size);
    if (!reader.ok()) break;
    FlatReader inside(block);
    const auto expressions = inside.take<std::uint32_t>();
    auto roots = expr::deserialize(dag, inside.take_bytes(expressions));
    if (!roots.ok()) return roots.error();
    if (!read_block(inside, *roots, queries)) return damaged();
  }
  return queries;
}

}  // namespace cairn::solver
