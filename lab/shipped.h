// The strategies of cairn run on a model: the chain becomes a program of one function with a block for each state and a
// branch wherever a state has several steps, its runs become paths of a tree, and the strategy sees what it sees of any
// program. Not one line of a strategy is different here; only what a flip costs is told and not learnt.
#pragma once

#include <string_view>

#include "lab/simulation.h"

namespace cairn::lab {

// Until everything is covered, the strategy is done, or a million actions are spent. The first run is a random test.
// Returns what was done, in order; an empty path is a random test.
std::vector<Path> run_shipped(std::string_view strategy, Simulation& simulation);

}  // namespace cairn::lab
