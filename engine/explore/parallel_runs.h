// Many inputs run by several targets at the same time, and handed over in their order: what is learnt from them does
// not depend on how many targets there are.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/target.h"

namespace cairn::explore {

class ParallelRuns {
 public:
  // Called in a thread of its own, in which the target lives.
  using Start = std::function<base::Result<std::unique_ptr<target::Target>>(base::Context&)>;

  // Input i is run by target i modulo `jobs`. The inputs must outlive this object.
  ParallelRuns(std::vector<const trace::Input*> inputs, unsigned jobs, Start start);
  ~ParallelRuns();
  ParallelRuns(const ParallelRuns&) = delete;
  ParallelRuns& operator=(const ParallelRuns&) = delete;

  // The run of the next input. Requires that there is one. Its views are valid until the next call.
  base::Result<trace::RawRun> next();

 private:
  struct Worker {
    std::optional<base::Result<trace::RawRun>> ready;  // handed over, not yet looked at
    bool taken = false;                                // being looked at: the target must wait
    std::thread thread;
  };

  void work(Worker& worker, std::size_t first);
  bool hand_over(Worker& worker, base::Result<trace::RawRun> run);

  std::vector<const trace::Input*> inputs_;
  Start start_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::size_t next_ = 0;
  std::vector<Worker> workers_;
};

}  // namespace cairn::explore
