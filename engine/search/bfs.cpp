// Breadth first (KLEE's bfs): the shallowest open side, the oldest of several.
//
// KLEE keeps a queue, and a state that forked goes to its end, so states advance level by level. Here one run opens
// sides of all levels at once; taking the shallowest gives the same levels.
#include <queue>
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/opened.h"

namespace cairn::search {

namespace {

class Bfs final : public Strategy {
 public:
  Action propose(const View& view) override {
    opened_.new_sides(view.tree, [&](tree::SideId side) { add(view, side); });
    while (!queue_.empty()) {
      const tree::SideId side = queue_.top().second;
      queue_.pop();
      if (view.tree.open(side)) return Flip{side};
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    if (reopened(view, seen)) add(view, seen.side);
  }

 private:
  using Entry = std::pair<std::uint32_t, tree::SideId>;  // depth first, then age

  void add(const View& view, tree::SideId side) { queue_.push({view.tree.node(view.tree.node_of(side)).depth, side}); }

  Opened opened_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

Made make_bfs(const StrategyOptions&, base::Rng) { return std::make_unique<Bfs>(); }

}  // namespace cairn::search
