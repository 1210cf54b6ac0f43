// Rewriting: the same expressions with some of their parts replaced, and which constraints that rests on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/expr/id_map.h"

namespace cairn::solver {

struct Replaced {
  expr::ExprId by;
  std::vector<std::uint32_t> because = {};  // indices of constraints, ascending
};

class Rewriting {
 public:
  // What stands for an expression wherever it occurs; nothing: it is made of its rewritten operands. Entries of tables
  // are not rewritten.
  using Replace = std::function<std::optional<Replaced>(expr::ExprId)>;

  Rewriting(expr::Dag& dag, Replace replace) : dag_(dag), replace_(std::move(replace)) {}

  // The reference is valid until the next call.
  const Replaced& of(expr::ExprId id);
  // The expression itself is not replaced, only its parts.
  Replaced rebuilt(expr::ExprId id);

 private:
  [[nodiscard]] Replaced make(expr::ExprId id);

  expr::Dag& dag_;
  const Replace replace_;
  expr::Walk walk_;
  std::unordered_map<expr::ExprId, Replaced> made_;
};

// Both, without repetition.
std::vector<std::uint32_t> united(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b);

}  // namespace cairn::solver
