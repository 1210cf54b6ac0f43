// The inputs that mutants are made of: those that first showed something, a side or how often it is taken
// (hit_classes.h).
//
// Which one is changed next is drawn. An input counts for the features of which it is the smallest holder, the more the
// rarer mutants show them, and the less the more often it has been chosen: an idea of AFLFast (Böhme, Pham and
// Roychoudhury, CCS 2016) and of libFuzzer's entropic schedule, in their simplest form.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/rng.h"
#include "engine/program/hit_classes.h"
#include "engine/search/weighted.h"
#include "engine/trace/input.h"

namespace cairn::explore {

class Corpus {
 public:
  // For that many features at most.
  explicit Corpus(std::size_t features);

  // Takes the input for a holder of all of the features.
  void add(trace::Input input, std::span<const program::Feature> features);

  // A mutant showed these.
  void count(std::span<const program::Feature> features);

  // Requires !empty(). The first is to be changed, the second may lend it bytes; valid until the next add().
  struct Pair {
    const trace::Input& first;
    const trace::Input& second;
  };
  Pair pick(base::Rng& rng);

  [[nodiscard]] bool empty() const { return inputs_.empty(); }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  void weigh();

  struct Known {
    trace::Input input;
    std::size_t bytes = 0;
    std::uint32_t picks = 0;
  };
  std::vector<Known> inputs_;
  std::vector<std::uint32_t> holder_;   // by feature: its smallest input
  std::vector<std::uint32_t> shown_;    // by feature: how many mutants
  std::vector<program::Feature> held_;  // those that have a holder
  search::Weighted weights_;
  std::uint32_t until_weighing_ = 0;  // picks
};

}  // namespace cairn::explore
