// Behaviour of two versions on the same inputs: exit status and signal of every stored input, and the output of tests.
#pragma once

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/explore/heritage.h"
#include "engine/explore/update_report.h"
#include "engine/suite/replay.h"
#include "engine/suite/tests.h"

namespace cairn::explore {

// Fills report.behaviour and report.outputs_compared. `tests`: the new suite with its outputs. `old_build`: runs the
// old version; empty: what the old suite recorded stands for it.
base::Status compare_behaviour(const Heritage& heritage, const std::vector<suite::Test>& tests,
                               const suite::Execute& old_build, const base::Context& context, UpdateReport& report);

}  // namespace cairn::explore
