#include "engine/suite/database.h"

#include <fmt/core.h>
#include <sqlite3.h>
#include <unistd.h>

#include "engine/suite/files.h"

namespace cairn::suite {
namespace {

constexpr int kBusyMilliseconds = 5000;

std::string uri_of(const std::filesystem::path& path, std::string_view parameters) {
  std::string uri = "file://";  // no host, whatever slashes the path begins with
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == '?' || c == '#' || c == '%') {
      uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    } else {
      uri += c;
    }
  }
  return uri += parameters;
}

// A reader of a write-ahead log wants to write beside it. Where it may not and there is no log, the file alone is all.
bool on_read_only_ground(const std::filesystem::path& path) {
  return ::access(path.parent_path().c_str(), W_OK) != 0 && !std::filesystem::exists(path.string() + "-wal");
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

// Binding fails only for a wrong parameter number or for lack of memory: a mistake of ours.
Statement& Statement::bind(std::int64_t value) {
  CHECK(sqlite3_bind_int64(statement_.get(), ++parameter_, value) == SQLITE_OK);
  return *this;
}
Statement& Statement::bind(double value) {
  CHECK(sqlite3_bind_double(statement_.get(), ++parameter_, value) == SQLITE_OK);
  return *this;
}
Statement& Statement::bind(std::string_view value) {
  CHECK(sqlite3_bind_text64(statement_.get(), ++parameter_, value.data() == nullptr ? "" : value.data(), value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8) == SQLITE_OK);
  return *this;
}
Statement& Statement::bind(std::span<const std::uint8_t> value) {
  ++parameter_;
  const int result =
      value.empty() ? sqlite3_bind_zeroblob(statement_.get(), parameter_, 0)
                    : sqlite3_bind_blob64(statement_.get(), parameter_, value.data(), value.size(), SQLITE_TRANSIENT);
  CHECK(result == SQLITE_OK);
  return *this;
}
Statement& Statement::bind_null() {
  CHECK(sqlite3_bind_null(statement_.get(), ++parameter_) == SQLITE_OK);
  return *this;
}

base::Result<bool> Statement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    parameter_ = 0;
    return false;
  }
  base::Error error = database_->error();
  sqlite3_reset(statement_.get());
  parameter_ = 0;
  return error;
}

base::Status Statement::run() {
  TRY(const bool row, step());
  CHECK(!row);
  return {};
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string Statement::text(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
std::vector<std::uint8_t> Statement::blob(int column) const {
  const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, data + sqlite3_column_bytes(statement_.get(), column)};
}
bool Statement::null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

base::Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& path, Mode mode) {
  int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (mode == Mode::create) flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const bool immutable = mode == Mode::read && on_read_only_ground(path);
  // One who may only read cannot take the log and its index away again, as whoever closes a database last should.
  if (mode != Mode::create) flags |= immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(uri_of(path, immutable ? "?immutable=1" : "").c_str(), &handle, flags, nullptr);
  if (handle == nullptr) return base::environment_error("not enough memory to open " + path.string());
  std::unique_ptr<Database> database(new Database(path, handle));
  if (result != SQLITE_OK) return database->error();
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  TRY_STATUS(database->execute(mode == Mode::read ? "PRAGMA query_only=ON;"
                                                  : "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"));
  return database;
}

base::Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (result != SQLITE_OK) return error();
  return Statement(this, statement);
}

base::Status Database::execute(const char* sql) const {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return {};
}

base::Result<std::int64_t> Database::number(std::string_view sql) const {
  TRY(Statement statement, prepare(sql));
  TRY(const bool row, statement.step());
  if (!row) return base::environment_error(fmt::format("{} is damaged: it lacks what every run has", path_.string()));
  return statement.integer(0);
}

base::Error Database::error() const {
  const int code = sqlite3_extended_errcode(handle_.get());
  const std::string path = path_.string();
  switch (code & 0xff) {
    case SQLITE_FULL:
      return base::environment_error(
          fmt::format("no space left for {}: free some, then {} (what was reported is kept)", path, kGoOn));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return base::environment_error(
          fmt::format("{} is damaged ({}): the tests beside it can still be read, but the run cannot go on; start a "
                      "new one with --force",
                      path, sqlite3_errmsg(handle_.get())));
    case SQLITE_BUSY:
      return base::environment_error(fmt::format("{} is in use by another process; try again when it has ended", path));
    default:
      return base::environment_error(fmt::format("cannot use {}: {}", path, sqlite3_errmsg(handle_.get())));
  }
}

base::Result<Transaction> Transaction::begin(const Database& database) {
  TRY_STATUS(database.execute("BEGIN IMMEDIATE"));
  return Transaction(&database);
}

base::Status Transaction::commit() {
  TRY_STATUS(database_->execute("COMMIT"));
  database_ = nullptr;
  return {};
}

Transaction::~Transaction() {
  // A failed statement may have rolled back already; then this fails, harmlessly.
  if (database_ != nullptr) (void)database_->execute("ROLLBACK");
}

}  // namespace cairn::suite
