// The conditions of sides, taken and untaken, made on demand: a run passes thousands of switches, and few of their
// sides are ever asked for.
//
// The default side of a switch asserts that the value is none of the cases. Neighbouring case values are merged into
// ranges first, so that a switch over all letters is one comparison and not twenty-six.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/expr/expr.h"

namespace cairn::trace {

// Case values of switch branches by global branch id, in the order of the outcomes; nothing for other branches. The
// static facts implement it (engine/program).
class SwitchCases {
 public:
  virtual ~SwitchCases() = default;
  [[nodiscard]] virtual std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t branch) const = 0;
};

class Sides {
 public:
  Sides(expr::Dag& dag, const SwitchCases& cases);
  ~Sides();
  Sides(const Sides&) = delete;
  Sides& operator=(const Sides&) = delete;

  // The complement of a condition, remembered.
  expr::ExprId negate(expr::ExprId condition);

  // The condition under which a switch on `value` takes that outcome. Requires outcome <= number of cases.
  expr::ExprId switch_condition(std::uint32_t branch, expr::ExprId value, std::uint32_t outcome);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cairn::trace
