// Ctrl-C and termination become a wish to stop that the exploration polls. Asking twice ends the process at once: what
// was reported is durable anyway. A signal that whoever started us had ignored stays so: nohup holds.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace cairn::cli {

class StopOnInterrupt {
 public:
  // One at a time.
  explicit StopOnInterrupt(std::atomic<bool>& stop);
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace cairn::cli
