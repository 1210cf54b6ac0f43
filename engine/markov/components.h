// Strongly connected components.
#pragma once

#include <vector>

#include "engine/markov/estimate.h"

namespace cairn::markov {

// Each component comes after all those its steps lead to.
std::vector<std::vector<State>> components(const Successors& successors);

}  // namespace cairn::markov
