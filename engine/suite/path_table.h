// The table of paths: rows whose inputs are deltas to other rows' inputs, written and rebuilt. The inputs used last
// stay in memory, since most new inputs derive from recent ones.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>

#include "engine/base/result.h"
#include "engine/suite/database.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {

class PathTable {
 public:
  static base::Result<PathTable> open(const Database& database, bool writing);

  // Inside the caller's transaction. `test`: its number in the suite, 0 when it is not kept.
  base::Status insert(const PathRecord& record, std::uint32_t test);

  base::Result<PathRecord> find(std::uint32_t id);

  // Forgets the inputs used last.
  void release_memory();

  // All rows in order of id, handed over one by one with their test's number (0: none).
  base::Status each(const std::function<base::Status(PathRecord&&, std::uint32_t)>& use);

 private:
  struct Entry {
    trace::Input input;
    std::uint32_t chain = 0;
  };
  explicit PathTable(const Database& database) : database_(&database) {}
  base::Result<const Entry*> input_of(std::uint32_t id);
  const Entry* remember(std::uint32_t id, Entry entry);
  [[nodiscard]] base::Error damaged(std::uint32_t id) const;

  const Database* database_;
  std::optional<Statement> insert_;
  std::optional<Statement> select_;
  std::unordered_map<std::uint32_t, Entry> cache_;
  std::deque<std::uint32_t> order_;
  std::size_t cached_bytes_ = 0;
};

}  // namespace cairn::suite
