// Subpath-guided search (Li, Su, Wang and Li 2013): prefer what is travelled least. Of all open sides pick one whose
// last n branches, itself included, have been taken least often.
//
// What differs: passages are counted as the tree grows, so prefixes that runs share count once, as they are executed
// once in KLEE. A flip that failed counts like one that went there: KLEE knows infeasible states before it picks them,
// and a subpath that nothing can take would be tried again at each place where it ends. Among subpaths of equal count
// the choice is by their hash, within one it is random. The paper uses n = 1, 2, 4, 8 in turn; here n is the number
// behind the colon, 4 without.
#include "engine/search/makers.h"
#include "engine/search/opened.h"
#include "engine/search/rarest_first.h"
#include "engine/search/subpaths.h"

namespace cairn::search {

namespace {

using tree::SideId;

auto subpath_in(const tree::Tree& tree, std::uint32_t length) {
  return [&tree, length](SideId side) { return subpath(tree, side, length); };
}

class Subpath final : public Strategy {
 public:
  Subpath(const StrategyOptions& options, base::Rng rng) : length_(options.length.value_or(4)), rng_(rng) {}

  Action propose(const View& view) override {
    update(view);
    return sides_.propose(view.tree, rng_);
  }

  void observe(const View& view, const Observation& seen) override {
    update(view);
    sides_.observe(view, seen, subpath_in(view.tree, length_));
  }

  bool take_back(const View& view, std::span<const SideId> sides) override {
    update(view);
    sides_.take_back(view.tree, sides, subpath_in(view.tree, length_));
    return true;
  }

 private:
  void update(const View& view) {
    opened_.new_nodes(view.tree,
                      [&](tree::NodeId node) { sides_.take_in(view.tree, node, subpath_in(view.tree, length_)); });
  }

  std::uint32_t length_;
  base::Rng rng_;
  Opened opened_;
  RarestFirst sides_;
};

}  // namespace

Made make_subpath(const StrategyOptions& options, base::Rng rng) { return std::make_unique<Subpath>(options, rng); }

}  // namespace cairn::search
