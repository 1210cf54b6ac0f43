// Answers kept for reuse, named by structural hashes only: they hold in other runs, versions and machines, so a run
// directory can back this interface. A query is the set of its constraints' hashes; order and repetition do not matter.
//
// Hashes of 64 bits may collide. A wrong satisfying assignment is found out by evaluation; a wrong proof is not, and
// its probability (a core of k conditions must collide in all k) is what we accept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/solver/solver.h"

namespace cairn::solver {

struct StoredAnswer {
  bool sat = false;
  // sat: the bytes the query depends on, each by a hash of its stable name (object and offset).
  std::vector<std::pair<std::uint64_t, std::uint8_t>> values;
  // unsat: hashes of a set of constraints that is unsatisfiable already, ascending.
  std::vector<std::uint64_t> core;
  std::uint64_t steps = 0;
};

class AnswerStore {
 public:
  virtual ~AnswerStore() = default;

  // `constraints`: ascending, no duplicates. An unsat answer may come from any query whose core is a subset of this
  // one.
  virtual std::optional<StoredAnswer> lookup(std::span<const std::uint64_t> constraints) = 0;
  virtual void insert(std::span<const std::uint64_t> constraints, const StoredAnswer& answer) = 0;
};

std::unique_ptr<AnswerStore> make_memory_store();

// The order-independent key of a query.
[[nodiscard]] std::uint64_t query_key(std::span<const std::uint64_t> constraints);

}  // namespace cairn::solver
