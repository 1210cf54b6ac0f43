#include "cli/bench/harness.h"

#include "cli/bench/progress.h"

namespace cairn::bench {

std::vector<Cell> cells_of(const std::vector<Subject>& subjects, const std::vector<Contender>& contenders,
                           std::uint32_t repeats) {
  std::vector<Cell> cells;
  for (std::uint32_t repeat = 1; repeat <= repeats; ++repeat) {
    for (const Subject& subject : subjects) {
      for (const Contender& contender : contenders) cells.push_back({subject, contender, repeat});
    }
  }
  return cells;
}

base::Result<Finished> run_cells(const std::vector<Cell>& cells, const Store& store, const RunCell& run,
                                 std::optional<double> expected_seconds, const std::atomic<bool>& stop) {
  Finished finished;
  std::vector<const Cell*> missing;
  for (const Cell& cell : cells) {
    if (!store.find(cell)) missing.push_back(&cell);
  }
  Progress progress(cells.size(), cells.size() - missing.size(), expected_seconds);
  for (const Cell* cell : missing) {
    if (stop) break;
    progress.begin(cell->name());
    TRY(const auto work, store.work());
    TRY(const Outcome outcome, run(*cell, work));
    if (stop) break;  // what a cell found before it was cut short says nothing
    TRY_STATUS(store.keep(*cell, outcome));
    progress.end(outcome);
    if (!outcome.error.empty()) finished.outcomes.push_back(outcome);
  }
  store.clear_work();
  finished.stopped = stop;
  for (const Cell& cell : cells) {
    if (auto outcome = store.find(cell)) finished.outcomes.push_back(std::move(*outcome));
  }
  return finished;
}

}  // namespace cairn::bench
