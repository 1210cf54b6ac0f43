#include "cli/bench/harness.h"

#include <future>
#include <mutex>
#include <utility>

#include "engine/base/stopwatch.h"

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
                                 const Pace& pace, const std::atomic<bool>& stop) {
  std::vector<const Cell*> missing;
  for (const Cell& cell : cells) {
    if (!store.find(cell)) missing.push_back(&cell);
  }
  Progress progress(cells.size(), cells.size() - missing.size(), pace);
  Finished finished;
  std::mutex finishing;
  std::atomic<std::size_t> next = 0;
  const auto work_off = [&](std::size_t worker) -> base::Status {
    while (!stop) {
      const std::size_t mine = next++;
      if (mine >= missing.size()) break;
      const Cell& cell = *missing[mine];
      const base::Stopwatch watch;
      progress.begin(cell.name());
      TRY(const auto work, store.work(worker));
      TRY(const Outcome outcome, run(cell, work));
      if (stop) break;  // what a cell found before it was cut short says nothing
      TRY_STATUS(store.keep(cell, outcome));
      progress.end(outcome, watch.seconds());
      if (outcome.error.empty()) continue;
      const std::lock_guard lock(finishing);
      finished.outcomes.push_back(outcome);
    }
    return {};
  };
  std::vector<std::future<base::Status>> workers;
  for (std::size_t worker = 0; worker < pace.jobs; ++worker) {
    workers.push_back(std::async(std::launch::async, [&, worker] {
      base::Status status = work_off(worker);
      if (!status.ok()) next = missing.size();  // nobody begins another one
      return status;
    }));
  }
  base::Status status;
  for (auto& worker : workers) {
    if (base::Status ended = worker.get(); !ended.ok()) status = std::move(ended);
  }
  TRY_STATUS(status);
  store.clear_work();
  finished.stopped = stop;
  for (const Cell& cell : cells) {
    if (auto outcome = store.find(cell)) finished.outcomes.push_back(std::move(*outcome));
  }
  return finished;
}

}  // namespace cairn::bench
