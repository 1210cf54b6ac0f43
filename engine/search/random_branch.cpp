// Random branch search (Burnim and Sen 2008, section 3.3; CREST's -random).
//
// Pick a random branch of the current path, without replacement, until one can be forced; run; the new path becomes the
// current one if it went as predicted or covered something new. After many picks in a row without new coverage start
// over from random inputs. The two numbers are CREST's, the paper gives none.
//
// What differs: CREST solves and runs again for a branch whose other side it has been to. Here such a pick moves to a
// path through that side, chosen at random in the tree, without a run. Picks of sides known to be infeasible or unknown
// fail at once. The search ends when no side is open.
#include "engine/search/random_branch.h"

#include <utility>
#include <vector>

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;
using tree::SideState;

constexpr std::uint32_t kTries = 1000;      // failed picks on one path before it is given up
constexpr std::uint32_t kPatience = 10000;  // picks without new coverage before a restart

class RandomBranch final : public Strategy {
 public:
  explicit RandomBranch(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    while (!view.tree.frontier().empty()) {
      if (stale_ >= kPatience || tries_ >= kTries || remaining_.empty()) {
        if (stale_ < kPatience && tries_ < kTries && wander(view)) continue;
        restart();
        return FreshRandom{};
      }
      const SideId other = pick(view);
      ++stale_;
      switch (view.tree.state(other)) {
        case SideState::open:
          return Flip{other};
        case SideState::visited:
          adopt(view, random_leaf(view, other));
          break;
        default:
          ++tries_;
      }
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    if (seen.new_sides > 0) stale_ = 0;
    switch (seen.result) {
      case Result::initial:
      case Result::random:
      case Result::arrived:
        adopt(view, seen.leaf);
        break;
      case Result::diverged:
        if (seen.new_sides > 0) {
          adopt(view, seen.leaf);
        } else {
          ++tries_;
        }
        break;
      case Result::infeasible:
      case Result::unknown:
        ++tries_;
        break;
    }
  }

 private:
  // One branch of the current path that has not been picked, and one of the sides the path does not take there.
  SideId pick(const View& view) {
    const std::size_t at = rng_.below(remaining_.size());
    const SideId taken = remaining_[at];
    remaining_[at] = remaining_.back();
    remaining_.pop_back();
    const NodeId node = view.tree.node_of(taken);
    const std::uint32_t sides = view.tree.node(node).sides;
    if (sides < 2) return taken;
    const std::uint32_t shift = 1 + static_cast<std::uint32_t>(rng_.below(sides - 1));
    return view.tree.side(node, (view.tree.outcome(taken) + shift) % sides);
  }

  void adopt(const View& view, SideId leaf) {
    tries_ = 0;
    remaining_.clear();
    for (SideId side = leaf; side.valid(); side = view.tree.node(view.tree.node_of(side)).parent) {
      remaining_.push_back(side);
    }
  }

  // From a side downwards, a fair choice among the visited sides of each node.
  SideId random_leaf(const View& view, SideId side) {
    for (NodeId node = view.tree.child(side); node.valid(); node = view.tree.child(side)) {
      std::uint32_t seen = 0;
      for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
        const SideId candidate = view.tree.side(node, k);
        if (view.tree.state(candidate) == SideState::visited && rng_.below(++seen) == 0) side = candidate;
      }
    }
    return side;
  }

  // Every branch of the current path has been picked: go on from some other known path.
  bool wander(const View& view) {
    ++stale_;
    const NodeId root = view.tree.root();
    if (!root.valid()) return false;
    const SideId start = view.tree.side(root, static_cast<std::uint32_t>(rng_.below(view.tree.node(root).sides)));
    if (view.tree.state(start) != SideState::visited) return true;
    adopt(view, random_leaf(view, start));
    return true;
  }

  void restart() {
    stale_ = 0;
    tries_ = 0;
    remaining_.clear();
  }

  base::Rng rng_;
  std::vector<SideId> remaining_;  // sides of the current path whose branch was not picked yet
  std::uint32_t tries_ = 0;
  std::uint32_t stale_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_random_branch(const StrategyOptions&, base::Rng rng) {
  return std::make_unique<RandomBranch>(rng);
}

}  // namespace cairn::search
