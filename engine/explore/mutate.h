// Cheap changes of an input: what fuzzers call havoc, in small doses. Most of the input's path survives, so what is
// behind rare sides is tried with other bytes without asking a solver.
#pragma once

#include "engine/base/rng.h"
#include "engine/explore/prior.h"
#include "engine/trace/input.h"

namespace cairn::explore {

// One to four changes: a byte drawn anew, a bit, a small step, a byte from elsewhere in the input, or, where the size
// is part of the input, another size. An input without a byte or a size to change stays as it is.
void mutate(trace::Input& input, const Prior& prior, base::Rng& rng);

}  // namespace cairn::explore
