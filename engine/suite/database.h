// SQLite as values and results, and nothing of it outside database.cpp.
//
// Write-ahead log with synchronous=NORMAL: a commit hands the log to the kernel, so that it survives the death of this
// process at any moment; only checkpoints wait for the disk, so that a power cut may lose the last commits but never
// leaves a database that contradicts itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace cairn::suite {

class Database;

inline std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A prepared statement. Bind all parameters in order, then step() until it says false.
class Statement {
 public:
  Statement& bind(std::int64_t value);
  Statement& bind(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }  // same bits
  Statement& bind(std::uint32_t value) { return bind(static_cast<std::int64_t>(value)); }
  Statement& bind(int value) { return bind(static_cast<std::int64_t>(value)); }
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind(std::span<const std::uint8_t> value);
  Statement& bind_null();

  // True: there is a row to read. False: done, and ready to be bound again.
  base::Result<bool> step();
  // One that returns no rows.
  base::Status run();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::vector<std::uint8_t> blob(int column) const;
  [[nodiscard]] bool null(int column) const;
  [[nodiscard]] std::uint32_t unsigned32(int column) const { return static_cast<std::uint32_t>(integer(column)); }

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(const Database* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int parameter_ = 0;
};

class Database {
 public:
  enum class Mode { create, write, read };

  static base::Result<std::unique_ptr<Database>> open(const std::filesystem::path& path, Mode mode);

  base::Result<Statement> prepare(std::string_view sql) const;
  base::Status execute(const char* sql) const;
  // The first column of the first row.
  base::Result<std::int64_t> number(std::string_view sql) const;

  // A sentence about the last failure, with what to do for the kinds a user can do something about.
  [[nodiscard]] base::Error error() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  Database(std::filesystem::path path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}
  std::filesystem::path path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// Rolls back unless committed.
class Transaction {
 public:
  static base::Result<Transaction> begin(const Database& database);
  base::Status commit();
  ~Transaction();
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;

 private:
  explicit Transaction(const Database* database) : database_(database) {}
  const Database* database_;
};

}  // namespace cairn::suite
