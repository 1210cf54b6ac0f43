#include "lab/simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cairn::lab {

Simulation::Simulation(const Subject& subject, Accounting accounting, base::Rng rng)
    : subject_(&subject), accounting_(accounting), rng_(rng) {}

void Simulation::walk(Path& run) {
  while (!subject_->chain().sink(run.back())) run.push_back(markov::draw_step(subject_->chain(), run.back(), rng_));
  for (const State state : run) cover_ |= bit(state);
}

Path Simulation::random_test() {
  Path run{subject_->chain().initial()};
  walk(run);
  ++random_tests_;
  cost_ += accounting_ == Accounting::paper ? 1 : static_cast<double>(run.size() - 1);
  return run;
}

Path Simulation::solve(const Path& path) {
  Path run = path;
  walk(run);
  ++solved_paths_;
  cost_ += subject_->chain().cost(path);
  if (accounting_ == Accounting::steps) cost_ += static_cast<double>(run.size() - path.size() + run.size() - 1);
  return run;
}

std::uint64_t Simulation::random_tests_until_new(std::uint64_t limit) {
  CHECK(accounting_ == Accounting::paper);
  CHECK(!done());
  const markov::CoverProcess& process = subject_->process();
  const auto at = std::ranges::find(process.states, cover_);
  CHECK(at != process.states.end());
  const auto outcomes = process.leaving(static_cast<std::size_t>(at - process.states.begin()), 0);
  double leave = 0;
  for (const markov::Outcome& outcome : outcomes) leave += outcome.probability;

  double failed = 0;
  if (leave < 1) failed = std::floor(std::log1p(-rng_.uniform()) / std::log1p(-leave));
  std::uint64_t tests = limit;
  if (failed < static_cast<double>(limit)) {
    tests = static_cast<std::uint64_t>(failed) + 1;
    double left = rng_.uniform() * leave;
    Cover next = process.states[outcomes.back().to];
    for (const markov::Outcome& outcome : outcomes) {
      left -= outcome.probability;
      if (left < 0) {
        next = process.states[outcome.to];
        break;
      }
    }
    cover_ = next;
  }
  random_tests_ += tests;
  cost_ += static_cast<double>(tests);
  return tests;
}

double Simulation::coverage() const {
  return static_cast<double>(std::popcount(cover_)) / static_cast<double>(subject_->chain().size());
}

bool Solved::add(const Path& prefix) {
  const auto at = subject_->prefixes().find(prefix);
  if (at == subject_->prefixes().end()) return others_.try_emplace(prefix, true).second;
  const bool fresh = !known_[at->second];
  known_[at->second] = true;
  return fresh;
}

bool Solved::contains(const Path& prefix) const {
  const auto at = subject_->prefixes().find(prefix);
  return at == subject_->prefixes().end() ? others_.contains(prefix) : known_[at->second];
}

bool Solved::left_to(State state) const {
  return std::ranges::any_of(subject_->paths_to(state),
                             [&](std::size_t path) { return !known_[subject_->paths()[path].prefix]; });
}

bool Solved::left_to_uncovered(const Simulation& simulation) const {
  for (State state = 0; state < subject_->chain().size(); ++state) {
    if (!simulation.covered(state) && left_to(state)) return true;
  }
  return false;
}

bool Solved::left_to_sinks() const {
  for (State state = 0; state < subject_->chain().size(); ++state) {
    if (subject_->chain().sink(state) && left_to(state)) return true;
  }
  return false;
}

}  // namespace cairn::lab
