// What runs tell about the probabilities of a chain whose possible steps are known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/markov/chain.h"

namespace cairn::markov {

// The steps that are possible: successors of each state.
using Successors = std::vector<std::vector<State>>;

Successors successors_of(const Chain& chain);

// How often each possible step was taken.
class StepCounts {
 public:
  explicit StepCounts(const Successors& successors);

  // Counts every step of a run. Pairs that are no possible step are not counted.
  void add(std::span<const State> run);

  [[nodiscard]] std::span<const std::uint64_t> of(State state) const { return counts_[state]; }  // as in Successors

 private:
  const Successors* successors_;
  std::vector<std::vector<std::uint64_t>> counts_;
};

// Both fill `probabilities`, one for each count; they sum to 1 and none is 0, so nothing possible is ever given up.

// Laplace: (count + 1) / (sum + number of steps).
void laplace(std::span<const std::uint64_t> counts, std::vector<double>& probabilities);

// Good and Turing: steps never taken share the mass of those taken once, N1 / N; the others share the rest as they were
// seen. N1 is taken as at least 1/2 and at most N - 1/2, since a single run must neither rule out a step nor be
// forgotten. Uniform before anything is seen.
void good_turing(std::span<const std::uint64_t> counts, std::vector<double>& probabilities);

}  // namespace cairn::markov
