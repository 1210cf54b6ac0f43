// CREST's -cfg_baseline, which the paper does not describe: on the current path, sides nobody has covered come first,
// then those that occur least often on the path; after 250 runs of a path or when it has none left, start over from
// random inputs.
//
// What differs: only open sides are tried. A fresh start that brings nothing new is followed by a random open side
// instead of another fresh start, so that the search ends when nothing is open.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/program/coverage.h"
#include "engine/search/makers.h"
#include "engine/search/path.h"

namespace cairn::search {

namespace {

using tree::SideId;

constexpr std::uint32_t kRuns = 250;

class CfgBaseline final : public Strategy {
 public:
  explicit CfgBaseline(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    const auto open = view.tree.frontier();
    if (open.empty()) return Done{};
    while (runs_ < kRuns && !candidates_.empty()) {
      const SideId side = candidates_.back();
      candidates_.pop_back();
      if (view.tree.open(side)) return Flip{side};
    }
    runs_ = 0;
    candidates_.clear();
    restarted_ = !restarted_;
    if (restarted_) return FreshRandom{};
    return Flip{open[rng_.below(open.size())]};
  }

  void observe(const View& view, const Observation& seen) override {
    if (seen.leaf.valid()) ++runs_;
    if (!adopts(seen)) return;
    const bool progress = seen.new_sides > 0 || candidates_.empty();
    if (progress) rank(view, seen.leaf);
  }

 private:
  // Another path is current: its open sides, best last, and its runs are counted anew.
  void rank(const View& view, SideId leaf) {
    runs_ = 0;
    struct Scored {
      SideId side;
      std::uint32_t score;
    };
    std::vector<Scored> scored;
    for (const SideId step : path_to(view.tree, leaf)) {
      const tree::NodeId node = view.tree.node_of(step);
      for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
        if (const SideId side = view.tree.side(node, k); view.tree.open(side)) scored.push_back({side, 0});
      }
    }
    shuffle(scored);
    std::unordered_map<std::uint64_t, std::uint32_t> occurrences;
    for (Scored& each : scored) {
      const tree::Node& node = view.tree.node(view.tree.node_of(each.side));
      const std::uint32_t outcome = view.tree.outcome(each.side);
      each.score = occurrences[std::uint64_t{node.branch} << 32 | outcome]++;
      const auto source = view.program.side_of(node.branch, outcome);
      if (!source.valid() || view.coverage.covered(source)) each.score += 100'000'000;
    }
    std::ranges::sort(scored, std::ranges::greater{}, &Scored::score);
    candidates_.clear();
    for (const Scored& each : scored) candidates_.push_back(each.side);
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng_.below(i)]);
  }

  base::Rng rng_;
  std::vector<SideId> candidates_;
  std::uint32_t runs_ = 0;
  bool restarted_ = false;
};

}  // namespace

Made make_cfg_baseline(const StrategyOptions&, base::Rng rng) { return std::make_unique<CfgBaseline>(rng); }

}  // namespace cairn::search
