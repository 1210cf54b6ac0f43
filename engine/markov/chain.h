// A discrete-time Markov chain whose steps carry a cost: the data-abstract chain of a program (Wang, Sun, Chen, Zhang,
// Wang, Lin: Towards Optimal Concolic Testing, ICSE 2018). States are locations, the probability of a step is that of a
// random input taking it, its cost that of solving for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/rng.h"

namespace cairn::markov {

using State = std::uint32_t;
using Path = std::vector<State>;  // states in order; consecutive ones are steps of the chain

struct Step {
  State to = 0;
  double probability = 0;
  double cost = 0;
};

class Chain {
 public:
  // An error when a step leads nowhere, or the probabilities of a state that is no sink do not sum to one.
  static base::Result<Chain> make(std::vector<std::vector<Step>> steps, State initial);

  [[nodiscard]] std::size_t size() const { return steps_.size(); }
  [[nodiscard]] State initial() const { return initial_; }
  [[nodiscard]] std::span<const Step> steps(State state) const { return steps_[state]; }
  [[nodiscard]] bool sink(State state) const { return steps_[state].empty(); }
  // Some step of it is neither certain nor impossible.
  [[nodiscard]] bool branches(State state) const;
  [[nodiscard]] bool acyclic() const;

  // The cost of solving for a path: the sum over its steps. Pairs that are no step cost nothing.
  [[nodiscard]] double cost(std::span<const State> path) const;

 private:
  Chain(std::vector<std::vector<Step>> steps, State initial) : steps_(std::move(steps)), initial_(initial) {}

  std::vector<std::vector<Step>> steps_;
  State initial_;
};

// A state behind `from`, drawn by the probabilities. Requires that `from` is no sink.
State draw_step(const Chain& chain, State from, base::Rng& rng);

// All paths from `from` that visit no state twice and have at least one step, in depth-first order; an error when there
// are more than `limit`.
base::Result<std::vector<Path>> simple_paths(const Chain& chain, State from, std::size_t limit = 1'000'000);

}  // namespace cairn::markov
