#include "engine/markov/chain.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace cairn::markov {
namespace {

constexpr double kSumTolerance = 1e-9;

struct Walk {
  const Chain& chain;
  std::size_t limit;
  Path path;
  std::vector<bool> on_path;
  std::vector<Path> found;

  bool extend() {  // false: there are too many
    for (const Step& step : chain.steps(path.back())) {
      if (on_path[step.to]) continue;
      if (found.size() == limit) return false;
      path.push_back(step.to);
      on_path[step.to] = true;
      found.push_back(path);
      if (!extend()) return false;
      on_path[step.to] = false;
      path.pop_back();
    }
    return true;
  }
};

}  // namespace

base::Result<Chain> Chain::make(std::vector<std::vector<Step>> steps, State initial) {
  if (initial >= steps.size()) return base::environment_error("the initial state of the chain does not exist");
  for (std::size_t state = 0; state < steps.size(); ++state) {
    double sum = 0;
    for (const Step& step : steps[state]) {
      if (step.to >= steps.size()) {
        return base::environment_error(fmt::format("state {} has a step to {}, which does not exist", state, step.to));
      }
      if (!(step.probability > 0) || !(step.cost >= 0)) {
        return base::environment_error(
            fmt::format("the step from {} to {} wants a positive probability and no negative cost", state, step.to));
      }
      if (std::ranges::count(steps[state], step.to, &Step::to) > 1) {
        return base::environment_error(fmt::format("there are two steps from {} to {}", state, step.to));
      }
      sum += step.probability;
    }
    if (!steps[state].empty() && std::abs(sum - 1) > kSumTolerance) {
      return base::environment_error(fmt::format("the probabilities of state {} sum to {}, not 1", state, sum));
    }
  }
  return Chain(std::move(steps), initial);
}

bool Chain::branches(State state) const {
  return std::ranges::any_of(steps_[state], [](const Step& step) { return step.probability != 1.0; });
}

bool Chain::acyclic() const {
  // Kahn: states that lose all their predecessors one by one.
  std::vector<std::size_t> entering(size(), 0);
  for (const auto& steps : steps_) {
    for (const Step& step : steps) ++entering[step.to];
  }
  std::vector<State> ready;
  for (State state = 0; state < size(); ++state) {
    if (entering[state] == 0) ready.push_back(state);
  }
  std::size_t removed = 0;
  for (; removed < ready.size(); ++removed) {
    for (const Step& step : steps_[ready[removed]]) {
      if (--entering[step.to] == 0) ready.push_back(step.to);
    }
  }
  return removed == size();
}

double Chain::cost(std::span<const State> path) const {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    for (const Step& step : steps_[path[i]]) {
      if (step.to == path[i + 1]) sum += step.cost;
    }
  }
  return sum;
}

State draw_step(const Chain& chain, State from, base::Rng& rng) {
  const auto steps = chain.steps(from);
  CHECK(!steps.empty());
  if (steps.size() == 1) return steps.front().to;
  double left = rng.uniform();
  for (const Step& step : steps) {
    left -= step.probability;
    if (left < 0) return step.to;
  }
  return steps.back().to;  // rounding of the sum
}

base::Result<std::vector<Path>> simple_paths(const Chain& chain, State from, std::size_t limit) {
  Walk walk{chain, limit, {from}, std::vector<bool>(chain.size(), false), {}};
  walk.on_path[from] = true;
  if (!walk.extend()) {
    return base::environment_error(fmt::format("the chain has more than {} paths", limit));
  }
  return std::move(walk.found);
}

}  // namespace cairn::markov
