// The least expected cost of covering everything, and the policy that has it: three ways, which must agree.
#pragma once

#include "engine/markov/cover_process.h"

namespace cairn::markov {

struct Solution {
  std::vector<double> value;          // of each process state; the goal's is 0
  std::vector<std::uint32_t> policy;  // the action to take; 0 at the goal
  std::size_t iterations = 1;
  bool converged = true;

  [[nodiscard]] double optimum() const { return value.front(); }
};

// Exact in one pass, from the largest covered set down: with self-loops as the only cycles, an action of cost c that
// stays with probability p < 1 is worth (c + the others' share) / (1 - p).
Solution backward_pass(const CoverProcess& process);

struct IterationLimits {
  double relative_change = 1e-6;  // of the largest change of a value in one iteration
  std::size_t iterations = 10'000;
};

// As PRISM does it by default: all values from zero, from below, until they change little. Not a bound on the error.
Solution value_iteration(const CoverProcess& process, IterationLimits limits = {});

// Howard: evaluate a policy by a linear system, improve it, until nothing improves.
Solution policy_iteration(const CoverProcess& process);

}  // namespace cairn::markov
