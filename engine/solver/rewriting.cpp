#include "engine/solver/rewriting.h"

#include <algorithm>

namespace cairn::solver {

using expr::ExprId;
using expr::Op;

std::vector<std::uint32_t> united(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

const Replaced& Rewriting::of(ExprId id) {
  const auto seen = [&](ExprId each) {
    if (made_.contains(each)) return true;
    auto replaced = replace_(each);
    if (replaced) made_.emplace(each, std::move(*replaced));
    return replaced.has_value();
  };
  expr::post_order(dag_, id, walk_, seen, [&](ExprId each) { made_.emplace(each, make(each)); });
  return made_.at(id);
}

Replaced Rewriting::rebuilt(ExprId id) {
  const expr::Node node = dag_.node(id);  // a copy: making nodes may move them
  for (const ExprId part : {node.a, node.b, node.c})
    if (part.valid()) of(part);
  return make(id);
}

Replaced Rewriting::make(ExprId id) {
  const expr::Node node = dag_.node(id);
  if (node.op == Op::Const || node.op == Op::Input) return {id};
  Replaced result{id};
  const auto part = [&](ExprId each) {
    if (!each.valid()) return each;
    const Replaced& replaced = made_.at(each);
    result.because = united(result.because, replaced.because);
    return replaced.by;
  };
  const ExprId a = part(node.a), b = part(node.b), c = part(node.c);
  if (a == node.a && b == node.b && c == node.c) return result;
  result.by = node.op == Op::TableRead
                  ? dag_.table_read(expr::TableId(static_cast<std::uint32_t>(node.imm)), a, node.width)
                  : dag_.make(node.op, node.width, a, b, c, node.imm);
  return result;
}

std::optional<Answer> RewrittenQuery::add(Replaced constraint) {
  const std::uint32_t index = next_++;
  if (const auto value = dag_.constant_value(constraint.by)) {
    if (*value == 0) return unsat(united(constraint.because, {index}));
    if (next_ < reasons_.size()) return std::nullopt;
  }
  part_.query.constraints.push_back(constraint.by);
  part_.kept.push_back(index);
  reasons_[index] = std::move(constraint.because);
  return std::nullopt;
}

Answer RewrittenQuery::lift(Answer answer) const {
  answer = part_.lift(std::move(answer));
  for (const std::uint32_t index : std::vector(answer.core)) answer.core = united(answer.core, reasons_[index]);
  return answer;
}

}  // namespace cairn::solver
