// The depth-first search of DART and of the IPPC experiments: negate the last condition of the current path that has
// not been negated yet; a new path is followed, an infeasible condition is passed over.
//
// It differs from dfs only when runs come from elsewhere (random inputs, other strategies, divergences): this one goes
// on from the run it flipped last, and turns to other open sides when the whole of that path is done.
#include "engine/search/makers.h"
#include "engine/search/opened.h"

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;

class LastDfs final : public Strategy {
 public:
  Action propose(const View& view) override {
    opened_.new_sides(view.tree, [&](SideId side) { others_.push_back(side); });
    for (;;) {
      for (; at_.valid(); at_ = above(view, at_)) {
        if (const SideId side = open_at(view, at_); side.valid()) return Flip{side};
      }
      while (!others_.empty() && !view.tree.open(others_.back())) others_.pop_back();
      if (others_.empty()) return Done{};
      at_ = view.tree.node_of(others_.back());
    }
  }

  void observe(const View& view, const Observation& seen) override {
    if (reopened(view, seen)) others_.push_back(seen.side);
    const bool followed = seen.result == Result::arrived || !seen.side.valid();
    if (followed && seen.leaf.valid()) at_ = view.tree.node_of(seen.leaf);
  }

 private:
  [[nodiscard]] static SideId open_at(const View& view, NodeId node) {
    for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
      if (const SideId side = view.tree.side(node, k); view.tree.open(side)) return side;
    }
    return {};
  }

  [[nodiscard]] static NodeId above(const View& view, NodeId node) {
    const SideId parent = view.tree.node(node).parent;
    return parent.valid() ? view.tree.node_of(parent) : NodeId{};
  }

  NodeId at_;  // below it, the current path is done
  Opened opened_;
  std::vector<SideId> others_;
};

}  // namespace

Made make_last_dfs(const StrategyOptions&, base::Rng) { return std::make_unique<LastDfs>(); }

}  // namespace cairn::search
