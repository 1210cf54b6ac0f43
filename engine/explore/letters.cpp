#include "engine/explore/letters.h"

#include <optional>

#include "engine/base/hash.h"
#include "engine/search/conditional.h"
#include "engine/solver/comparison.h"

namespace cairn::explore {

namespace {

struct Value {
  expr::ByteId byte;
  std::uint8_t value;
};

// Of the byte that the condition is about, the only value with which it comes out as `truth`.
std::optional<Value> only_value(const expr::Dag& dag, expr::ExprId condition, bool truth) {
  using enum expr::Op;
  const expr::Op op = dag.node(condition).op;
  if (op != Eq && op != Ne && op != Xor) return std::nullopt;  // most conditions are of another form
  const auto comparison = solver::as_comparison(dag, condition);
  if (!comparison) return std::nullopt;
  const expr::Node& term = dag.node(comparison->term);
  if (term.op != Input || term.width != 8) return std::nullopt;
  const solver::IntervalSet values = truth ? comparison->allowed : comparison->allowed.complement();
  if (values.empty() || values.hull().low != values.hull().high) return std::nullopt;
  return Value{expr::ByteId(static_cast<std::uint32_t>(term.imm)), static_cast<std::uint8_t>(values.hull().low)};
}

}  // namespace

std::vector<Letters::Letter> Letters::missing(std::span<const tree::SideId> path, tree::OriginId run) {
  std::size_t first = path.size();
  while (first > 0 && tree_.node(tree_.node_of(path[first - 1])).origin == run) --first;
  std::vector<Letter> letters;
  for (const tree::SideId side : path.subspan(first)) {
    const tree::Node& node = tree_.node(tree_.node_of(side));
    if (node.kind != trace::EventKind::Branch) continue;
    const auto wanted = only_value(tree_.dag(), node.subject, tree_.outcome(side) != 0);
    if (!wanted) continue;
    const std::uint64_t conditional = search::conditional_of(node);
    const std::uint64_t letter = std::uint64_t{wanted->byte.value} << 8 | wanted->value;
    if (asked_.insert(base::combine(conditional, letter)).second)
      letters.push_back({conditional, wanted->byte, wanted->value});
  }
  return letters;
}

}  // namespace cairn::explore
