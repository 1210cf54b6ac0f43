// How many uncovered blocks a run is expected to reach from each place of the program: the expected rewards of the
// program's data-abstract Markov chain (Wang et al., Towards Optimal Concolic Testing, ICSE 2018).
//
// States are the basic blocks of all functions; the probability of a side is estimated from how often runs took it,
// concrete runs' counters included. A call is no jump to the callee and back to anybody's return address: the reward of
// a block is that of the rest of its function, and the callees' rewards are part of the blocks that call them. So
// returns match calls, loops stay within functions, and the systems to solve are small. What follows behind the
// function a place is in depends on its callers: behind(call).
//
// Loops need no bound: they are linear systems. Recursion is cut where it comes back to a function on the stack, since
// a second activation reaches nothing that the first could not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/markov/rewards.h"
#include "engine/program/coverage.h"
#include "engine/search/registry.h"

namespace cairn::search {

class ProgramRewards {
 public:
  ProgramRewards(const program::Program& program, Estimate estimate);

  // One of the times the side was taken was no chance: it does not count for its probability.
  void chosen(program::SideId side) { ++chosen_[side.value]; }

  // Takes in what was counted and covered since the last time. Returns the work it took, about one for each state
  // looked at.
  std::size_t update(const program::Coverage& coverage);

  // Of a run from the beginning of the program.
  [[nodiscard]] double start() const;
  // From behind the side to the end of its function.
  [[nodiscard]] double side(program::SideId side) const;
  // From behind the call to the end of the calling function; 0 for calls nothing is known of.
  [[nodiscard]] double behind(std::uint32_t call) const;
  // The block behind the side; invalid when it has none of its own.
  [[nodiscard]] program::BlockId target(program::SideId side) const { return targets_[side.value]; }

 private:
  using State = markov::State;

  // A block's steps: to the blocks its edges lead to, and to the entries of the functions it calls.
  struct CallStep {
    std::uint32_t call;
    State entry;
    double weight;
  };

  void cut_recursion();
  void build_steps();
  void find_endless();
  // The row of a block, from what its sides were counted.
  void set_row(State block);
  // Behind the calls of a block.
  [[nodiscard]] double edges_reward(State block) const;
  [[nodiscard]] bool counts_matter(State block);

  const program::Program& program_;
  Estimate estimate_;
  std::vector<std::vector<program::FunctionId>> callees_;  // by function: without those that close a cycle
  std::vector<std::vector<CallStep>> calls_;               // by block
  std::vector<program::BlockId> targets_;                  // by side
  std::vector<bool> endless_;                              // by block: no end of its function can be reached
  markov::Successors successors_;                          // by block, each once
  std::unique_ptr<markov::Rewards> rewards_;
  const std::vector<double>* solved_ = nullptr;
  State start_ = 0;
  bool has_start_ = false;

  std::vector<std::uint64_t> counts_;  // by side
  std::vector<std::uint32_t> chosen_;  // by side
  std::vector<std::uint64_t> used_;    // by block: the counts its row was made of
  std::vector<State> branching_;       // blocks whose row depends on counts
  std::vector<State> uncovered_;
  std::vector<std::uint64_t> row_counts_;
  std::vector<double> row_;
};

}  // namespace cairn::search
