// Context-guided search (Seo and Kim 2014): flip a branch only if it has not been tried in the same context, the last k
// branches on the way to it; breadth first. When no new context is left, k grows by one.
//
// What differs: the paper leaves branches out of the context that cannot influence each other (by dominators); here all
// symbolic branches count. In the paper each k passes over the tree again; here what one k passed over waits for the
// next, so the search is complete.
#include <queue>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/opened.h"
#include "engine/search/subpaths.h"

namespace cairn::search {

namespace {

using tree::SideId;

class Context final : public Strategy {
 public:
  Action propose(const View& view) override {
    opened_.new_sides(view.tree, [&](SideId side) { add(view, side); });
    for (;;) {
      while (!queue_.empty()) {
        const SideId side = queue_.top().second;
        queue_.pop();
        if (!view.tree.open(side)) continue;
        if (tried_.insert(subpath(view.tree, side, length_)).second) return Flip{side};
        waiting_.push_back(side);
      }
      if (waiting_.empty()) return Done{};
      ++length_;
      tried_.clear();
      for (const SideId side : std::exchange(waiting_, {})) add(view, side);
    }
  }

  void observe(const View& view, const Observation& seen) override {
    if (reopened(view, seen)) waiting_.push_back(seen.side);
  }

 private:
  using Entry = std::pair<std::uint32_t, SideId>;

  void add(const View& view, SideId side) { queue_.push({view.tree.node(view.tree.node_of(side)).depth, side}); }

  Opened opened_;
  std::uint32_t length_ = 1;
  std::unordered_set<std::uint64_t> tried_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::vector<SideId> waiting_;
};

}  // namespace

Made make_context(const StrategyOptions&, base::Rng) { return std::make_unique<Context>(); }

}  // namespace cairn::search
