// Expected rewards: how many uncovered states a run from each state is expected to visit,
//   R(s) = gain(s) + sum over t of P(s, t) R(t),
// kept up to date while gains and probabilities change. Only states that can reach a change are computed again:
// strongly connected components are solved in order, a single state by substitution, a loop as a small linear system,
// and one whose inputs did not change is left alone.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/markov/estimate.h"
#include "engine/markov/linear.h"

namespace cairn::markov {

class Rewards {
 public:
  // All gains 1, all steps of a state equally probable. From every state a sink must be reachable.
  explicit Rewards(const Successors& successors);
  ~Rewards();

  void set_gain(State state, double gain);
  [[nodiscard]] double gain(State state) const { return gain_[state]; }
  // One for each successor. They may sum to more than 1 where nothing leads back: what is added besides the way taken.
  void set_probabilities(State state, std::span<const double> probabilities);

  // The rewards of all states under what was set.
  const std::vector<double>& solve();
  // How many states the last solve() computed.
  [[nodiscard]] std::size_t recomputed() const { return recomputed_; }

 private:
  struct Loop;  // a component of several states

  bool update(State state);
  bool update(Loop& loop);

  const Successors* successors_;
  std::vector<std::vector<double>> probabilities_;
  std::vector<double> gain_, reward_;
  std::vector<bool> changed_;                   // row or gain, since the last solve
  std::vector<std::vector<State>> components_;  // successors first
  std::vector<std::unique_ptr<Loop>> loops_;    // of each component; none for a single state
  std::vector<std::uint32_t> component_of_;
  std::vector<std::vector<std::uint32_t>> behind_;  // components with a step into this one
  std::vector<bool> dirty_;                         // of each component
  std::size_t recomputed_ = 0;
};

}  // namespace cairn::markov
