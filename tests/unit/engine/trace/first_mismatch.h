// Checking ourselves (D14 in docs/architecture.md): on the run's own input every condition of its path must hold.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/trace/path.h"

namespace cairn::trace {

// Index of the first that does not.
[[nodiscard]] inline std::optional<std::size_t> first_mismatch(const DecodedRun& run, const expr::Dag& dag,
                                                               const expr::Assignment& assignment) {
  std::vector<expr::ExprId> conditions;
  conditions.reserve(run.path.size());
  for (const Step& step : run.path) conditions.push_back(step.condition);
  const std::size_t first = expr::Evaluator(dag, conditions).first_zero(assignment);
  return first < conditions.size() ? std::optional(first) : std::nullopt;
}

}  // namespace cairn::trace
