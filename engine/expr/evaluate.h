// Evaluation of expressions: a flat form compiled once and run many times (path conditions of tens of thousands of
// nodes, thousands of times a second), and a convenience for single expressions. Meaning: abi/cairn_abi.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::expr {

// The value of one operation on constants; the one place that says what operations mean.
[[nodiscard]] u128 apply(Op op, unsigned width, std::uint64_t imm, unsigned operand_width, u128 a, u128 b, u128 c);

class Evaluator {
 public:
  // Compiles `roots` and everything below them. Later changes of the DAG (it only grows) do not matter.
  Evaluator(const Dag& dag, std::span<const ExprId> roots);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  // Values of the roots, in their order. The span is valid until the next call.
  std::span<const u128> run(const Assignment& assignment);
  // Index of the first root that is zero under the assignment, or roots.size(): evaluates no further than that.
  std::size_t first_zero(const Assignment& assignment);
  // The value of root `end` - 1, running only what the roots [begin, end) need beyond those before `begin`. Requires
  // that those have been run, and that no byte they depend on has another value now.
  u128 run_part(const Assignment& assignment, std::size_t begin, std::size_t end);
  // The value of a root as it was last run.
  [[nodiscard]] u128 value(std::size_t root) const;
  // How many instructions the roots [begin, end) need beyond those before `begin`.
  [[nodiscard]] std::size_t part_size(std::size_t begin, std::size_t end) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

[[nodiscard]] u128 evaluate(const Dag& dag, ExprId root, const Assignment& assignment);

}  // namespace cairn::expr
