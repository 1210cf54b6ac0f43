// A share of an exploration: the paths from one place of the tree to another, in the order of depth-first search with
// true before false (ranged symbolic execution). Shares of one tree are independent of each other: each can be explored
// by another session, in another thread or on another machine, and together they are everything.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/explore/precedent.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

using Outcomes = std::vector<std::uint32_t>;  // of the sides from the root on: the order of paths is theirs

[[nodiscard]] Outcomes outcomes_of(const tree::Tree& tree, tree::SideId side);

struct Share {
  std::optional<Outcomes> from;  // the first place of it; none: the first there is
  std::optional<Outcomes> to;    // the first place behind it; none: there is no more

  [[nodiscard]] bool holds(const Outcomes& place) const;
  // Whether some place below is held.
  [[nodiscard]] bool touches(std::span<const std::uint32_t> above) const;
};

// Shares with about the same number of open sides that are `wanted`; fewer than `most` where there are fewer sides,
// none where there is none.
[[nodiscard]] std::vector<Share> divide(const tree::Tree& tree, std::size_t most,
                                        const std::function<bool(tree::SideId)>& wanted);

// Leaves what is outside of the share to others, and asks `first` for the rest. Once there is a share, that is.
class WithinShare final : public Precedent {
 public:
  // `bounded`: how deep a strategy goes depends on how many sides of a branch can be taken. Then sides beside the way
  // to the share are decided here too, though nothing behind them is.
  WithinShare(std::unique_ptr<Precedent> first, const tree::Tree& tree, bool bounded)
      : first_(std::move(first)), tree_(tree), bounded_(bounded) {}

  void restrict_to(Share share) { share_ = std::move(share); }
  std::optional<Settled> settle(tree::SideId side, std::uint64_t key) override;
  void forget() override { first_->forget(); }

 private:
  std::unique_ptr<Precedent> first_;
  const tree::Tree& tree_;
  bool bounded_;
  std::optional<Share> share_;
};

}  // namespace cairn::explore
