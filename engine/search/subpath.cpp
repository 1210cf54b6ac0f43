// Subpath-guided search (Li, Su, Wang and Li 2013): prefer what is travelled least. Of all open sides pick one whose
// last n branches, itself included, have been taken least often.
//
// What differs: passages are counted as the tree grows, so prefixes that runs share count once, as they are executed
// once in KLEE. Among subpaths of equal count the choice is by their hash, within one it is random. The paper uses n =
// 1, 2, 4, 8 in turn; here n is the number behind the colon, 4 without.
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/opened.h"
#include "engine/search/subpaths.h"

namespace cairn::search {

namespace {

using tree::SideId;

class Subpath final : public Strategy {
 public:
  Subpath(const StrategyOptions& options, base::Rng rng) : length_(options.length.value_or(4)), rng_(rng) {}

  Action propose(const View& view) override {
    update(view);
    while (!order_.empty()) {
      const auto rarest = order_.begin();
      auto& open = ends_[rarest->second].open;
      const std::size_t at = rng_.below(open.size());
      const SideId side = std::exchange(open[at], open.back());
      open.pop_back();
      if (open.empty()) order_.erase(rarest);
      if (view.tree.open(side)) return Flip{side};
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    update(view);
    if (seen.result == Result::arrived) count(subpath(view.tree, seen.side, length_));
    if (reopened(view, seen)) add(subpath(view.tree, seen.side, length_), seen.side);
  }

 private:
  struct End {
    std::uint64_t taken = 0;
    std::vector<SideId> open;
  };

  void update(const View& view) {
    opened_.new_nodes(view.tree, [&](tree::NodeId node) {
      for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
        const SideId side = view.tree.side(node, k);
        if (view.tree.open(side)) add(subpath(view.tree, side, length_), side);
        if (view.tree.state(side) == tree::SideState::visited) count(subpath(view.tree, side, length_));
      }
    });
  }

  void add(std::uint64_t subpath_hash, SideId side) {
    End& end = ends_[subpath_hash];
    if (end.open.empty()) order_.insert({end.taken, subpath_hash});
    end.open.push_back(side);
  }

  void count(std::uint64_t subpath_hash) {
    End& end = ends_[subpath_hash];
    if (!end.open.empty()) order_.erase({end.taken, subpath_hash});
    ++end.taken;
    if (!end.open.empty()) order_.insert({end.taken, subpath_hash});
  }

  std::uint32_t length_;
  base::Rng rng_;
  Opened opened_;
  std::unordered_map<std::uint64_t, End> ends_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> order_;  // (taken, subpath) of those with something open
};

}  // namespace

Made make_subpath(const StrategyOptions& options, base::Rng rng) { return std::make_unique<Subpath>(options, rng); }

}  // namespace cairn::search
