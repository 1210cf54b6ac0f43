#include "engine/explore/letters.h"

#include <optional>

#include "engine/base/hash.h"
#include "engine/search/conditional.h"
#include "engine/solver/comparison.h"

namespace cairn::explore {

namespace {

// The only value of a byte with which the condition comes out as `truth`, if it is about one byte and there is one.
std::optional<Letters::Letter> only_value(const expr::Dag& dag, expr::ExprId condition, bool truth) {
  const auto comparison = solver::as_comparison(dag, condition);
  if (!comparison) return std::nullopt;
  const expr::Node& term = dag.node(comparison->term);
  if (term.op != expr::Op::Input || term.width != 8) return std::nullopt;
  const solver::IntervalSet values = truth ? comparison->allowed : comparison->allowed.complement();
  if (values.intervals().size() != 1 || values.intervals().front().low != values.intervals().front().high)
    return std::nullopt;
  return Letters::Letter{0, expr::ByteId(static_cast<std::uint32_t>(term.imm)),
                         static_cast<std::uint8_t>(values.intervals().front().low)};
}

}  // namespace

std::vector<Letters::Letter> Letters::missing(std::span<const tree::SideId> path, tree::OriginId run) {
  std::size_t first = path.size();
  while (first > 0 && tree_.node(tree_.node_of(path[first - 1])).origin == run) --first;
  std::vector<Letter> letters;
  for (const tree::SideId side : path.subspan(first)) {
    const tree::Node& node = tree_.node(tree_.node_of(side));
    if (node.kind != trace::EventKind::Branch) continue;
    const std::uint64_t conditional = search::conditional_of(node);
    if (!asked_.insert(base::combine(conditional, std::uint64_t{node.subject.value} << 8 | tree_.outcome(side))).second)
      continue;
    auto letter = only_value(tree_.dag(), node.subject, tree_.outcome(side) != 0);
    if (!letter) continue;
    letter->conditional = conditional;
    letters.push_back(*letter);
  }
  return letters;
}

}  // namespace cairn::explore
