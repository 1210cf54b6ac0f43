// Random state (KLEE's random-state): every open side is equally likely. The frontier of the tree is an array, so this
// needs no memory of its own.
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

class RandomState final : public Strategy {
 public:
  explicit RandomState(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    const auto open = view.tree.frontier();
    if (open.empty()) return Done{};
    return Flip{open[rng_.below(open.size())]};
  }
  void observe(const View&, const Observation&) override {}
  bool take_back(const View&, std::span<const tree::SideId>) override { return true; }

 private:
  base::Rng rng_;
};

}  // namespace

Made make_random_state(const StrategyOptions&, base::Rng rng) { return std::make_unique<RandomState>(rng); }

}  // namespace cairn::search
