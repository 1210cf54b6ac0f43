// Which constraints the parent's assignment satisfies. A parent is asked about thousands of times (once for each open
// side of its path) with nearly the same constraints, so what was evaluated is remembered until another parent comes
// along: each constraint is evaluated once for each parent, not once for each query.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

class ParentTruth {
 public:
  explicit ParentTruth(const expr::Dag& dag) : dag_(dag) {}

  // Indices of the constraints that are false under query.parent, ascending.
  std::vector<std::uint32_t> violated(const Query& query);

 private:
  void turn_to(const expr::Assignment& parent);

  const expr::Dag& dag_;
  expr::Assignment parent_;
  // By ExprId: 2 * epoch + value. Anything below 2 * epoch_ is news of an earlier parent.
  std::vector<std::uint64_t> known_;
  std::uint64_t epoch_ = 1;
};

}  // namespace cairn::solver
