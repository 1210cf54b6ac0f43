// RT, RSS, RPS: choices by chance alone.
#include <algorithm>

#include "lab/published.h"

namespace cairn::lab {
namespace {

constexpr std::uint64_t kMaxTests = 1'000'001;  // the authors' loop goes on while the count is at most a million

// A maximal path with every successor equally probable; `avoid`: states already on it only if nothing else is left.
Path uniform_path(Simulation& simulation, bool avoid) {
  const Subject& subject = simulation.subject();
  Path path{subject.chain().initial()};
  while (!subject.chain().sink(path.back())) {
    std::vector<State> choices = subject.successors()[path.back()];
    if (avoid) {
      std::vector<State> fresh;
      std::ranges::copy_if(choices, std::back_inserter(fresh),
                           [&](State state) { return std::ranges::find(path, state) == path.end(); });
      if (!fresh.empty()) choices = std::move(fresh);
    }
    path.push_back(choices[simulation.rng().below(choices.size())]);
  }
  return path;
}

void solve_uniform_paths(Simulation& simulation, bool avoid) {
  Solved solved(simulation.subject());
  while (!simulation.done() && solved.left_to_sinks()) {
    const Path prefix = simulation.subject().decided(uniform_path(simulation, avoid));
    if (solved.add(prefix)) simulation.solve(prefix);
  }
}

}  // namespace

void published_random_testing(Simulation& simulation) {
  while (!simulation.done() && simulation.random_tests() < kMaxTests) {
    if (simulation.accounting() == Accounting::paper) {
      simulation.random_tests_until_new(kMaxTests - simulation.random_tests());
    } else {
      simulation.random_test();
    }
  }
}

void published_random_state(Simulation& simulation) { solve_uniform_paths(simulation, false); }

void published_random_path(Simulation& simulation) { solve_uniform_paths(simulation, true); }

}  // namespace cairn::lab
