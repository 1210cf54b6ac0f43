// A condition on a single byte as the set of values that satisfy it: found by evaluation once, and kept.
#pragma once

#include <unordered_map>

#include "engine/expr/evaluate.h"
#include "engine/expr/expr.h"
#include "engine/solver/byte_set.h"

namespace cairn::solver {

class ByteConditions {
 public:
  explicit ByteConditions(const expr::Dag& dag) : dag_(dag) {}

  // Requires: the condition depends on that byte only. The reference is valid until the next call.
  const ByteSet& allowed(expr::ExprId condition, expr::ByteId byte) {
    if (const auto found = sets_.find(condition); found != sets_.end()) return found->second;
    if (sets_.size() >= kSetsKept) sets_.clear();
    ByteSet set;
    expr::Evaluator evaluator(dag_, {&condition, 1});
    expr::Assignment assignment;
    for (unsigned value = 0; value < 256; ++value) {
      assignment.set(byte, static_cast<std::uint8_t>(value));
      if (evaluator.first_zero(assignment) == 1) set.insert(value);
    }
    return sets_.emplace(condition, set).first->second;
  }

 private:
  static constexpr std::size_t kSetsKept = 1u << 16;

  const expr::Dag& dag_;
  std::unordered_map<expr::ExprId, ByteSet> sets_;
};

}  // namespace cairn::solver
