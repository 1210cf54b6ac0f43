// Target and solver of a model: random tests and solved paths, what they cover and what they cost. Solving always
// succeeds, and behind the path the run goes on at random.
#pragma once

#include "engine/base/rng.h"
#include "lab/subject.h"

namespace cairn::lab {

enum class Accounting {
  paper,  // a random test costs 1, a solved path the sum over its steps
  steps,  // as in the authors' code: a random test costs its steps; a solved path its sum, and in addition the steps of
          // its random continuation and those of the whole run
};

class Simulation {
 public:
  Simulation(const Subject& subject, Accounting accounting, base::Rng rng);

  // Both return the run, from the initial state to a sink.
  Path random_test();
  Path solve(const Path& path);

  // Random tests until something new is covered, at most `limit`, drawn in one go: how many fail is geometrically
  // distributed. Returns how many there were. Only for the paper's accounting, which does not ask for their lengths.
  std::uint64_t random_tests_until_new(std::uint64_t limit);

  [[nodiscard]] bool covered(State state) const { return (cover_ & bit(state)) != 0; }
  [[nodiscard]] Cover cover() const { return cover_; }
  [[nodiscard]] bool done() const { return cover_ == subject_->everything(); }
  [[nodiscard]] double coverage() const;  // share of the states

  [[nodiscard]] double cost() const { return cost_; }
  [[nodiscard]] std::uint64_t random_tests() const { return random_tests_; }
  [[nodiscard]] std::uint64_t solved_paths() const { return solved_paths_; }

  [[nodiscard]] const Subject& subject() const { return *subject_; }
  [[nodiscard]] Accounting accounting() const { return accounting_; }
  base::Rng& rng() { return rng_; }

 private:
  void walk(Path& run);  // on to a sink

  const Subject* subject_;
  Accounting accounting_;
  base::Rng rng_;
  Cover cover_ = 0;
  double cost_ = 0;
  std::uint64_t random_tests_ = 0, solved_paths_ = 0;
};

// Decided prefixes given to the solver so far. Most heuristics never ask for one twice.
class Solved {
 public:
  explicit Solved(const Subject& subject) : subject_(&subject), known_(subject.prefixes().size(), false) {}

  // Whether it is new; it is no longer then.
  bool add(const Path& prefix);
  [[nodiscard]] bool contains(const Path& prefix) const;

  // Some path to an uncovered state, or to a sink, is left.
  [[nodiscard]] bool left_to_uncovered(const Simulation& simulation) const;
  [[nodiscard]] bool left_to_sinks() const;

 private:
  [[nodiscard]] bool left_to(State state) const;

  const Subject* subject_;
  std::vector<bool> known_;      // by number of the prefix
  std::map<Path, bool> others_;  // with steps that do not exist
};

}  // namespace cairn::lab
