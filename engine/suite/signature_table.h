// The tables of path signatures and of sides: what a later version of the program is compared with.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/suite/database.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {

// Inside the caller's transaction.
base::Status insert_signatures(const Database& database, std::span<const SignatureRecord> records);
base::Status insert_sides(const Database& database, std::span<const SideRecord> records);

base::Result<std::vector<SignatureRecord>> read_signatures(const Database& database);
base::Result<std::vector<SideRecord>> read_sides(const Database& database);

// Single sides, asked for often.
class SideTable {
 public:
  static base::Result<SideTable> open(const Database& database);
  base::Result<std::optional<SideRecord>> find(std::uint64_t key);

 private:
  explicit SideTable(Statement select) : select_(std::move(select)) {}
  Statement select_;
};

}  // namespace cairn::suite
