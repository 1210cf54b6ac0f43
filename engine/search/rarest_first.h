// Open sides by kind: the kind that runs have taken least often comes first, and within it any side.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/search/strategy.h"

namespace cairn::search {

// A flip that came to an end, whether a run got there or not.
inline bool tried(const Observation& seen) {
  return seen.side.valid() && (seen.result == Result::arrived || seen.result == Result::infeasible ||
                               seen.result == Result::unknown || seen.result == Result::diverged);
}

class RarestFirst {
 public:
  // One that waits already stays where it is.
  void add(std::uint64_t kind, tree::SideId side) {
    if (waits(side)) {
      maybe_aside_ = true;
      return;
    }
    if (side.value >= waiting_.size()) waiting_.resize(side.value + 1);
    waiting_[side.value] = true;
    Kind& known = kinds_[kind];
    if (known.open.empty()) order_.insert({known.taken, kind});
    known.open.push_back(side);
  }

  // Was it added and not taken since?
  [[nodiscard]] bool waits(tree::SideId side) const { return side.value < waiting_.size() && waiting_[side.value]; }

  // A side of this kind was taken, or tried in vain.
  void count(std::uint64_t kind) {
    Kind& known = kinds_[kind];
    if (!known.open.empty()) order_.erase({known.taken, kind});
    ++known.taken;
    if (!known.open.empty()) order_.insert({known.taken, kind});
  }

  // An open side, which is forgotten. Kinds that were taken equally often come in the order of their numbers. Closed
  // ones that are met on the way are put aside.
  std::optional<tree::SideId> take(const tree::Tree& tree, base::Rng& rng) {
    for (;;) {
      if (order_.empty() && maybe_aside_) take_back(tree);
      if (order_.empty()) return std::nullopt;
      const auto rarest = order_.begin();
      const std::uint64_t kind = rarest->second;
      auto& open = kinds_[kind].open;
      const std::size_t at = rng.below(open.size());
      const tree::SideId side = std::exchange(open[at], open.back());
      open.pop_back();
      if (open.empty()) order_.erase(rarest);
      if (tree.closed(side)) {
        aside_.emplace_back(kind, side);
        continue;
      }
      waiting_[side.value] = false;
      if (tree.open(side)) return side;
    }
  }

  // The same as an action.
  Action propose(const tree::Tree& tree, base::Rng& rng) {
    const auto side = take(tree, rng);
    return side ? Action(Flip{*side}) : Action(Done{});
  }

  // These are open again. `kind_of(side)` is asked only for those that were not put aside: it may walk to the root.
  template <class KindOf>
  void take_back(const tree::Tree& tree, std::span<const tree::SideId> sides, const KindOf& kind_of) {
    take_back(tree);
    for (const tree::SideId side : sides) {
      if (!waits(side)) add(kind_of(side), side);
    }
  }

  // Those put aside that are open again wait as before: their kinds are known.
  void take_back(const tree::Tree& tree) {
    maybe_aside_ = false;
    std::vector<std::pair<std::uint64_t, tree::SideId>> closed;
    for (const auto& [kind, side] : std::exchange(aside_, {})) {
      if (tree.closed(side)) {
        closed.emplace_back(kind, side);
        continue;
      }
      waiting_[side.value] = false;
      if (tree.open(side)) add(kind, side);
    }
    aside_ = std::move(closed);
  }

 private:
  struct Kind {
    std::uint64_t taken = 0;
    std::vector<tree::SideId> open;
  };
  std::unordered_map<std::uint64_t, Kind> kinds_;
  std::vector<bool> waiting_;  // by side; also those put aside
  std::vector<std::pair<std::uint64_t, tree::SideId>> aside_;
  bool maybe_aside_ = false;                                 // one of these may be open: it was added again
  std::set<std::pair<std::uint64_t, std::uint64_t>> order_;  // (taken, kind) of those with something open
};

}  // namespace cairn::search
