// The greedy algorithm of the ICSE 2018 paper (algorithms 1 and 2): a random test or a solved path, whichever promises
// most newly covered states for its cost, by rewards computed from the probabilities estimated so far.
#pragma once

#include <vector>

#include "lab/simulation.h"

namespace cairn::lab {

enum class Estimate { laplace, good_turing, truth };

enum class Candidates {
  last_uncovered,  // algorithm 2: paths whose only uncovered state is their last
  all,             // the authors' code: all rooted paths; the chosen one is cut behind its last decision
};

// What was done, in order; an empty path is a random test.
std::vector<Path> run_greedy(Simulation& simulation, Estimate estimate, Candidates candidates);

// As rows of the table.
void greedy(Simulation& simulation);
void greedy_as_coded(Simulation& simulation);
void greedy_with_truth(Simulation& simulation);
void greedy_with_good_turing(Simulation& simulation);

}  // namespace cairn::lab
