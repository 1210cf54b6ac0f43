// Ctrl-C and termination become a wish to stop that the exploration polls. Asking twice ends the process at once: what
// was reported is durable anyway.
#pragma once

#include <atomic>

namespace cairn::cli {

class StopOnInterrupt {
 public:
  // One at a time.
  explicit StopOnInterrupt(std::atomic<bool>& stop);
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;
};

}  // namespace cairn::cli
