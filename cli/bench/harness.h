// Runs the cells of an experiment that have no result yet, one after the other, and says how far it is.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "cli/bench/store.h"
#include "engine/base/result.h"

namespace cairn::bench {

// Carries out one cell in an empty directory. An error ends the experiment, a failed cell does not.
using RunCell = std::function<base::Result<Outcome>(const Cell&, const std::filesystem::path& work)>;

// All subjects with all contenders, `repeats` times; the repetitions one after the other, so that an experiment cut
// short has something of every cell.
std::vector<Cell> cells_of(const std::vector<Subject>& subjects, const std::vector<Contender>& contenders,
                           std::uint32_t repeats);

struct Finished {
  std::vector<Outcome> outcomes;  // in the order of the cells; failed ones too
  bool stopped = false;           // not all of them
};

// `expected_seconds`: what a cell is likely to take, when its budget says so; for the estimate until cells have been
// timed.
base::Result<Finished> run_cells(const std::vector<Cell>& cells, const Store& store, const RunCell& run,
                                 std::optional<double> expected_seconds, const std::atomic<bool>& stop);

}  // namespace cairn::bench
