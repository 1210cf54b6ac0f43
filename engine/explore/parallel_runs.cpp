#include "engine/explore/parallel_runs.h"

#include <utility>

#include "engine/base/check.h"
#include "engine/base/context.h"

namespace cairn::explore {

ParallelRuns::ParallelRuns(std::vector<const trace::Input*> inputs, unsigned jobs, Start start)
    : inputs_(std::move(inputs)), start_(std::move(start)), workers_(jobs) {
  CHECK(jobs > 0);
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i].thread = std::thread([this, i] { work(workers_[i], i); });
  }
}

ParallelRuns::~ParallelRuns() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (Worker& worker : workers_) worker.thread.join();
}

base::Result<trace::RawRun> ParallelRuns::next() {
  CHECK(next_ < inputs_.size());
  std::unique_lock lock(mutex_);
  if (next_ > 0) {
    workers_[(next_ - 1) % workers_.size()].taken = false;
    changed_.notify_all();
  }
  Worker& worker = workers_[next_++ % workers_.size()];
  changed_.wait(lock, [&worker] { return worker.ready.has_value(); });
  base::Result<trace::RawRun> run = std::move(*worker.ready);
  worker.ready.reset();
  worker.taken = true;
  return run;
}

void ParallelRuns::work(Worker& worker, std::size_t first) {
  base::Context context(0);  // statistics are not for several threads
  auto target = start_(context);
  if (!target.ok()) {
    hand_over(worker, target.error());
    return;
  }
  for (std::size_t i = first; i < inputs_.size(); i += workers_.size()) {
    if (!hand_over(worker, (*target)->run(*inputs_[i]))) return;
  }
}

// Waits until the run has been looked at; false: nobody will.
bool ParallelRuns::hand_over(Worker& worker, base::Result<trace::RawRun> run) {
  std::unique_lock lock(mutex_);
  worker.ready = std::move(run);
  changed_.notify_all();
  changed_.wait(lock, [&] { return ending_ || (!worker.ready && !worker.taken); });
  return !ending_;
}

}  // namespace cairn::explore
