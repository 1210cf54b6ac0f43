// Refuted states: what the bytes with values have come to, as far as bytes without one can see it, and from where no
// values of those satisfy the rest. A scanner's table look-ups turn a hundred thousand combinations of characters into
// a few states of its automaton; each has to be refuted once. (Good recording: Dechter, Artificial Intelligence 1990.)
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/base/hash.h"

namespace cairn::solver {

class RefutedStates {
 public:
  using State = std::vector<std::uint64_t>;

  // Enters the state that `make` gives; false when it is refuted.
  template <class Make>
  bool enter(const Make& make) {
    entered_ = looked_ < kTrial || found_ * kRarely >= looked_;
    if (!entered_) return true;
    ++looked_;
    make(current_);
    if (!refuted_.contains(current_)) return true;
    ++found_;
    return false;
  }
  // No values of later bytes go with the state entered last.
  void refute() {
    if (entered_) refuted_.insert(current_);
  }

 private:
  // Looking pays only where states come back: after so many, one in so many has to.
  static constexpr std::uint64_t kTrial = 128, kRarely = 16;

  struct Hash {
    std::size_t operator()(const State& state) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : state) hash = base::combine(hash, word);
      return hash;
    }
  };

  std::unordered_set<State, Hash> refuted_;
  State current_;
  bool entered_ = false;
  std::uint64_t looked_ = 0, found_ = 0;
};

}  // namespace cairn::solver
