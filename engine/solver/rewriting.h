// Rewriting: the same expressions with some of their parts replaced, and which constraints that rests on; and queries
// made of such expressions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/expr/id_map.h"
#include "engine/solver/answers.h"

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

// A query whose constraints have been rewritten, one after the other; those that became true are left out, but for the
// goal.
class RewrittenQuery {
 public:
  RewrittenQuery(const expr::Dag& dag, const Query& whole)
      : dag_(dag), part_(whole), reasons_(whole.constraints.size()) {}

  // The next constraint, as it is now. A proof that there is no solution, if it became false.
  std::optional<Answer> add(Replaced constraint);
  [[nodiscard]] const Query& query() const { return part_.query; }
  // An answer about this query, said of the one it was made of: a proof also rests on what was rewritten by. (A sat
  // assignment is the layer's to complete.)
  [[nodiscard]] Answer lift(Answer answer) const;

 private:
  const expr::Dag& dag_;
  Part part_;
  std::vector<std::vector<std::uint32_t>> reasons_;
  std::uint32_t next_ = 0;
};

// Both, without repetition.
std::vector<std::uint32_t> united(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b);

}  // namespace cairn::solver
