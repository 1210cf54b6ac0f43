// `cairn run` as a contender: a process of its own, so that what it costs can be told and a crash of it is a failed
// cell.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "engine/base/result.h"

namespace cairn::bench {

// Explores with the cell's strategy in `work`; the program runs in `where`, or here if that is empty. Ensures: the
// curve is what cairn knows of its own coverage, one point for each test; `work` holds the run directory. Failures of
// the cell are in the outcome; errors end the experiment.
base::Result<Outcome> run_cairn(const Cell& cell, const Budget& budget, const std::vector<std::string>& options,
                                const std::filesystem::path& work, const std::filesystem::path& where,
                                const std::filesystem::path& log, const std::atomic<bool>& stop);

}  // namespace cairn::bench
