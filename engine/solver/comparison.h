// A condition that compares one term with constants, as the set of the term's values that satisfy it.
#pragma once

#include <optional>

#include "engine/expr/expr.h"
#include "engine/solver/interval_set.h"

namespace cairn::solver {

struct Comparison {
  expr::ExprId term;    // without additions of constants, extensions and the like, which the set accounts for
  IntervalSet allowed;  // of the term's width; the condition holds exactly for these
};

// Nothing for conditions that do not come down to one term of at most 64 bits.
[[nodiscard]] std::optional<Comparison> as_comparison(const expr::Dag& dag, expr::ExprId condition);

}  // namespace cairn::solver
