// Behaviour of two versions on the same inputs: exit status and signal of every stored input, and the output of tests.
#pragma once

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/explore/heritage.h"
#include "engine/explore/update_report.h"
#include "engine/suite/replay.h"
#include "engine/suite/run_directory.h"
#include "engine/suite/tests.h"

namespace cairn::explore {

// The two versions, as far as they can be run. No old one: what the old suite recorded stands for it.
struct Builds {
  suite::Execute old_version, new_version;
};

// Fills report.behaviour and report.outputs_compared. `tests`: the new suite with its outputs; those of the old suite
// that are no part of it are run on the new version, as long as there are not too many.
base::Status compare_behaviour(const Heritage& heritage, const std::vector<suite::Test>& tests, const Builds& builds,
                               const base::Context& context, UpdateReport& report);

// Where there was no time to run the new version, tests that come from the old suite and end as they did there are
// expected to print what they did there.
base::Status carry_over_outputs(const Heritage& heritage, const std::vector<Followed>& followed,
                                suite::RunDirectory& directory);

}  // namespace cairn::explore
