#include "engine/explore/held_back.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cairn::explore {

namespace {

constexpr double kTimes = 16;       // the steps of an average run
constexpr double kLeast = 100'000;  // a millisecond or so, less than a process takes to start

auto held_in(const tree::Tree& tree) {
  return [&tree](tree::SideId side) { return tree.state(side) == tree::SideState::pruned; };  // else a run came by
}

}  // namespace

bool HeldBack::far(std::uint64_t steps) const {
  const double average = near_runs_ == 0 ? 0 : near_steps_ / near_runs_;
  return static_cast<double>(steps) > std::max(kLeast, kTimes * average);
}

// Long runs do not count for the average, or a few of them would make themselves ordinary.
void HeldBack::count(std::uint64_t steps) {
  if (far(steps)) {
    far_steps_ += static_cast<double>(steps);
  } else {
    near_steps_ += static_cast<double>(steps);
    ++near_runs_;
  }
}

std::optional<tree::SideId> HeldBack::take(const tree::Tree& tree) {
  while (!waiting_.empty()) {
    std::swap(waiting_[rng_.below(waiting_.size())], waiting_.back());
    const tree::SideId side = waiting_.back();
    waiting_.pop_back();
    if (held_in(tree)(side)) return side;
  }
  return std::nullopt;
}

std::vector<tree::SideId> HeldBack::waiting(const tree::Tree& tree) const {
  std::vector<tree::SideId> held;
  std::ranges::copy_if(waiting_, std::back_inserter(held), held_in(tree));
  return held;
}

}  // namespace cairn::explore
