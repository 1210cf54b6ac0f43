// Calls close to one that was watched. A solver gives what the path needs and zeros elsewhere: sums of zeros, and
// values far from the limits that a condition has. Tests that tell a function from a slightly wrong one need other
// values: something in each place that is zero, and neighbours of what is not. What such calls do is watched like
// everything else; those that behave as the original did are not worth keeping.
#pragma once

#include <vector>

#include "unit/observation.h"
#include "unit/plan.h"

namespace cairn::unit {

using Inputs = std::vector<DrawnInput>;

// At most `limit` of them. `inputs` is what the observed call was given.
std::vector<Inputs> variations(const Plan& plan, std::size_t function, const Observation& seen, const Inputs& inputs,
                               std::size_t limit);

}  // namespace cairn::unit
