// Uniform random search (Burnim and Sen 2008, section 3.2; CREST's -uniform_random): passes over the tree, at each
// branch a fair choice whether to force the other side, going on from there along the new path. With a complete solver
// a pass ends in each path with probability 2^-(its symbolic branches).
//
// What differs: choosing a side that was visited before needs no run, the pass goes on along what is known below it;
// so only open sides cost anything, and the probabilities stay. A choice that turns out to be impossible leaves the
// pass on its side of the branch, as in the paper. Passes over paths that are all known bring nothing; after many in a
// row the walk keeps to sides below which something is open, so that the search ends.
#include "engine/search/uniform_random.h"

#include <utility>

#include "engine/search/live.h"

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;
using tree::SideState;

constexpr std::uint32_t kIdlePasses = 64;

class UniformRandom final : public Strategy {
 public:
  UniformRandom(base::Rng rng, std::function<void(SideId)> pass_ended)
      : rng_(rng), pass_ended_(std::move(pass_ended)) {}

  Action propose(const View& view) override {
    live_.update(view.tree);
    if (view.tree.frontier().empty()) return Done{};
    for (;;) {
      if (!at_.valid()) at_ = view.tree.root();
      while (at_.valid() && idle_ < kIdlePasses) {
        const SideId chosen = choose(view);
        if (view.tree.open(chosen)) {
          waiting_ = chosen;
          idle_ = 0;
          return Flip{chosen};
        }
        follow(view, chosen);
      }
      if (idle_ < kIdlePasses) continue;
      idle_ = 0;
      const SideId side = live_.walk(view.tree, rng_);
      if (!side.valid()) return Done{};
      waiting_ = side;
      at_ = view.tree.node_of(side);
      return Flip{side};
    }
  }

  void observe(const View& view, const Observation& seen) override {
    live_.update(view.tree);
    if (reopened(view, seen)) live_.revive(view.tree, seen.side);
    if (!waiting_.valid() || seen.side != waiting_) return;
    // Arrived: on along the new path. Otherwise: stay on a side of this branch that a run has taken.
    const SideId flipped = std::exchange(waiting_, SideId{});
    follow(view, view.tree.state(flipped) == SideState::visited ? flipped : some_visited(view, at_));
  }

  bool take_back(const View& view, std::span<const SideId> sides) override {
    live_.update(view.tree);
    for (const SideId side : sides) live_.revive(view.tree, side);
    return true;
  }

 private:
  // A side of the node that was visited or may be: all are equally likely.
  SideId choose(const View& view) {
    SideId chosen;
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < view.tree.node(at_).sides; ++k) {
      const SideId side = view.tree.side(at_, k);
      const bool possible = view.tree.open(side) || view.tree.state(side) == SideState::visited;
      if (possible && rng_.below(++count) == 0) chosen = side;
    }
    return chosen;
  }

  SideId some_visited(const View& view, NodeId node) {
    SideId chosen;
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
      const SideId side = view.tree.side(node, k);
      if (view.tree.state(side) == SideState::visited && rng_.below(++count) == 0) chosen = side;
    }
    return chosen;
  }

  void follow(const View& view, SideId side) {
    at_ = side.valid() ? view.tree.child(side) : NodeId{};
    if (at_.valid()) return;
    ++idle_;
    if (pass_ended_ && side.valid()) pass_ended_(side);
  }

  base::Rng rng_;
  std::function<void(SideId)> pass_ended_;
  Live live_;
  NodeId at_;               // where the pass is; invalid: a new one begins
  SideId waiting_;          // its flip
  std::uint32_t idle_ = 0;  // passes since the last flip
};

}  // namespace

Made make_uniform_random(base::Rng rng, std::function<void(SideId)> pass_ended) {
  return std::make_unique<UniformRandom>(rng, std::move(pass_ended));
}

Made make_uniform_random(const StrategyOptions&, base::Rng rng) { return make_uniform_random(rng, nullptr); }

}  // namespace cairn::search
