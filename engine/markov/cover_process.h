// The Markov decision process of covering a chain (ICSE 2018, section 3): its states are the sets of chain states
// covered so far, its actions a random test, which costs 1, and solving for a rooted path, which costs the path and
// goes on at random behind it. Wanted is everything covered at the least expected cost.
//
// Covered sets only grow: apart from self-loops the process has no cycles, which backward_pass() in solve.h makes use
// of.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/markov/chain.h"

namespace cairn::markov {

// Bit s: state s of the chain is covered. The process is exponential in their number, 64 are plenty.
using Cover = std::uint64_t;

struct Action {
  double cost = 1;
  Path path;  // empty: a random test
};

struct Outcome {
  std::uint32_t to = 0;  // index of a process state
  double probability = 0;
};

struct CoverProcess {
  std::vector<Cover> states;  // those reachable from nothing covered, by increasing number of covered states; [0] is it
  std::vector<Action> actions;  // [0] is the random test
  // outcomes[first[s * actions + a] .. first[s * actions + a + 1]), each target once; `stay` holds the self-loop's
  // share and is not among them.
  std::vector<Outcome> outcomes;
  std::vector<std::size_t> first;
  std::vector<double> stay;

  [[nodiscard]] std::size_t goal() const { return states.size() - 1; }
  [[nodiscard]] std::span<const Outcome> leaving(std::size_t state, std::size_t action) const {
    const std::size_t at = state * actions.size() + action;
    return std::span(outcomes).subspan(first[at], first[at + 1] - first[at]);
  }
  [[nodiscard]] double staying(std::size_t state, std::size_t action) const {
    return stay[state * actions.size() + action];
  }
};

// Wants an acyclic chain of at most 64 states, all of them reachable; an error tells when it is not, or when the
// process grows too large to be held.
base::Result<CoverProcess> cover_process(const Chain& chain);

}  // namespace cairn::markov
