#include "engine/markov/rewards.h"

#include <algorithm>
#include <unordered_map>

#include "engine/markov/components.h"

namespace cairn::markov {

struct Rewards::Loop {
  explicit Loop(std::vector<State> of) : states(std::move(of)), system(states.size()) {
    for (std::size_t row = 0; row < states.size(); ++row) {
      index.emplace(states[row], row);
      system.set(row, row, 1);
    }
  }

  std::vector<State> states;
  std::unordered_map<State, std::size_t> index;
  LinearSystem system;
};

Rewards::Rewards(const Successors& successors)
    : successors_(&successors),
      gain_(successors.size(), 1),
      reward_(successors.size(), 0),
      changed_(successors.size(), true),
      components_(components(successors)),
      component_of_(successors.size(), 0),
      behind_(components_.size()),
      dirty_(components_.size(), true) {
  for (const auto& of_state : successors) {
    probabilities_.emplace_back(of_state.size(), of_state.empty() ? 0 : 1.0 / static_cast<double>(of_state.size()));
  }
  loops_.resize(components_.size());
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    for (const State state : components_[c]) component_of_[state] = c;
    if (components_[c].size() > 1) loops_[c] = std::make_unique<Loop>(components_[c]);
  }
  for (State state = 0; state < successors.size(); ++state) {
    for (const State to : successors[state]) {
      if (component_of_[to] != component_of_[state]) behind_[component_of_[to]].push_back(component_of_[state]);
    }
  }
}

Rewards::~Rewards() = default;

void Rewards::set_gain(State state, double gain) {
  if (gain_[state] == gain) return;
  gain_[state] = gain;
  changed_[state] = true;
  dirty_[component_of_[state]] = true;
}

void Rewards::set_probabilities(State state, std::span<const double> probabilities) {
  CHECK(probabilities.size() == probabilities_[state].size());
  if (std::ranges::equal(probabilities, probabilities_[state])) return;
  std::ranges::copy(probabilities, probabilities_[state].begin());
  changed_[state] = true;
  dirty_[component_of_[state]] = true;
}

bool Rewards::update(State state) {
  double sum = gain_[state];
  double self = 0;
  const auto& to = (*successors_)[state];
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i] == state) {
      self += probabilities_[state][i];
    } else {
      sum += probabilities_[state][i] * reward_[to[i]];
    }
  }
  CHECK(self < 1);  // else no sink is reachable
  const double reward = sum / (1 - self);
  const bool moved = reward != reward_[state];
  reward_[state] = reward;
  return moved;
}

bool Rewards::update(Loop& loop) {
  for (std::size_t row = 0; row < loop.states.size(); ++row) {
    const State state = loop.states[row];
    const auto& to = (*successors_)[state];
    double right = gain_[state];
    std::unordered_map<std::size_t, double> inside;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const auto at = loop.index.find(to[i]);
      if (at == loop.index.end()) {
        right += probabilities_[state][i] * reward_[to[i]];
      } else if (changed_[state]) {
        inside[at->second] += probabilities_[state][i];
      }
    }
    for (const auto& [column, probability] : inside) {
      loop.system.set(row, column, (row == column ? 1 : 0) - probability);
    }
    loop.system.set_right(row, right);
  }
  const std::vector<double> rewards = loop.system.solve();
  bool moved = false;
  for (std::size_t row = 0; row < rewards.size(); ++row) {
    double& reward = reward_[loop.states[row]];
    moved = moved || reward != rewards[row];
    reward = rewards[row];
  }
  return moved;
}

const std::vector<double>& Rewards::solve() {
  recomputed_ = 0;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    if (!dirty_[c]) continue;
    dirty_[c] = false;
    const bool moved = loops_[c] ? update(*loops_[c]) : update(components_[c].front());
    recomputed_ += components_[c].size();
    for (const State state : components_[c]) changed_[state] = false;
    if (!moved) continue;
    for (const std::uint32_t behind : behind_[c]) dirty_[behind] = true;
  }
  return reward_;
}

}  // namespace cairn::markov
