// The parent's end of a solver process: start, exchange frames within a deadline, kill.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace cairn::solver {

class WorkerProcess {
 public:
  enum class Failure { late, stopped, ended };
  using Deadline = std::chrono::steady_clock::time_point;

  // The process dies with the thread that started it, ignores the terminal's signals, and limits its own memory.
  static base::Result<std::unique_ptr<WorkerProcess>> start(const std::filesystem::path& executable,
                                                            std::uint64_t memory_bytes);
  // Kills the process.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  struct Exchange {
    std::vector<std::uint8_t> reply;
    std::optional<Failure> failure;  // after any, the process is of no more use
  };
  // Sends a body, waits for the reply's. `stop` is polled while waiting.
  Exchange exchange(std::span<const std::uint8_t> body, Deadline deadline, const std::function<bool()>& stop);

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  WorkerProcess(pid_t pid, int socket) : pid_(pid), socket_(socket) {}
  std::optional<Failure> wait_for(short events, Deadline deadline, const std::function<bool()>& stop) const;
  template <class Move>
  std::optional<Failure> transfer(std::size_t size, short events, Deadline deadline, const std::function<bool()>& stop,
                                  const Move& move) const;

  pid_t pid_;
  int socket_;
};

}  // namespace cairn::solver
