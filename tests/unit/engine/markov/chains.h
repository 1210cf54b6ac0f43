// Small chains for the tests.
#pragma once

#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/markov/chain.h"

namespace cairn::markov {

inline Chain chain_of(std::vector<std::vector<Step>> steps) {
  auto chain = Chain::make(std::move(steps), 0);
  CHECK(chain.ok());
  return std::move(chain).value();
}

// The two-branch program of the decision process's figure: both branches at the start, each with a sink.
inline Chain two_branches(double probability, double cost) {
  return chain_of({{{1, probability, cost}, {2, 1 - probability, cost}}, {}, {}});
}

// Forward-only, every state reachable, up to two steps out of a state; probabilities and costs of all sizes.
inline Chain random_chain(std::size_t size, base::Rng& rng) {
  std::vector<std::vector<Step>> steps(size);
  for (std::size_t state = 0; state + 1 < size; ++state) {
    const auto cost = [&] { return static_cast<double>(2 + rng.below(99)); };
    const State next = static_cast<State>(state + 1);
    if (state + 2 < size && rng.coin()) {
      const State far = static_cast<State>(state + 2 + rng.below(size - state - 2));
      const double rare = rng.coin() ? 0.001 * static_cast<double>(1 + rng.below(9)) : 0.05 + 0.9 * rng.uniform();
      steps[state] = {{next, rare, cost()}, {far, 1 - rare, cost()}};
    } else {
      steps[state] = {{next, 1, cost()}};
    }
  }
  return chain_of(std::move(steps));
}

}  // namespace cairn::markov
