#include "lab/greedy.h"

#include "engine/markov/rewards.h"

namespace cairn::lab {
namespace {

constexpr std::size_t kMaxActions = 1'000'000;

class Greedy {
 public:
  Greedy(Simulation& simulation, Estimate estimate, Candidates candidates)
      : simulation_(simulation),
        subject_(simulation.subject()),
        estimate_(estimate),
        candidates_(candidates),
        counts_(subject_.successors()),
        rewards_(subject_.successors()) {
    if (estimate_ != Estimate::truth) return;
    for (State state = 0; state < subject_.chain().size(); ++state) {
      row_.clear();
      for (const markov::Step& step : subject_.chain().steps(state)) row_.push_back(step.probability);
      rewards_.set_probabilities(state, row_);
    }
  }

  // Nullptr: a random test is best.
  const RootedPath* choose() {
    const std::vector<double>& reward = rewards_.solve();
    double best = reward[subject_.chain().initial()];
    const RootedPath* chosen = nullptr;
    for (const RootedPath& candidate : subject_.paths()) {
      const State last = candidate.path.back();
      if (candidates_ == Candidates::last_uncovered &&
          (simulation_.covered(last) || (candidate.before & ~simulation_.cover()) != 0)) {
        continue;
      }
      if (reward[last] > best * candidate.cost) {
        best = reward[last] / candidate.cost;
        chosen = &candidate;
      }
    }
    return chosen;
  }

  void learn(const Path& run) {
    if (estimate_ != Estimate::truth) counts_.add(run);
    for (const State state : run) {
      rewards_.set_gain(state, 0);
      if (estimate_ == Estimate::truth) continue;
      (estimate_ == Estimate::laplace ? markov::laplace : markov::good_turing)(counts_.of(state), row_);
      rewards_.set_probabilities(state, row_);
    }
  }

  // Returns what was done.
  Path act() {
    const RootedPath* chosen = choose();
    if (chosen == nullptr) {
      learn(simulation_.random_test());
      return {};
    }
    Path path = candidates_ == Candidates::all ? subject_.decided(chosen->path) : chosen->path;
    learn(simulation_.solve(path));
    return path;
  }

 private:
  Simulation& simulation_;
  const Subject& subject_;
  Estimate estimate_;
  Candidates candidates_;
  markov::StepCounts counts_;
  markov::Rewards rewards_;
  std::vector<double> row_;
};

}  // namespace

std::vector<Path> run_greedy(Simulation& simulation, Estimate estimate, Candidates candidates) {
  Greedy greedy(simulation, estimate, candidates);
  std::vector<Path> done;
  while (!simulation.done() && done.size() < kMaxActions) done.push_back(greedy.act());
  return done;
}

void greedy(Simulation& simulation) { run_greedy(simulation, Estimate::laplace, Candidates::last_uncovered); }

void greedy_as_coded(Simulation& simulation) { run_greedy(simulation, Estimate::laplace, Candidates::all); }

void greedy_with_truth(Simulation& simulation) { run_greedy(simulation, Estimate::truth, Candidates::last_uncovered); }

void greedy_with_good_turing(Simulation& simulation) {
  run_greedy(simulation, Estimate::good_turing, Candidates::last_uncovered);
}

}  // namespace cairn::lab
