#include "engine/explore/parallel_runs.h"

#include <utility>

#include "engine/base/check.h"

namespace cairn::explore {

ParallelRuns::ParallelRuns(std::vector<const trace::Input*> inputs, unsigned jobs, Fleet::Start start)
    : inputs_(std::move(inputs)), fleet_(jobs, std::move(start)) {}

base::Result<trace::RawRun> ParallelRuns::next() {
  CHECK(taken_ < inputs_.size());
  for (; sent_ < inputs_.size() && !fleet_.full(); ++sent_) fleet_.send(*inputs_[sent_], sent_);
  return fleet_.take(taken_++).run;
}

}  // namespace cairn::explore
