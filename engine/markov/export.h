// The decision process in the languages of other tools, so that its optimum can be checked by them.
#pragma once

#include <string>

#include "engine/markov/cover_process.h"

namespace cairn::markov {

// PRISM's: states are numbered as in the process, the reward structure is called "cost", the goal is labelled
// "covered". The property to ask for is Rmin=? [F "covered"].
std::string to_prism(const CoverProcess& process);

// A linear programme in the LP format of CPLEX: maximise the sum of the values v0, v1, ..., each at most what every
// action costs and leads to. The optimum of covering is v0.
std::string to_lp(const CoverProcess& process);

}  // namespace cairn::markov
