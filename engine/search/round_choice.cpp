#include "engine/search/round_choice.h"

#include <fmt/core.h>

#include <optional>

namespace cairn::search {

namespace {

constexpr std::uint32_t kTurn = 4;
constexpr double kDoubt = 0.1;  // rounds that the guess of one side a round counts for
constexpr double kFade = 0.7;   // what was earned long ago says little about what can still be had
constexpr std::array<std::string_view, RoundChoice::kinds> kNames = {"random pruning", "learnt pruning",
                                                                     "earlier inputs", "plain search"};

}  // namespace

// Time passes for all of them: what one could not do for long is worth another try.
void RoundChoice::earn(Kind kind, double covered, double spent) {
  for (Earnings& each : earnings_) {
    each.covered *= kFade;
    each.spent *= kFade;
    ++each.waits;
  }
  Earnings& earnings = earnings_[kind];
  earnings.covered += covered;
  earnings.spent += spent;
  earnings.waits = 0;
  earnings.tried = true;
}

RoundChoice::Chosen RoundChoice::next(const Possible& possible) {
  const double common = rate_of_all();
  std::array<double, kinds> rates{};
  std::size_t best = plain_search;
  std::size_t waiting = plain_search;
  std::optional<std::size_t> untried;
  for (std::size_t i = kinds; i-- > 0;) {
    rates[i] = (earnings_[i].covered + common * longest_) / (earnings_[i].spent + longest_);
    if (!possible[i]) continue;
    if (rates[i] > rates[best]) best = i;
    if (earnings_[i].waits > earnings_[waiting].waits) waiting = i;
    if (!earnings_[i].tried) untried = i;
  }
  if (untried) return {static_cast<Kind>(*untried), fmt::format("{} for the first time", kNames[*untried])};
  if (++turns_ % kTurn == 0) return {static_cast<Kind>(waiting), fmt::format("{} has waited longest", kNames[waiting])};
  return {static_cast<Kind>(best), promises(best, rates)};
}

// Never nothing: a side for the longest round, where there is little to go by.
double RoundChoice::rate_of_all() const {
  double covered = kDoubt, spent = kDoubt * longest_;
  for (const Earnings& each : earnings_) {
    covered += each.covered;
    spent += each.spent;
  }
  return covered / spent;
}

std::string RoundChoice::promises(std::size_t best, const std::array<double, kinds>& rates) const {
  const double unit = budget_ / 100;
  std::string others;
  for (std::size_t i = 0; i < kinds; ++i) {
    if (i != best) others += fmt::format("{}{} {:.2f}", others.empty() ? "" : ", ", kNames[i], rates[i] * unit);
  }
  return fmt::format("{} promises {:.2f} sides for a hundredth of the budget; {}", kNames[best], rates[best] * unit,
                     others);
}

}  // namespace cairn::search
