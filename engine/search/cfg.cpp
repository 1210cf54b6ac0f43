// Control-flow directed search (Burnim and Sen 2008, section 3.4; CREST's -cfg): flip the branch of the current path
// from which something uncovered is closest in the static graph, then force the execution along the way there.
//
// A side's score is its distance, counted in branches, plus how often flipping to its place has failed since the last
// success (the paper's tries), plus how often the place stands before it in a random order of the path (CREST's way of
// spreading over loops). Sides are flipped by rising score, at most 30 of a path (CREST). A run that covers something
// new is a success: its path becomes the current one. A run that arrives without is followed up: open sides below that
// are closer than the flipped one was, give or take the tries, are forced in turn, and so on with less and less left to
// go. When a path is used up the search starts over from random inputs.
//
// What differs: only open sides are flipped. The tree holds symbolic branches only, so where CREST compares each branch
// of the execution with the static path, here the distances of the symbolic ones within a window decide; a call may be
// entered or passed over in the same way. A fresh start that brings nothing is followed by a random open side instead
// of another fresh start, so that the search ends when nothing is open.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/search/live_distances.h"
#include "engine/search/makers.h"
#include "engine/search/path.h"

namespace cairn::search {

namespace {

using tree::SideId;

constexpr std::uint32_t kFar = 10000;   // CREST: not worth trying
constexpr std::uint32_t kFlips = 30;    // of one path, before it is given up
constexpr std::uint32_t kForced = 200;  // after one of them
constexpr std::uint32_t kWindow = 4;    // symbolic branches looked at for each branch of the distance

class Cfg final : public Strategy {
 public:
  explicit Cfg(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    const auto open = view.tree.frontier();
    if (open.empty()) return Done{};
    while (!forcing_.empty() && forced_ < kForced) {
      expected_ = forcing_.back();
      forcing_.pop_back();
      ++forced_;
      if (view.tree.open(expected_.side)) return Flip{expected_.side};
    }
    give_up(view);
    while (!candidates_.empty() && flips_ < kFlips) {
      expected_ = candidates_.back();
      candidates_.pop_back();
      if (!view.tree.open(expected_.side)) continue;
      base_ = expected_.side;
      return Flip{expected_.side};
    }
    flips_ = 0;
    candidates_.clear();
    restarted_ = !restarted_;
    if (restarted_) return FreshRandom{};
    expected_ = {open[rng_.below(open.size())], 0};
    return Flip{expected_.side};
  }

  void observe(const View& view, const Observation& seen) override {
    if (seen.new_sides > 0) tries_.clear();
    if (!seen.leaf.valid()) return;
    const bool ours = seen.side.valid() && seen.side == expected_.side;
    if (ours && seen.side == base_) ++flips_;
    if (seen.new_sides > 0 || !seen.side.valid() || (ours && candidates_.empty() && !base_.valid())) {
      rank(view, seen.leaf);
    } else if (ours && seen.result == Result::arrived) {
      follow_up(view, seen.leaf);
    }
  }

 private:
  struct Aim {
    SideId side;
    std::uint32_t left = 0;  // branches the way to something uncovered may still take
  };

  [[nodiscard]] std::uint64_t place(const View& view, SideId side) const {
    const tree::Node& node = view.tree.node(view.tree.node_of(side));
    return std::uint64_t{node.branch} << 32 | view.tree.outcome(side);
  }

  std::uint32_t distance(const View& view, SideId side) {
    const tree::Node& node = view.tree.node(view.tree.node_of(side));
    const auto source = view.program.side_of(node.branch, view.tree.outcome(side));
    return source.valid() ? std::min(kFar + 1, distances_.at(view).to_uncovered(source)) : kFar + 1;
  }

  // The flip nothing came of makes its place less attractive, and its ways may be longer next time.
  void give_up(const View& view) {
    forcing_.clear();
    forced_ = 0;
    if (base_.valid()) ++tries_[place(view, base_)];
    base_ = {};
  }

  // Makes the path to `leaf` the current one: its open sides, best last.
  void rank(const View& view, SideId leaf) {
    forcing_.clear();
    forced_ = flips_ = 0;
    base_ = {};
    candidates_.clear();
    struct Scored {
      Aim aim;
      std::uint32_t score;
    };
    std::vector<Scored> scored;
    for (const SideId step : path_to(view.tree, leaf)) {
      each_open(view, view.tree.node_of(step), [&](SideId side) { scored.push_back({{side, 0}, 0}); });
    }
    for (std::size_t i = scored.size(); i > 1; --i) std::swap(scored[i - 1], scored[rng_.below(i)]);
    std::unordered_map<std::uint64_t, std::uint32_t> occurrences;
    for (Scored& each : scored) {
      const std::uint64_t at = place(view, each.aim.side);
      const auto tries = tries_.find(at);
      each.aim.left = distance(view, each.aim.side) + (tries == tries_.end() ? 0 : tries->second);
      each.score = each.aim.left + occurrences[at]++;
    }
    std::erase_if(scored, [](const Scored& each) { return each.score > kFar; });
    std::ranges::sort(scored, std::ranges::greater{}, &Scored::score);
    for (const Scored& each : scored) candidates_.push_back(each.aim);
  }

  // The open sides on the rest of the path that are close enough, closest last.
  void follow_up(const View& view, SideId leaf) {
    if (expected_.left == 0 || expected_.left > kFar) return;
    const std::uint32_t left = expected_.left - 1;
    const std::uint32_t from = view.tree.node(view.tree.node_of(expected_.side)).depth + 1;
    const auto path = path_to(view.tree, leaf);
    const std::size_t end = std::min<std::size_t>(path.size(), from + (expected_.left + 1) * kWindow);
    std::vector<Aim> found;
    for (std::size_t i = from; i < end; ++i) {
      each_open(view, view.tree.node_of(path[i]), [&](SideId side) {
        if (const std::uint32_t there = distance(view, side); there <= left) found.push_back({side, there});
      });
    }
    for (std::size_t i = found.size(); i > 1; --i) std::swap(found[i - 1], found[rng_.below(i)]);
    std::ranges::sort(found, std::ranges::greater{}, &Aim::left);
    for (Aim& aim : found) aim.left = left;
    forcing_.insert(forcing_.end(), found.begin(), found.end());
  }

  template <class Each>
  void each_open(const View& view, tree::NodeId node, const Each& each) {
    for (std::uint32_t k = 0; k < view.tree.node(node).sides; ++k) {
      if (const SideId side = view.tree.side(node, k); view.tree.open(side)) each(side);
    }
  }

  base::Rng rng_;
  LiveDistances distances_{{program::Unit::branches, /*returns=*/false}};
  std::unordered_map<std::uint64_t, std::uint32_t> tries_;  // by place
  std::vector<Aim> candidates_;                             // of the current path
  std::vector<Aim> forcing_;                                // below the flip of `base_`
  Aim expected_;                                            // the latest flip
  SideId base_;                                             // the flip of the current path it belongs to
  std::uint32_t flips_ = 0, forced_ = 0;
  bool restarted_ = false;
};

}  // namespace

Made make_cfg(const StrategyOptions&, base::Rng rng) { return std::make_unique<Cfg>(rng); }

}  // namespace cairn::search
