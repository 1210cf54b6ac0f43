// Bounded depth-first search (Burnim and Sen 2008, section 3.1; CREST's -dfs).
//
// The paper's recursion goes along a path, tries to force each branch in turn, explores the new path from the next
// position on, then continues on the old path; each success, and only a success, costs one of the remaining depth for
// both. Here the recursion is a stack of (node, remaining depth) over the execution tree: at a node all open sides are
// flipped, then the search descends into each side that is visited. With a depth of d and nothing infeasible it forces
// 2^d - 1 branches.
//
// What differs: sides are descended into in their own order, true before false and cases as they stand, whatever the
// first input happened to take, so that paths are ordered as in ranged symbolic execution; the set of paths is the
// same. A side that a run has visited already (a seed, an earlier session, luck) counts as forced and is not run again.
// Without a depth, what a divergent run opened behind the search's back is picked up by another pass from the root.
// With a depth, the search waits at a node while a flip of it is under way: what is below costs what that comes to. A
// side that is pruned for now, or somebody else's, counts as forced, so that the bound holds whatever comes of it.
#include <algorithm>
#include <vector>

#include "engine/base/check.h"
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;
using tree::SideState;

class BoundedDfs final : public Strategy {
 public:
  explicit BoundedDfs(const StrategyOptions& options) : depth_(options.depth) {}

  Action propose(const View& view) override {
    if (!started_) restart(view);
    for (bool again = true; again;) {
      while (!stack_.empty()) {
        if (waits(view)) return Done{};
        if (const SideId side = advance(view); side.valid()) return Flip{side};
      }
      again = !depth_ && flipped_ && !view.tree.frontier().empty();
      if (again) restart(view);
    }
    started_ = false;
    return Done{};
  }

  // All that matters of an observation is in the tree when propose() looks at the node again.
  void observe(const View&, const Observation&) override {}

 private:
  struct Frame {
    NodeId node;
    std::uint32_t depth = 0;
  };

  void restart(const View& view) {
    started_ = true;
    flipped_ = false;
    stack_.clear();
    descend(view.tree.root(), depth_.value_or(0));
  }

  void descend(NodeId node, std::uint32_t depth) {
    if (node.valid() && (!depth_ || depth > 0)) stack_.push_back({node, depth});
  }

  [[nodiscard]] bool waits(const View& view) const {
    return depth_ && count(view, [&](SideId side) { return view.tree.state(side) == SideState::in_flight; }) > 0;
  }

  // Of the sides of the node on top.
  [[nodiscard]] std::uint32_t count(const View& view, const auto& wanted) const {
    const NodeId node = stack_.back().node;
    std::uint32_t sides = 0;
    for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) sides += wanted(view.tree.side(node, k)) ? 1 : 0;
    return sides;
  }

  // An open side of the node on top while forcing it is still paid for; otherwise replaces the node by what is below
  // it.
  SideId advance(const View& view) {
    const Frame top = stack_.back();
    const auto& node = view.tree.node(top.node);
    SideId open;
    for (std::uint32_t k = 0; k < node.sides && !open.valid(); ++k) {
      if (const SideId side = view.tree.side(top.node, k); view.tree.open(side)) open = side;
    }
    // All but one of them were forced.
    const std::uint32_t paid =
        count(view, [&](SideId side) { return view.tree.state(side) == SideState::visited || view.tree.closed(side); });
    INVARIANT(paid > 0);
    const std::uint32_t forced = paid - 1;
    if (open.valid() && (!depth_ || forced < top.depth)) {
      flipped_ = true;
      return open;
    }
    expand(view, top, forced);
    return {};
  }

  // The k-th side forced costs k, the side that was there first costs as much as all of them.
  void expand(const View& view, const Frame& top, std::uint32_t forced) {
    stack_.pop_back();
    const auto& node = view.tree.node(top.node);
    const std::size_t base = stack_.size();
    std::uint32_t cost = 0;
    for (std::uint32_t k = 0; k < node.sides; ++k) {
      const SideId side = view.tree.side(top.node, k);
      if (view.tree.state(side) != SideState::visited) continue;
      cost = std::min(cost + 1, forced);
      descend(view.tree.child(side), depth_ && top.depth > cost ? top.depth - cost : 0);
    }
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(base), stack_.end());
  }

  std::optional<std::uint32_t> depth_;
  bool started_ = false;
  bool flipped_ = false;  // in this pass
  std::vector<Frame> stack_;
};

}  // namespace

std::unique_ptr<Strategy> make_bounded_dfs(const StrategyOptions& options, base::Rng) {
  return std::make_unique<BoundedDfs>(options);
}

}  // namespace cairn::search
