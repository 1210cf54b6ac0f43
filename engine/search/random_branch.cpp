// Random branch search (Burnim and Sen 2008, section 3.3; CREST's -random).
//
// Pick a random branch of the current path, without replacement, until one can be forced; run; the new path becomes the
// current one if it went as predicted or covered something new. After many picks in a row without new coverage start
// over from random inputs. The two numbers are CREST's, the paper gives none.
//
// What differs: CREST forgets where it has been, so it solves and runs again for branches whose other side it has seen.
// Here only open sides are picked, and what is known to be infeasible, unknown or visited costs nothing and counts for
// nothing. When the current path has no open side left, the search goes on along a path through a random one, and it
// ends when there is none. (Walking to a visited side instead was tried: the search then stays near the root, where
// everything is known.)
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/path.h"

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;

constexpr std::uint32_t kTries = 1000;      // picks of one path that failed before it is given up
constexpr std::uint32_t kPatience = 10000;  // picks without new coverage before a restart

class RandomBranch final : public Strategy {
 public:
  explicit RandomBranch(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    while (!view.tree.frontier().empty()) {
      if (stale_ >= kPatience || tries_ >= kTries) {
        stale_ = tries_ = 0;
        remaining_.clear();
        return FreshRandom{};
      }
      if (remaining_.empty()) {
        const auto open = view.tree.frontier();
        adopt(view, some_leaf(view.tree, open[rng_.below(open.size())], rng_));
      }
      if (const SideId side = pick(view); side.valid()) {
        ++stale_;
        return Flip{side};
      }
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    if (seen.new_sides > 0) stale_ = 0;
    const bool ran = seen.result == Result::initial || seen.result == Result::random || seen.result == Result::arrived;
    if (ran || (seen.result == Result::diverged && seen.new_sides > 0)) {
      adopt(view, seen.leaf);
    } else {
      ++tries_;
    }
  }

 private:
  // One branch of the current path that has not been picked, and an open side of it; invalid when it has none.
  SideId pick(const View& view) {
    const std::size_t at = rng_.below(remaining_.size());
    const NodeId node = view.tree.node_of(remaining_[at]);
    remaining_[at] = remaining_.back();
    remaining_.pop_back();
    SideId picked;
    std::uint32_t seen = 0;
    for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
      const SideId side = view.tree.side(node, k);
      if (view.tree.open(side) && rng_.below(++seen) == 0) picked = side;
    }
    return picked;
  }

  void adopt(const View& view, SideId leaf) {
    tries_ = 0;
    remaining_.clear();
    for (SideId side = leaf; side.valid(); side = view.tree.node(view.tree.node_of(side)).parent) {
      remaining_.push_back(side);
    }
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
