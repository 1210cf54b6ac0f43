// Substitute: what a constraint says is equal to a constant is that constant in all others, and a condition that is a
// constraint is true in them. Pinned sizes and addresses say such things of long sums; once they are constants, what is
// left of the other conditions is often about one byte. (Equality substitution as in KLEE: Cadar, Dunbar, Engler, OSDI
// 2008; there constraints are rewritten once as they are added, here only where cheaper layers have failed.)
//
// Sound without a fixed order: a constraint is rewritten by what others say of its proper parts only, so nobody rests
// on itself, and by induction over the size of expressions the rewritten constraints together say what the old ones do.
#include <algorithm>
#include <unordered_map>

#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"
#include "engine/solver/rewriting.h"

namespace cairn::solver {
namespace {

using expr::ExprId;
using expr::Op;

class Substitute final : public Layer {
 public:
  Substitute(Shared& shared, Below below) : Layer(shared.context, "substitute", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    const Facts facts = facts_of(query);
    Rewriting rewriting(shared_.dag, [&](ExprId id) -> std::optional<Replaced> {
      const auto found = facts.find(id);
      return found != facts.end() ? std::optional(found->second) : std::nullopt;
    });
    RewrittenQuery rewritten(shared_.dag, query);
    for (const ExprId id : query.constraints)
      if (auto refuted = rewritten.add(rewrite(id, rewriting))) return std::move(*refuted);
    return rewritten.lift(ask_below(rewritten.query()));
  }

 private:
  using Facts = std::unordered_map<ExprId, Replaced>;

  // The side of an equation that is not constant, if the other is.
  [[nodiscard]] std::optional<std::pair<ExprId, ExprId>> equation(ExprId id) const {
    const expr::Node& node = shared_.dag.node(id);
    if (node.op != Op::Eq) return std::nullopt;
    if (shared_.dag.constant_value(node.b)) return std::pair(node.a, node.b);
    if (shared_.dag.constant_value(node.a)) return std::pair(node.b, node.a);
    return std::nullopt;
  }

  Facts facts_of(const Query& query) {
    Facts facts;
    for (std::uint32_t i = 0; i < query.constraints.size(); ++i) {
      const ExprId id = query.constraints[i], opposite = shared_.dag.negate(id);
      const auto add = [&](ExprId term, ExprId value) {
        if (!shared_.dag.constant_value(term)) facts.try_emplace(term, Replaced{value, {i}});
      };
      add(id, shared_.dag.truth(true));
      const expr::Node& node = shared_.dag.node(id);
      if (opposite != node.a && opposite != node.b && opposite != node.c) add(opposite, shared_.dag.truth(false));
      if (const auto sides = equation(id)) add(sides->first, sides->second);
    }
    return facts;
  }

  Replaced rewrite(ExprId constraint, Rewriting& rewriting) {
    const auto sides = equation(constraint);
    if (!sides) return rewriting.rebuilt(constraint);
    Replaced term = rewriting.rebuilt(sides->first);
    return {shared_.dag.equal(term.by, sides->second), std::move(term.because)};
  }

  Shared& shared_;
};

}  // namespace

Below with_substitute(Shared& shared, Below below) { return std::make_unique<Substitute>(shared, std::move(below)); }

}  // namespace cairn::solver
