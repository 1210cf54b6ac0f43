// Runs the cells of an experiment that have no result yet, one or several at a time, and says how far it is.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "cli/bench/progress.h"
#include "cli/bench/store.h"
#include "engine/base/result.h"

namespace cairn::bench {

// Carries out one cell in an empty directory; called by several threads at a time if the pace says so. An error ends
// the experiment when the cells that are running are done; a failed cell does not.
using RunCell = std::function<base::Result<Outcome>(const Cell&, const std::filesystem::path& work)>;

// All subjects with all contenders, `repeats` times; the repetitions one after the other, so that an experiment cut
// short has something of every cell.
std::vector<Cell> cells_of(const std::vector<Subject>& subjects, const std::vector<Contender>& contenders,
                           std::uint32_t repeats);

struct Finished {
  std::vector<Outcome> outcomes;  // in the order of the cells; failed ones too
  bool stopped = false;           // not all of them
};

base::Result<Finished> run_cells(const std::vector<Cell>& cells, const Store& store, const RunCell& run,
                                 const Pace& pace, const std::atomic<bool>& stop);

}  // namespace cairn::bench
