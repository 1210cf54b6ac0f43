// Addresses that are not a function of the input alone: what malloc returns depends on the blocks that earlier calls of
// a harness in the same process have freed, and where the stack lies on who calls. A condition on such an address would
// be another one in each run, and the tree would take the program for unsteady. Where only elements of an array are
// asked for, its address does not matter.
#pragma once

#include <span>

#include "engine/trace/run.h"

namespace cairn::target {

// Whether the recording speaks of addresses outside the images, the executable's first; without images: of any. A
// number that only looks like one counts too: that costs time, the other mistake costs paths.
bool holds_moving_addresses(const trace::RawRun& run, std::span<const cairn_image> images);

}  // namespace cairn::target
