#include "engine/explore/residence.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace cairn::explore {

namespace {

// A table that grows is there twice for a moment, and no table is more than half of everything.
constexpr double kCrowded = 0.6;
constexpr double kMost = 0.9;
// Parts of the room above what cannot be dropped, for tests and for all that is brought back.
constexpr double kTests = 0.25;
constexpr double kWindow = 0.5;

std::size_t between(std::size_t low, std::size_t high, double share) {
  return low + static_cast<std::size_t>(static_cast<double>(high - low) * share);
}

}  // namespace

Residence::Residence(suite::RunDirectory& directory, std::uint64_t limit, std::function<std::size_t()> used)
    : directory_(directory), limit_(limit), used_(std::move(used)), high_(between(0, limit, kCrowded)) {}

bool Residence::explored() {
  finished_.resize(directory_.last_path() + 1, false);
  for (const std::uint32_t id : residents_) finished_[id] = true;
  std::fill(finished_.begin() + found_since_, finished_.end(), true);
  finished_[0] = true;
  return std::ranges::find(finished_, false) == finished_.end();
}

base::Status Residence::refill(const Load& load) {
  refilled_ = true;
  residents_.clear();
  found_since_ = directory_.last_path() + 1;
  finished_.resize(found_since_, false);
  const std::size_t least = used_();
  const std::size_t most = between(0, limit_, kMost);
  if (least >= most) {
    return base::environment_error(
        fmt::format("{} MB are in use with an empty tree, which leaves no room within --memory {}; give at least {}",
                    least >> 20, limit_ >> 20, (least * 3) >> 20));
  }
  high_ = std::max(between(0, limit_, kCrowded), between(least, most, kWindow));
  TRY(const bool go_on, load_tests(between(least, high_, kTests), load));
  return go_on ? load_in_turn(between(least, high_, kWindow), load) : base::Status();
}

base::Result<bool> Residence::load_tests(std::size_t until, const Load& load) {
  TRY(const auto tests, directory_.kept_paths());
  for (auto id = tests.rbegin(); id != tests.rend() && used_() < until; ++id) {
    if (finished_[*id]) continue;
    TRY(const bool go_on, bring(*id, load));
    if (!go_on) return false;
  }
  std::ranges::sort(residents_);
  return true;
}

// At least one, or an exploration would never end.
base::Status Residence::load_in_turn(std::size_t until, const Load& load) {
  const std::size_t tests = residents_.size();
  for (std::uint32_t passed = 1; passed < found_since_; ++passed) {
    if (turn_ >= found_since_) turn_ = 1;
    const std::uint32_t id = turn_++;
    const auto end = residents_.begin() + static_cast<std::ptrdiff_t>(tests);
    if (finished_[id] || std::binary_search(residents_.begin(), end, id)) continue;
    TRY(const bool go_on, bring(id, load));
    if (!go_on || used_() >= until) break;
  }
  return {};
}

base::Result<bool> Residence::bring(std::uint32_t id, const Load& load) {
  TRY(const suite::PathRecord record, directory_.find_path(id));
  TRY(const bool brought, load(record));
  if (brought) residents_.push_back(id);
  return brought;
}

base::Result<std::optional<Settled>> Residence::settle(std::uint64_t key) {
  TRY(const auto known, directory_.find_side(key));
  if (!known) return std::optional<Settled>();
  switch (known->knowledge) {
    case suite::SideKnowledge::infeasible:
      return std::optional(Settled{tree::SideState::infeasible, std::nullopt});
    case suite::SideKnowledge::unknown:
      return std::optional(Settled{tree::SideState::unknown, std::nullopt, known->effort});
    case suite::SideKnowledge::diverged:
      return std::optional(Settled{tree::SideState::diverged, std::nullopt});
    case suite::SideKnowledge::visited:
      return std::optional(Settled{tree::SideState::pruned, std::nullopt});
    case suite::SideKnowledge::open:
      break;
  }
  return std::optional<Settled>();
}

}  // namespace cairn::explore
