// Seeds that are still to be run, in the run directory: a session that ends before they were, or is killed, leaves them
// to the next.
#pragma once

#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/suite/run_directory.h"
#include "engine/trace/input.h"

namespace cairn::explore {

// Replaces those that are there. Durable at once.
base::Status store_seeds(suite::RunDirectory& directory, std::span<const trace::Input> seeds);

base::Result<std::vector<trace::Input>> stored_seeds(suite::RunDirectory& directory);

}  // namespace cairn::explore
