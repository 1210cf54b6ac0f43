// Every conditional its turn: of all open sides pick one at the branch, in its calling context, where flips have been
// tried least often.
//
// Where the input is printed, quoted or copied, each of its bytes opens dozens of sides: in a program that quotes what
// it rejects, nine of ten open sides are at one switch (docs/architecture.md), and whoever draws among sides draws
// these. Here a conditional has one lot, however many sides are open at it. A flip that covered something first counts
// for nothing: a conditional that still brings something keeps its turn, such as the loop over the letters of options.
#include "engine/search/conditional.h"
#include "engine/search/makers.h"
#include "engine/search/opened.h"
#include "engine/search/rarest_first.h"

namespace cairn::search {

namespace {

using tree::SideId;

auto place_in(const tree::Tree& tree) {
  return [&tree](SideId side) { return conditional_of(tree.node(tree.node_of(side))); };
}

class Sites final : public Strategy {
 public:
  explicit Sites(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    update(view.tree);
    return sides_.propose(view.tree, rng_);
  }

  void observe(const View& view, const Observation& seen) override {
    update(view.tree);
    if (seen.new_sides == 0 || reopened(view, seen)) sides_.observe(view, seen, place_in(view.tree));
  }

  bool take_back(const View& view, std::span<const SideId> sides) override {
    update(view.tree);
    sides_.take_back(view.tree, sides, place_in(view.tree));
    return true;
  }

 private:
  void update(const tree::Tree& tree) {
    opened_.new_sides(tree, [&](SideId side) { sides_.add(side, place_in(tree)); });
  }

  base::Rng rng_;
  Opened opened_;
  RarestFirst sides_;
};

}  // namespace

Made make_sites(const StrategyOptions&, base::Rng rng) { return std::make_unique<Sites>(rng); }

}  // namespace cairn::search
