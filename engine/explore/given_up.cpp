#include "engine/explore/given_up.h"

#include <algorithm>

#include "engine/search/flip_cost.h"

namespace cairn::explore {

namespace {

constexpr double kShare = 1.0 / 8;      // of the runs, that tries before the end may cost
constexpr std::uint32_t kModerate = 2;  // effort of the longest of them

}  // namespace

void GivenUp::add(tree::SideId side, std::uint32_t effort) {
  if (effort < solver::kMostEffort) waiting_[effort + 1].push_back(side);
}

std::optional<GivenUp::Side> GivenUp::take() {
  for (std::uint32_t effort = 0; effort < waiting_.size(); ++effort) {
    if (waiting_[effort].empty()) continue;
    const tree::SideId side = waiting_[effort].front();
    waiting_[effort].pop_front();
    return Side{side, effort};
  }
  return std::nullopt;
}

bool GivenUp::due(std::uint64_t runs) const {
  if (spent_ > kShare * static_cast<double>(runs)) return false;
  return std::ranges::any_of(waiting_.begin(), waiting_.begin() + kModerate + 1,
                             [](const auto& sides) { return !sides.empty(); });
}

void GivenUp::spend(std::uint64_t steps) { spent_ += search::FlipCost::of(steps); }

std::size_t GivenUp::waiting(const tree::Tree& tree) const {
  std::size_t count = 0;
  for (const auto& sides : waiting_)
    count += static_cast<std::size_t>(std::ranges::count_if(
        sides, [&tree](tree::SideId side) { return tree.state(side) == tree::SideState::unknown; }));
  return count;
}

}  // namespace cairn::explore
