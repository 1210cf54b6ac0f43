// Starts a process under containment: clone, containment, descriptors, limits, exec, with every failure on the way
// reported as a value to the engine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/containment.h"
#include "engine/target/descriptor.h"
#include "engine/target/target.h"

namespace cairn::target {

struct Launch {
  std::string program;  // absolute
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string directory;  // working directory
  int input = -1;
  int output = -1;
  int errors = -1;
  std::vector<int> kept;  // further descriptors, kept under their own numbers
  std::uint64_t file_bytes = 0;
  std::uint32_t stacks = 1;  // how many times the usual stack
  // Called when the containment has made its own scratch file system and before the program starts.
  std::function<base::Status(int directory)> adopt_scratch;
  // The program is started by a process of ours that outlives it, reaps what it leaves behind, and reports how it
  // ended. Without, the program itself is the top process (PID 1 where there is a PID namespace).
  bool supervised = false;
};

// A started process; killed and reaped with everything below it when this goes.
class Process {
 public:
  Process() = default;
  Process(pid_t pid, Descriptor report);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  [[nodiscard]] pid_t pid() const { return pid_; }
  // Where the engine answers for signals, if the containment brokers them.
  [[nodiscard]] int listener() const { return listener_.get(); }
  // Where a supervisor reports: readable when the program ended.
  [[nodiscard]] int report() const { return report_.get(); }
  // A supervised program ended before spawn() returned.
  [[nodiscard]] bool ended() const { return status_.has_value(); }
  // The supervised program's wait status, once report() is readable.
  base::Result<int> read_status(const Launch& launch);

  // Kills the process and all its descendants, and reaps it. Its wait status, or -1 when there was none any more.
  int end();
  // Waits for at most that time. True when it ended, with the status.
  bool wait(std::uint32_t milliseconds, int* status);

 private:
  friend class Spawning;

  pid_t pid_ = -1;
  Descriptor report_;
  Descriptor listener_;
  std::optional<int> status_;  // of a supervised program that ended at once
};

// A process, or why the containment could not be entered.
using Spawned = std::variant<Process, std::string>;
base::Result<Spawned> spawn(const Launch& launch, const Containment& containment);

}  // namespace cairn::target
