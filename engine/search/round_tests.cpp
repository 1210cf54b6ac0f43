#include "engine/search/round_tests.h"

#include <algorithm>
#include <utility>

#include "engine/program/coverage.h"
#include "engine/program/program.h"
#include "engine/search/path.h"

namespace cairn::search {

namespace {

using tree::SideId;

constexpr std::size_t kFewestLeft = 4;  // along the path of a test to start from

std::unordered_set<SideId> left_along(const View& view, SideId leaf) {
  std::unordered_set<SideId> along;
  for (const SideId taken : path_to(view.tree, leaf)) {
    const tree::NodeId node = view.tree.node_of(taken);
    for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
      const SideId side = view.tree.side(node, k);
      if (view.tree.open(side) || view.tree.closed(side)) along.insert(side);
    }
  }
  return along;
}

}  // namespace

void RoundTests::begin_round(const View& view) { round_covered_.assign(view.program.sides(), false); }

bool RoundTests::look(const View& view) {
  latest_.clear();
  bool fresh = false;
  const auto counters = view.coverage.latest();
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    if (counters[i] == 0) continue;
    const program::SideId side = view.program.side_of_counter(i);
    if (!side.valid()) continue;
    latest_.push_back(side.value);
    fresh = fresh || !round_covered_[side.value];
    round_covered_[side.value] = true;
  }
  return fresh;
}

void RoundTests::add(FeatureSetId features, SideId leaf, std::shared_ptr<const HomiPolicy> policy) {
  std::ranges::sort(latest_);
  const auto twice = std::ranges::unique(latest_);
  latest_.erase(twice.begin(), twice.end());
  tests_.push_back({features, latest_, std::move(policy)});
  leaves_.push_back(leaf);
  chosen_.push_back(0);
}

void RoundTests::find_good(std::size_t most) {
  good_ = good_tests(tests_);
  if (tests_.size() <= most) return;
  std::ranges::sort(good_);
  for (std::size_t i = 0; i < good_.size(); ++i) {
    if (i != good_[i]) tests_[i] = std::move(tests_[good_[i]]);
    leaves_[i] = leaves_[good_[i]];
    chosen_[i] = chosen_[good_[i]];
    good_[i] = i;
  }
  tests_.resize(good_.size());
  leaves_.resize(good_.size());
  chosen_.resize(good_.size());
}

std::optional<RoundTests::Start> RoundTests::find_start(const View& view) {
  std::vector<std::size_t> order = good_;
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return chosen_[a] != chosen_[b] ? chosen_[a] < chosen_[b] : a > b; });
  for (const std::size_t test : order) {
    Start start{test, left_along(view, leaves_[test])};
    if (start.along.size() >= kFewestLeft) return start;
  }
  return std::nullopt;
}

}  // namespace cairn::search
