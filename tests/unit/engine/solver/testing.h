// Shared by the solver's tests: random expressions over a few input bytes, a brute-force oracle, and a scripted solver.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/operation.h"
#include "engine/solver/answers.h"
#include "engine/solver/solver.h"

namespace cairn::solver::testing {

using expr::ByteId;
using expr::Dag;
using expr::ExprId;
using expr::Op;

// Tries every value of bytes 0 and (with two) 1.
inline bool satisfiable(const Dag& dag, const std::vector<ExprId>& constraints, unsigned bytes) {
  expr::Evaluator evaluator(dag, constraints);
  expr::Assignment assignment;
  for (unsigned value = 0; value < (1u << (8 * bytes)); ++value) {
    assignment.set(ByteId(0), static_cast<std::uint8_t>(value));
    assignment.set(ByteId(1), static_cast<std::uint8_t>(value >> 8));
    if (evaluator.first_zero(assignment) == constraints.size()) return true;
  }
  return false;
}

inline bool satisfies(const Dag& dag, const std::vector<ExprId>& constraints, const expr::Assignment& assignment) {
  return expr::Evaluator(dag, constraints).first_zero(assignment) == constraints.size();
}

// Answers from a function and counts how often it was asked.
class FakeSolver final : public Solver {
 public:
  using Script = std::function<Answer(const Query&)>;
  FakeSolver(int& calls, Script script) : calls_(calls), script_(std::move(script)) {}
  Answer solve(const Query& query) override {
    ++calls_;
    return script_(query);
  }

 private:
  int& calls_;
  Script script_;
};

// Random 8-bit expressions over bytes 0 and 1, and conditions on them.
class RandomExpressions {
 public:
  RandomExpressions(Dag& dag, base::Rng& rng) : dag_(dag), rng_(rng) {}

  ExprId byte_expression(unsigned depth) {
    if (depth == 0 || rng_.below(5) == 0)
      return rng_.below(3) == 0 ? dag_.constant(rng_.below(256), 8) : dag_.input(ByteId(rng_.coin() ? 1u : 0u), 1);
    static constexpr Op kOps[] = {Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor, Op::UDiv, Op::URem, Op::LShr};
    return dag_.make(kOps[rng_.below(std::size(kOps))], 8, byte_expression(depth - 1), byte_expression(depth - 1));
  }

  ExprId condition(unsigned depth) {
    static constexpr Op kOps[] = {Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Slt, Op::Sle};
    return dag_.make(kOps[rng_.below(std::size(kOps))], 1, byte_expression(depth), byte_expression(depth));
  }

 private:
  Dag& dag_;
  base::Rng& rng_;
};

}  // namespace cairn::solver::testing
