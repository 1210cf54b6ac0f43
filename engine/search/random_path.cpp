// Random path (KLEE's random-path): walk from the root, at each node a fair choice among the sides below which
// something is open. An open side is chosen with probability 2^-(nodes above it that have two live sides), so short
// paths are favoured and a loop that opens many sides gets no more than its share.
//
// KLEE walks its process tree, which holds live states only; live.h is what takes its place here.
#include "engine/search/live.h"
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

class RandomPath final : public Strategy {
 public:
  explicit RandomPath(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    live_.update(view.tree);
    const tree::SideId side = live_.walk(view.tree, rng_);
    if (!side.valid()) return Done{};
    return Flip{side};
  }

  void observe(const View& view, const Observation& seen) override {
    live_.update(view.tree);
    if (reopened(view, seen)) live_.revive(view.tree, seen.side);
  }

  bool take_back(const View& view, std::span<const tree::SideId> sides) override {
    live_.update(view.tree);
    for (const tree::SideId side : sides) live_.revive(view.tree, side);
    return true;
  }

 private:
  base::Rng rng_;
  Live live_;
};

}  // namespace

Made make_random_path(const StrategyOptions&, base::Rng rng) { return std::make_unique<RandomPath>(rng); }

}  // namespace cairn::search
