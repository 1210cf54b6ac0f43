// Newest first (KLEE's dfs): the open side that was added last, which is the deepest one of the latest run.
//
// KLEE steps the youngest state until it forks or ends. A run here goes to the end of the program at once and leaves
// all its open sides behind, root first, so a stack of them is the same order. Unlike KLEE's states they have not been
// checked for feasibility; those that turn out infeasible cost a query each.
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/opened.h"

namespace cairn::search {

namespace {

class Dfs final : public Strategy {
 public:
  Action propose(const View& view) override {
    opened_.new_sides(view.tree, [&](tree::SideId side) { stack_.push_back(side); });
    while (!stack_.empty()) {
      const tree::SideId side = stack_.back();
      stack_.pop_back();
      if (view.tree.open(side)) return Flip{side};
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    if (reopened(view, seen)) stack_.push_back(seen.side);
  }

 private:
  Opened opened_;
  std::vector<tree::SideId> stack_;
};

}  // namespace

Made make_dfs(const StrategyOptions&, base::Rng) { return std::make_unique<Dfs>(); }

}  // namespace cairn::search
