// What is said of a single byte: a condition as the set of values that satisfy it, a term as classes of values for
// which it is the same. Found by evaluation once, and kept.
#pragma once

#include <array>
#include <map>
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
    each_value(condition, byte, [&](unsigned value, expr::u128 result) {
      if (result != 0) set.insert(value);
    });
    return sets_.emplace(condition, set).first->second;
  }

  // For each value of the byte the number of its class. Requires: the term depends on that byte only. The reference is
  // valid until the next call.
  using Classes = std::array<std::uint8_t, 256>;
  const Classes& classes(expr::ExprId term, expr::ByteId byte) {
    if (const auto found = classes_.find(term); found != classes_.end()) return found->second;
    if (classes_.size() >= kClassesKept) classes_.clear();
    Classes classes{};
    std::map<expr::u128, std::uint8_t> numbers;
    each_value(term, byte, [&](unsigned value, expr::u128 result) {
      classes[value] = numbers.try_emplace(result, static_cast<std::uint8_t>(numbers.size())).first->second;
    });
    return classes_.emplace(term, classes).first->second;
  }

 private:
  static constexpr std::size_t kSetsKept = 1u << 16, kClassesKept = 1u << 14;

  template <class Visit>
  void each_value(expr::ExprId term, expr::ByteId byte, const Visit& visit) {
    expr::Evaluator evaluator(dag_, {&term, 1});
    expr::Assignment assignment;
    for (unsigned value = 0; value < 256; ++value) {
      assignment.set(byte, static_cast<std::uint8_t>(value));
      visit(value, evaluator.run_part(assignment, 0, 1));
    }
  }

  const expr::Dag& dag_;
  std::unordered_map<expr::ExprId, ByteSet> sets_;
  std::unordered_map<expr::ExprId, Classes> classes_;
};

}  // namespace cairn::solver
