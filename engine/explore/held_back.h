// Sides far down a run, and when one of them is tried.
//
// What it takes to run up to a side is known before it is flipped: the steps of the run that opened it. A run that goes
// on for ever, or nearly so, opens thousands of sides that cost as much as many ordinary runs each: once a run of vdir
// had listed every file there is, 30 s made 452 runs instead of 6,320. So runs as long as that have an eighth of all
// steps. What strategies want beyond that is put back, and has its turn when that share is not used up, or when nothing
// else is left to do.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class HeldBack {
 public:
  explicit HeldBack(base::Rng rng) : rng_(rng) {}

  // Is a side with so many steps in front of it a far one?
  [[nodiscard]] bool far(std::uint64_t steps) const;
  // May one be tried?
  [[nodiscard]] bool due() const { return far_steps_ <= kShare * (near_steps_ + far_steps_); }
  // A run took so many steps.
  void count(std::uint64_t steps);

  // The side is pruned until somebody takes it.
  void add(tree::SideId side) { waiting_.push_back(side); }
  // Any of those that are still pruned.
  std::optional<tree::SideId> take(const tree::Tree& tree);
  // These, in no order.
  [[nodiscard]] std::vector<tree::SideId> waiting(const tree::Tree& tree) const;

  // The tree is another one.
  void forget() { waiting_.clear(); }

 private:
  static constexpr double kShare = 1.0 / 8;

  base::Rng rng_;
  std::vector<tree::SideId> waiting_;
  double near_runs_ = 0, near_steps_ = 0, far_steps_ = 0;
};

}  // namespace cairn::explore
