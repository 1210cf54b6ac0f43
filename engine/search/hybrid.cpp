// CREST's -hybrid, which the paper does not describe: local random searches along a path. In a window of 100 branches
// flip random ones, going on from each new path, for up to 100 steps; then move the window on; behind the end of the
// path start over from random inputs.
//
// What differs: only open sides are flipped, so the 1000 tries of CREST are never needed. A fresh start that brings
// nothing is followed by a random open side, so that the search ends when nothing is open.
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/path.h"

namespace cairn::search {

namespace {

using tree::SideId;

constexpr std::size_t kWindow = 100;
constexpr std::uint32_t kSteps = 100;

class Hybrid final : public Strategy {
 public:
  explicit Hybrid(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    const auto open = view.tree.frontier();
    if (open.empty()) return Done{};
    for (; begin_ < path_.size(); begin_ += kWindow, steps_ = 0) {
      if (steps_ >= kSteps) continue;
      if (const SideId side = pick(view); side.valid()) {
        ++steps_;
        return Flip{side};
      }
    }
    restarted_ = !restarted_;
    if (restarted_) return FreshRandom{};
    return Flip{open[rng_.below(open.size())]};
  }

  void observe(const View& view, const Observation& seen) override {
    if (!adopts(seen)) return;
    const bool anew = !seen.side.valid() || begin_ >= path_.size();
    path_ = path_to(view.tree, seen.leaf);
    if (anew) begin_ = steps_ = 0;
  }

 private:
  // A random open side in the window; invalid when there is none.
  SideId pick(const View& view) {
    SideId picked;
    std::uint32_t count = 0;
    for (std::size_t i = begin_; i < std::min(begin_ + kWindow, path_.size()); ++i) {
      const tree::NodeId node = view.tree.node_of(path_[i]);
      for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
        const SideId side = view.tree.side(node, k);
        if (view.tree.open(side) && rng_.below(++count) == 0) picked = side;
      }
    }
    return picked;
  }

  base::Rng rng_;
  std::vector<SideId> path_;
  std::size_t begin_ = 0;    // of the window
  std::uint32_t steps_ = 0;  // in it
  bool restarted_ = false;
};

}  // namespace

Made make_hybrid(const StrategyOptions&, base::Rng rng) { return std::make_unique<Hybrid>(rng); }

}  // namespace cairn::search
