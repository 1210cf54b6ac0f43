// Fold: what can be said by looking at ids. Expressions are interned, so equal conditions are the same id, and the
// complement of the goal is one id too.
#include <unordered_map>

#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

class Fold final : public Layer {
 public:
  Fold(Shared& shared, Below below) : Layer(shared.context, "fold", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return sat(*query.parent);
    const auto goal_index = static_cast<std::uint32_t>(query.constraints.size() - 1);
    const expr::ExprId goal = query.constraints.back();
    if (const auto value = shared_.dag.constant_value(goal); value && *value == 0) return unsat({goal_index});
    const expr::ExprId opposite = shared_.dag.negate(goal);

    // The last of several equal constraints is kept, so that the goal stays where it is.
    std::unordered_map<expr::ExprId, std::uint32_t> last;
    for (std::uint32_t i = 0; i <= goal_index; ++i) last[query.constraints[i]] = i;

    Part part(query);
    for (std::uint32_t i = 0; i <= goal_index; ++i) {
      const expr::ExprId id = query.constraints[i];
      if (id == opposite) return unsat({i, goal_index});
      if (const auto value = shared_.dag.constant_value(id)) {
        if (*value == 0) return unsat({i});
        continue;
      }
      if (last[id] == i) part.keep(query, i);
    }
    // A goal that is true anyway, or stands on the path already, asks for nothing that the parent does not give.
    const bool goal_adds_nothing = part.kept.empty() || part.kept.back() != goal_index || repeated(query, goal);
    if (goal_adds_nothing && shared_.truth.violated(query).empty()) return sat(*query.parent);
    if (part.kept.empty()) return sat(*query.parent);
    if (part.kept.size() == query.constraints.size()) return ask_below(query);
    return part.lift(ask_below(part.query));
  }

 private:
  static bool repeated(const Query& query, expr::ExprId goal) {
    for (std::size_t i = 0; i + 1 < query.constraints.size(); ++i)
      if (query.constraints[i] == goal) return true;
    return false;
  }

  Shared& shared_;
};

}  // namespace

Below with_fold(Shared& shared, Below below) { return std::make_unique<Fold>(shared, std::move(below)); }

}  // namespace cairn::solver
