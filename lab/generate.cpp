#include "lab/generate.h"

#include <algorithm>

#include "engine/markov/solve.h"

namespace cairn::lab {
namespace {

using markov::State;
using markov::Step;

constexpr int kMaxDraws = 100'000;

std::vector<bool> draw_terminals(const GeneratorOptions& options, base::Rng& rng) {
  std::vector<bool> terminal(options.states, false);
  terminal.back() = true;
  const std::size_t wanted = std::min(options.terminals, options.states - 1);
  for (std::size_t made = 1; made < wanted;) {
    const std::size_t at = 1 + rng.below(options.states - 2);
    if (terminal[at]) continue;
    terminal[at] = true;
    ++made;
  }
  return terminal;
}

// Probability of the first of two sides.
double draw_split(const GeneratorOptions& options, base::Rng& rng) {
  if (rng.uniform() < options.rare_density) {
    const double rare = static_cast<double>(1 + rng.below(9)) * options.rare_level;
    return rng.coin() ? rare : 1 - rare;
  }
  const double one = 1 - rng.uniform();  // never 0
  const double other = 1 - rng.uniform();
  return one / (one + other);
}

base::Result<markov::Chain> draw_chain(const GeneratorOptions& options, base::Rng& rng) {
  const std::size_t n = options.states;
  auto terminal = draw_terminals(options, rng);
  const auto cost = [&] { return static_cast<double>(2 + rng.below(options.max_cost - 1)); };
  std::vector<std::vector<Step>> steps(n);
  for (std::size_t state = 0; state + 1 < n; ++state) {
    if (terminal[state]) continue;
    const State next = static_cast<State>(state + 1);
    if (state + 2 == n) {
      steps[state] = {{next, 1, cost()}};
      continue;
    }
    const bool wanted = rng.uniform() < options.branch_density;
    if (!wanted && !terminal[next]) {
      steps[state] = {{next, 1, cost()}};
      continue;
    }
    State far = next + 1;
    if (terminal[next]) {
      if (far + 1 < n) terminal[far] = false;  // else nothing would lead behind two terminals in a row
    } else {
      far = static_cast<State>(far + rng.below(n - far));
    }
    const double first = draw_split(options, rng);
    steps[state] = {{next, first, cost()}, {far, 1 - first, cost()}};
  }
  return markov::Chain::make(std::move(steps), 0);
}

bool worth_keeping(const markov::Chain& chain) {
  bool branches = false;
  for (State state = 0; state < chain.size(); ++state) branches = branches || chain.branches(state);
  if (!branches) return false;
  const auto process = markov::cover_process(chain);
  return process.ok() && markov::value_iteration(*process).converged;
}

}  // namespace

GeneratorOptions published_parameters(std::size_t states) {
  GeneratorOptions options;
  options.states = states;
  options.terminals = std::max<std::size_t>(1, states / 5);
  options.rare_density = states <= 5 ? 0.8 : 0.2;
  return options;
}

base::Result<Model> generate(const GeneratorOptions& options, std::string name, base::Rng& rng) {
  CHECK(options.states >= 3 && options.states <= 64);
  CHECK(options.max_cost >= 2);
  for (int draw = 0; draw < kMaxDraws; ++draw) {
    TRY(auto chain, draw_chain(options, rng));
    if (worth_keeping(chain)) return Model{std::move(name), std::move(chain)};
  }
  return base::environment_error("no model with these parameters has an optimum that value iteration finds");
}

}  // namespace cairn::lab
