#include "engine/suite/path_table.h"

#include <fmt/core.h>

#include "engine/suite/delta.h"

namespace cairn::suite {
namespace {

// Rebuilding an input reads at most so many rows.
constexpr std::uint32_t kMaxChain = 16;
constexpr std::size_t kCacheBytes = std::size_t{64} << 20;

constexpr const char* kInsert = "INSERT INTO path VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
constexpr const char* kColumns =
    "SELECT id, parent, base, chain, delta, content, signature, ending, code, run, seconds, new_sides, test, output "
    "FROM path";

std::size_t footprint(const trace::Input& input) {
  std::size_t bytes = sizeof input;
  for (const trace::Object& object : input.objects) bytes += sizeof object + object.name.size() + object.bytes.size();
  return bytes;
}

// Everything but the input.
PathRecord read_row(const Statement& row) {
  PathRecord record;
  record.id = row.unsigned32(0);
  record.parent = row.unsigned32(1);
  record.signature = static_cast<std::uint64_t>(row.integer(6));
  record.outcome = {static_cast<trace::Ending>(row.integer(7)), static_cast<int>(row.integer(8))};
  record.run = static_cast<std::uint64_t>(row.integer(9));
  record.seconds = row.real(10);
  record.new_sides = row.unsigned32(11);
  record.kept = !row.null(12);
  if (!row.null(13)) {
    const auto output = row.blob(13);
    record.output.emplace(output.begin(), output.end());
  }
  return record;
}

bool plausible(const Statement& row) {
  const std::int64_t ending = row.integer(7);
  return row.integer(2) >= 0 && row.integer(2) < row.integer(0) && ending >= 0 &&
         ending <= static_cast<std::int64_t>(trace::Ending::rejected);
}

}  // namespace

base::Result<PathTable> PathTable::open(const Database& database, bool writing) {
  PathTable table(database);
  TRY(table.select_, database.prepare(fmt::format("{} WHERE id = ?", kColumns)));
  if (writing) {
    TRY(table.insert_, database.prepare(kInsert));
  }
  return table;
}

base::Status PathTable::insert(const PathRecord& record, std::uint32_t test) {
  CHECK(insert_.has_value() && record.parent < record.id);
  static const Entry kNothing;
  const Entry* base = &kNothing;
  std::uint32_t base_id = 0;
  std::uint32_t chain = 0;
  if (record.parent != 0) {
    TRY(const Entry* parent, input_of(record.parent));
    if (parent->chain < kMaxChain) {
      base = parent;
      base_id = record.parent;
      chain = parent->chain + 1;
    }
  }
  const auto delta = encode_delta(base->input, record.input);
  insert_->bind(record.id).bind(record.parent).bind(base_id).bind(chain).bind(delta).bind(hash_input(record.input));
  insert_->bind(record.signature).bind(static_cast<int>(record.outcome.ending)).bind(record.outcome.code);
  insert_->bind(record.run).bind(record.seconds).bind(record.new_sides);
  if (test != 0) {
    insert_->bind(test);
  } else {
    insert_->bind_null();
  }
  if (record.output) {
    insert_->bind(as_bytes(*record.output));
  } else {
    insert_->bind_null();
  }
  TRY_STATUS(insert_->run());
  remember(record.id, {record.input, chain});
  return {};
}

base::Result<PathRecord> PathTable::find(std::uint32_t id) {
  TRY(const Entry* entry, input_of(id));
  trace::Input input = entry->input;
  TRY(const bool found, select_->bind(id).step());
  if (!found) return damaged(id);
  PathRecord record = read_row(*select_);
  record.input = std::move(input);
  TRY_STATUS(select_->run());
  return record;
}

base::Status PathTable::each(const std::function<base::Status(PathRecord&&, std::uint32_t)>& use) {
  TRY(auto rows, database_->prepare(fmt::format("{} ORDER BY id", kColumns)));
  for (;;) {
    TRY(const bool more, rows.step());
    if (!more) return {};
    const std::uint32_t id = rows.unsigned32(0);
    const std::uint32_t base_id = rows.unsigned32(2);
    if (!plausible(rows)) return damaged(id);
    PathRecord record = read_row(rows);
    static const Entry kNothing;
    const Entry* base = &kNothing;
    if (base_id != 0) {
      TRY(base, input_of(base_id));
    }
    auto input = decode_delta(base->input, rows.blob(4));
    if (!input || hash_input(*input) != static_cast<std::uint64_t>(rows.integer(5))) return damaged(id);
    record.input = *input;
    remember(id, {std::move(*input), rows.unsigned32(3)});
    TRY_STATUS(use(std::move(record), rows.unsigned32(12)));
  }
}

base::Result<const PathTable::Entry*> PathTable::input_of(std::uint32_t id) {
  if (const auto cached = cache_.find(id); cached != cache_.end()) return &cached->second;
  struct Link {
    std::uint32_t id;
    std::vector<std::uint8_t> delta;
    std::uint64_t content;
  };
  std::vector<Link> links;  // from the one asked for to a whole one, or one in memory
  trace::Input input;
  std::uint32_t chain = 0;
  for (std::uint32_t at = id; at != 0;) {
    if (const auto cached = cache_.find(at); cached != cache_.end()) {
      input = cached->second.input;
      break;
    }
    TRY(const bool found, select_->bind(at).step());
    if (!found || !plausible(*select_) || links.size() > kMaxChain) return damaged(at);
    links.push_back({at, select_->blob(4), static_cast<std::uint64_t>(select_->integer(5))});
    if (at == id) chain = select_->unsigned32(3);
    at = select_->unsigned32(2);
    TRY_STATUS(select_->run());
  }
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    auto next = decode_delta(input, link->delta);
    if (!next || hash_input(*next) != link->content) return damaged(link->id);
    input = std::move(*next);
  }
  return remember(id, {std::move(input), chain});
}

const PathTable::Entry* PathTable::remember(std::uint32_t id, Entry entry) {
  const auto [place, fresh] = cache_.try_emplace(id, std::move(entry));
  if (!fresh) return &place->second;
  order_.push_back(id);
  cached_bytes_ += footprint(place->second.input);
  while (cached_bytes_ > kCacheBytes && order_.size() > 1) {
    const auto oldest = cache_.find(order_.front());
    cached_bytes_ -= footprint(oldest->second.input);
    cache_.erase(oldest);
    order_.pop_front();
  }
  return &place->second;
}

void PathTable::release_memory() {
  cache_ = {};
  order_ = {};
  cached_bytes_ = 0;
}

base::Error PathTable::damaged(std::uint32_t id) const {
  return base::environment_error(fmt::format(
      "the database is damaged: path {} cannot be read back; the tests can still be read, but the run cannot go on",
      id));
}

}  // namespace cairn::suite
