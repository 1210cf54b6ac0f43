#include "engine/suite/schema.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>

#include "engine/suite/files.h"

namespace cairn::suite {
namespace {

constexpr std::int64_t kApplication = 0x4341524e;  // "CARN", as `file` shows it
constexpr std::int64_t kVersion = 2;

constexpr const char* kTables = R"(
CREATE TABLE manifest (
  program TEXT NOT NULL, program_hash INTEGER NOT NULL, strategy TEXT NOT NULL, seed INTEGER NOT NULL,
  options TEXT NOT NULL) STRICT;
CREATE TABLE command (position INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT;
-- delta: against the input of path base (0: against nothing), chain deltas away from a whole one; content: its hash.
CREATE TABLE path (
  id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, base INTEGER NOT NULL, chain INTEGER NOT NULL, delta BLOB NOT NULL,
  content INTEGER NOT NULL, signature INTEGER NOT NULL, ending INTEGER NOT NULL, code INTEGER NOT NULL,
  run INTEGER NOT NULL, seconds REAL NOT NULL, new_sides INTEGER NOT NULL, test INTEGER, output BLOB) STRICT;
CREATE INDEX path_by_test ON path (test) WHERE test IS NOT NULL;
CREATE TABLE expectation (path INTEGER PRIMARY KEY, output BLOB NOT NULL) STRICT;
CREATE TABLE bug (
  id INTEGER PRIMARY KEY, path INTEGER NOT NULL, kind TEXT NOT NULL, function TEXT NOT NULL, file TEXT NOT NULL,
  line INTEGER NOT NULL, signature INTEGER NOT NULL) STRICT;
CREATE TABLE answer (query INTEGER PRIMARY KEY, sat INTEGER NOT NULL, payload BLOB NOT NULL) STRICT;
-- words: 32 bits for each condition of the path, without the first `shared`, which are those of path base.
CREATE TABLE signature (
  path INTEGER PRIMARY KEY, key INTEGER NOT NULL, base INTEGER NOT NULL, shared INTEGER NOT NULL,
  words BLOB NOT NULL) STRICT;
CREATE TABLE side (key INTEGER PRIMARY KEY, knowledge INTEGER NOT NULL) STRICT;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
)";

base::Status insert_command(const Database& database, const Manifest& manifest) {
  TRY(auto word, database.prepare("INSERT INTO command VALUES (?,?)"));
  for (std::size_t i = 0; i < manifest.command.size(); ++i) {
    TRY_STATUS(word.bind(static_cast<std::uint64_t>(i)).bind(manifest.command[i]).run());
  }
  return {};
}

}  // namespace

base::Status write_program(const Database& database, const Manifest& manifest) {
  TRY(auto transaction, Transaction::begin(database));
  TRY(auto change, database.prepare("UPDATE manifest SET program = ?, program_hash = ?"));
  TRY_STATUS(change.bind(manifest.program).bind(manifest.program_hash).run());
  TRY_STATUS(database.execute("DELETE FROM command"));
  TRY_STATUS(insert_command(database, manifest));
  return transaction.commit();
}

base::Status create_database(const std::filesystem::path& path, const Manifest& manifest) {
  const std::filesystem::path unfinished = path.string() + ".new";
  {
    TRY(const auto database, Database::open(unfinished, Database::Mode::create));
    TRY_STATUS(database->execute(
        fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kApplication, kVersion).c_str()));
    TRY(auto transaction, Transaction::begin(*database));
    TRY_STATUS(database->execute(kTables));
    TRY(auto insert, database->prepare("INSERT INTO manifest VALUES (?,?,?,?,?)"));
    insert.bind(manifest.program).bind(manifest.program_hash).bind(manifest.strategy).bind(manifest.seed);
    TRY_STATUS(insert.bind(manifest.options).run());
    TRY_STATUS(insert_command(*database, manifest));
    TRY_STATUS(transaction.commit());
    // Everything into the one file that is about to be renamed.
    TRY_STATUS(database->execute("PRAGMA journal_mode=DELETE"));
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) return file_error("write", path, errno);
  return {};
}

base::Result<std::unique_ptr<Database>> open_database(const std::filesystem::path& path, Database::Mode mode) {
  TRY(auto database, Database::open(path, mode));
  TRY(const std::int64_t application, database->number("PRAGMA application_id"));
  if (application != kApplication) return base::environment_error(path.string() + " is not a database of cairn");
  TRY(const std::int64_t version, database->number("PRAGMA user_version"));
  if (version != kVersion) {
    return base::environment_error(fmt::format(
        "{} has format {}, this cairn reads format {}; use the cairn that made it", path.string(), version, kVersion));
  }
  return database;
}

base::Result<Manifest> read_manifest(const Database& database) {
  Manifest manifest;
  TRY(auto row, database.prepare("SELECT program, program_hash, strategy, seed, options FROM manifest"));
  TRY(const bool found, row.step());
  if (!found) return base::environment_error("the database is damaged: it lacks the description of the run");
  manifest.program = row.text(0);
  manifest.program_hash = static_cast<std::uint64_t>(row.integer(1));
  manifest.strategy = row.text(2);
  manifest.seed = static_cast<std::uint64_t>(row.integer(3));
  manifest.options = row.text(4);
  TRY(auto word, database.prepare("SELECT word FROM command ORDER BY position"));
  for (;;) {
    TRY(const bool more, word.step());
    if (!more) return manifest;
    manifest.command.push_back(word.text(0));
  }
}

}  // namespace cairn::suite
