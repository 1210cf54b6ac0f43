#include "engine/markov/solve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/markov/linear.h"

namespace cairn::markov {
namespace {

// A self-loop that only rounding keeps from being certain is certain.
constexpr double kCertain = 1 - 1e-12;

double leaving_share(const CoverProcess& process, std::size_t state, std::size_t action,
                     const std::vector<double>& value) {
  double sum = 0;
  for (const Outcome& outcome : process.leaving(state, action)) sum += outcome.probability * value[outcome.to];
  return sum;
}

// The probability of leaving, summed over the outcomes: 1 - stay loses digits where leaving is rare.
double leaving_probability(const CoverProcess& process, std::size_t state, std::size_t action) {
  double sum = 0;
  for (const Outcome& outcome : process.leaving(state, action)) sum += outcome.probability;
  return sum;
}

bool progresses(const CoverProcess& process, std::size_t state, std::size_t action) {
  return !process.leaving(state, action).empty() && process.staying(state, action) < kCertain;
}

}  // namespace

Solution backward_pass(const CoverProcess& process) {
  Solution solution;
  solution.value.assign(process.states.size(), 0);
  solution.policy.assign(process.states.size(), 0);
  for (std::size_t state = process.goal(); state-- > 0;) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t action = 0; action < process.actions.size(); ++action) {
      if (!progresses(process, state, action)) continue;
      const double value = (process.actions[action].cost + leaving_share(process, state, action, solution.value)) /
                           leaving_probability(process, state, action);
      if (value < best) {
        best = value;
        solution.policy[state] = static_cast<std::uint32_t>(action);
      }
    }
    solution.value[state] = best;
  }
  return solution;
}

Solution value_iteration(const CoverProcess& process, IterationLimits limits) {
  Solution solution;
  solution.converged = false;
  solution.iterations = 0;
  solution.value.assign(process.states.size(), 0);
  solution.policy.assign(process.states.size(), 0);
  std::vector<double> next = solution.value;
  while (!solution.converged && solution.iterations < limits.iterations) {
    double change = 0;
    for (std::size_t state = 0; state < process.goal(); ++state) {
      const double old = solution.value[state];
      double best = std::numeric_limits<double>::infinity();
      for (std::size_t action = 0; action < process.actions.size(); ++action) {
        if (!progresses(process, state, action)) continue;
        // Costs are no less than nothing, so an action dearer than the best cannot win.
        const double base = process.actions[action].cost + process.staying(state, action) * old;
        if (base >= best) continue;
        const double value = base + leaving_share(process, state, action, solution.value);
        if (value < best) {
          best = value;
          solution.policy[state] = static_cast<std::uint32_t>(action);
        }
      }
      next[state] = best;
      change = std::max(change, std::abs(best - old) / best);
    }
    std::swap(solution.value, next);
    ++solution.iterations;
    solution.converged = change < limits.relative_change;
  }
  return solution;
}

Solution policy_iteration(const CoverProcess& process) {
  Solution solution;
  solution.policy.assign(process.states.size(), 0);
  // Any action that can leave its state makes a policy that ends with certainty.
  for (std::size_t state = 0; state < process.goal(); ++state) {
    while (!progresses(process, state, solution.policy[state])) ++solution.policy[state];
  }
  for (solution.iterations = 1;; ++solution.iterations) {
    LinearSystem system(process.states.size());
    for (std::size_t state = 0; state < process.states.size(); ++state) {
      if (state == process.goal()) {
        system.set(state, state, 1);
        continue;
      }
      const std::size_t action = solution.policy[state];
      system.set(state, state, leaving_probability(process, state, action));
      for (const Outcome& outcome : process.leaving(state, action)) {
        system.set(state, outcome.to, -outcome.probability);
      }
      system.set_right(state, process.actions[action].cost);
    }
    solution.value = system.solve();

    bool improved = false;
    for (std::size_t state = 0; state < process.goal(); ++state) {
      double best = solution.value[state];
      for (std::size_t action = 0; action < process.actions.size(); ++action) {
        if (action == solution.policy[state] || !progresses(process, state, action)) continue;
        const double value = (process.actions[action].cost + leaving_share(process, state, action, solution.value)) /
                             leaving_probability(process, state, action);
        if (value < best * (1 - 1e-12)) {
          best = value;
          solution.policy[state] = static_cast<std::uint32_t>(action);
          improved = true;
        }
      }
    }
    if (!improved) return solution;
  }
}

}  // namespace cairn::markov
