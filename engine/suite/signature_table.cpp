#include "engine/suite/signature_table.h"

#include <fmt/core.h>

namespace cairn::suite {
namespace {

std::vector<std::uint8_t> encode(std::span<const std::uint32_t> words) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * words.size());
  for (const std::uint32_t word : words) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  return bytes;
}

std::vector<std::uint32_t> decode(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  for (std::size_t i = 0; i < 4 * words.size(); ++i) words[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  return words;
}

base::Error damaged(std::string_view what, std::int64_t number) {
  return base::environment_error(fmt::format("the database is damaged: {} {} makes no sense", what, number));
}

// What is known of a side is stored as one number, the effort above it.
constexpr int kEffortBit = 8;

std::int64_t packed(const SideRecord& side) {
  return static_cast<std::int64_t>(side.knowledge) | std::int64_t{side.effort} << kEffortBit;
}

base::Result<SideRecord> side_of(std::int64_t key, std::int64_t stored) {
  const std::int64_t knowledge = stored & ((1 << kEffortBit) - 1), effort = stored >> kEffortBit;
  if (knowledge > static_cast<std::int64_t>(SideKnowledge::diverged) || effort < 0 || effort > UINT8_MAX) {
    return damaged("side", key);
  }
  return SideRecord{static_cast<std::uint64_t>(key), static_cast<SideKnowledge>(knowledge),
                    static_cast<std::uint8_t>(effort)};
}

}  // namespace

base::Status insert_signatures(const Database& database, std::span<const SignatureRecord> records) {
  TRY(auto row, database.prepare("INSERT OR REPLACE INTO signature VALUES (?,?,?,?,?)"));
  for (const SignatureRecord& record : records) {
    TRY_STATUS(
        row.bind(record.path).bind(record.key).bind(record.base).bind(record.shared).bind(encode(record.words)).run());
  }
  return {};
}

// A side that is open is one that nobody asked for in this session; an earlier one may have.
base::Status insert_sides(const Database& database, std::span<const SideRecord> records) {
  TRY(auto row, database.prepare(fmt::format("INSERT INTO side VALUES (?,?) ON CONFLICT (key) DO UPDATE SET "
                                             "knowledge = excluded.knowledge WHERE excluded.knowledge <> {}",
                                             static_cast<int>(SideKnowledge::open))));
  for (const SideRecord& record : records) {
    TRY_STATUS(row.bind(record.key).bind(packed(record)).run());
  }
  return {};
}

base::Result<std::vector<SignatureRecord>> read_signatures(const Database& database) {
  TRY(auto rows, database.prepare("SELECT path, key, base, shared, words FROM signature ORDER BY path"));
  std::vector<SignatureRecord> records;
  for (;;) {
    TRY(const bool more, rows.step());
    if (!more) return records;
    SignatureRecord record{rows.unsigned32(0), static_cast<std::uint64_t>(rows.integer(1)), rows.unsigned32(2),
                           rows.unsigned32(3), decode(rows.blob(4))};
    if (record.base >= record.path) return damaged("the signature of path", record.path);
    records.push_back(std::move(record));
  }
}

base::Result<std::vector<SideRecord>> read_sides(const Database& database) {
  TRY(auto rows, database.prepare("SELECT key, knowledge FROM side"));
  std::vector<SideRecord> records;
  for (;;) {
    TRY(const bool more, rows.step());
    if (!more) return records;
    TRY(const SideRecord record, side_of(rows.integer(0), rows.integer(1)));
    records.push_back(record);
  }
}

base::Result<SideTable> SideTable::open(const Database& database) {
  TRY(auto select, database.prepare("SELECT knowledge FROM side WHERE key = ?"));
  return SideTable(std::move(select));
}

base::Result<std::optional<SideRecord>> SideTable::find(std::uint64_t key) {
  TRY(const bool found, select_.bind(key).step());
  if (!found) return std::optional<SideRecord>();
  TRY(const SideRecord record, side_of(static_cast<std::int64_t>(key), select_.integer(0)));
  TRY_STATUS(select_.run());
  return std::optional(record);
}

}  // namespace cairn::suite
