// Open sides by kind: the kind that runs have taken least often comes first, and within it any side.
//
// A kind is a hash of the strategy's choice, the same for a side at all times. It may take a walk to the root to find,
// so `kind_of(side)` is asked once for each side and remembered as a number: every flip is counted, and most are in
// vain.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/search/opened.h"
#include "engine/search/strategy.h"

namespace cairn::search {

class RarestFirst {
 public:
  // The side is open. One that waits already stays where it is.
  template <class KindOf>
  void add(tree::SideId side, const KindOf& kind_of) {
    const std::uint32_t number = number_of(side, kind_of);
    if (!waiting_[side.value]) {
      wait(side, number);
    } else {
      maybe_aside_ = true;
    }
  }

  // The side was taken, or tried in vain.
  template <class KindOf>
  void count(tree::SideId side, const KindOf& kind_of) {
    const std::uint32_t number = number_of(side, kind_of);
    const bool placed = !kinds_[number].open.empty();
    if (placed) order_.erase(place_of(number));
    ++kinds_[number].taken;
    if (placed) order_.insert(place_of(number));
  }

  // Both, for the sides of a node that is new.
  template <class KindOf>
  void take_in(const tree::Tree& tree, tree::NodeId node, const KindOf& kind_of) {
    for (std::uint32_t k = 0; k < tree.node(node).sides; ++k) {
      const tree::SideId side = tree.side(node, k);
      if (tree.open(side)) add(side, kind_of);
      if (tree.state(side) == tree::SideState::visited) count(side, kind_of);
    }
  }

  // What came of a flip: its side waits again, or counts.
  template <class KindOf>
  void observe(const View& view, const Observation& seen, const KindOf& kind_of) {
    if (reopened(view, seen)) {
      add(seen.side, kind_of);
    } else if (tried(seen)) {
      count(seen.side, kind_of);
    }
  }

  // An open side, which waits no longer. Kinds that were taken equally often come in the order of their hashes. Closed
  // ones that are met on the way are put aside.
  std::optional<tree::SideId> take(const tree::Tree& tree, base::Rng& rng) {
    for (;;) {
      if (order_.empty() && maybe_aside_) take_back(tree);
      if (order_.empty()) return std::nullopt;
      const auto rarest = order_.begin();
      auto& open = kinds_[std::get<2>(*rarest)].open;
      const std::size_t at = rng.below(open.size());
      const tree::SideId side = std::exchange(open[at], open.back());
      open.pop_back();
      if (open.empty()) order_.erase(rarest);
      if (tree.closed(side)) {
        aside_.push_back(side);
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

  // These are open again.
  template <class KindOf>
  void take_back(const tree::Tree& tree, std::span<const tree::SideId> sides, const KindOf& kind_of) {
    take_back(tree);
    for (const tree::SideId side : sides) {
      const std::uint32_t number = number_of(side, kind_of);
      if (!waiting_[side.value]) wait(side, number);
    }
  }

  // Those put aside that are open again wait as before.
  void take_back(const tree::Tree& tree) {
    maybe_aside_ = false;
    std::vector<tree::SideId> closed;
    for (const tree::SideId side : std::exchange(aside_, {})) {
      if (tree.closed(side)) {
        closed.push_back(side);
        continue;
      }
      waiting_[side.value] = false;
      if (tree.open(side)) wait(side, numbers_of_[side.value]);
    }
    aside_ = std::move(closed);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // A flip that came to an end, whether a run got there or not.
  static bool tried(const Observation& seen) {
    return seen.side.valid() && (seen.result == Result::arrived || seen.result == Result::infeasible ||
                                 seen.result == Result::unknown || seen.result == Result::diverged);
  }

  struct Kind {
    std::uint64_t hash = 0;
    std::uint64_t taken = 0;
    std::vector<tree::SideId> open;
  };
  using Place = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;  // taken, hash, number

  template <class KindOf>
  std::uint32_t number_of(tree::SideId side, const KindOf& kind_of) {
    if (side.value >= numbers_of_.size()) {
      numbers_of_.resize(side.value + 1, kNone);
      waiting_.resize(side.value + 1);
    }
    std::uint32_t& number = numbers_of_[side.value];
    if (number == kNone) {
      const std::uint64_t hash = kind_of(side);
      const auto [at, fresh] = numbers_.try_emplace(hash, static_cast<std::uint32_t>(kinds_.size()));
      if (fresh) kinds_.push_back({hash, 0, {}});
      number = at->second;
    }
    return number;
  }

  [[nodiscard]] Place place_of(std::uint32_t number) const {
    return {kinds_[number].taken, kinds_[number].hash, number};
  }

  void wait(tree::SideId side, std::uint32_t number) {
    waiting_[side.value] = true;
    if (kinds_[number].open.empty()) order_.insert(place_of(number));
    kinds_[number].open.push_back(side);
  }

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of kinds, by hash
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> numbers_of_;  // by side: that of its kind, where it was asked for
  std::vector<bool> waiting_;              // by side; also those put aside
  std::vector<tree::SideId> aside_;
  bool maybe_aside_ = false;  // one of these may be open: it was added again
  std::set<Place> order_;     // of kinds with something open
};

}  // namespace cairn::search
