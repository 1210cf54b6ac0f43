#include "engine/markov/estimate.h"

#include <algorithm>
#include <numeric>

namespace cairn::markov {

Successors successors_of(const Chain& chain) {
  Successors successors(chain.size());
  for (State state = 0; state < chain.size(); ++state) {
    for (const Step& step : chain.steps(state)) successors[state].push_back(step.to);
  }
  return successors;
}

StepCounts::StepCounts(const Successors& successors) : successors_(&successors) {
  for (const auto& of_state : successors) counts_.emplace_back(of_state.size(), 0);
}

void StepCounts::add(std::span<const State> run) {
  for (std::size_t i = 0; i + 1 < run.size(); ++i) {
    const auto& possible = (*successors_)[run[i]];
    const auto at = std::ranges::find(possible, run[i + 1]);
    if (at != possible.end()) ++counts_[run[i]][static_cast<std::size_t>(at - possible.begin())];
  }
}

void laplace(std::span<const std::uint64_t> counts, std::vector<double>& probabilities) {
  const auto sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const double all = static_cast<double>(sum + counts.size());
  probabilities.clear();
  for (const std::uint64_t count : counts) probabilities.push_back(static_cast<double>(count + 1) / all);
}

void good_turing(std::span<const std::uint64_t> counts, std::vector<double>& probabilities) {
  const double all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  const auto unseen = static_cast<double>(std::ranges::count(counts, std::uint64_t{0}));
  const auto once = static_cast<double>(std::ranges::count(counts, std::uint64_t{1}));
  const double missing = all == 0 ? 1 : unseen == 0 ? 0 : std::clamp(once, 0.5, all - 0.5) / all;
  probabilities.clear();
  for (const std::uint64_t count : counts) {
    probabilities.push_back(count == 0 ? missing / unseen : (1 - missing) * static_cast<double>(count) / all);
  }
}

}  // namespace cairn::markov
