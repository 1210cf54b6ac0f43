// Containment (D13 in docs/architecture.md): what stands between a target and the machine. It is prepared in the engine
// and entered in the child between clone and exec, where nothing but system calls is allowed.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/command_line.h"
#include "engine/target/target.h"

namespace cairn::target {

// How far the child got: `what` is null when all is well, else the step that failed. A literal: it crosses a clone.
struct Step {
  const char* what = nullptr;
  int error = 0;
};

// What the target has to reach, all absolute.
struct Surroundings {
  std::string program;
  std::vector<std::string> readable;   // files that arguments name
  std::string scratch;                 // its working directory, the only place it may write to
  std::vector<std::string> arguments;  // the fixed ones: they may hold further paths
};

Surroundings surroundings_of(const CommandLine& line, const std::string& scratch);

class Containment {
 public:
  virtual ~Containment() = default;

  // Flags for clone beyond those of fork.
  [[nodiscard]] virtual unsigned long clone_flags() const { return 0; }
  // In the engine, while the child waits to be admitted.
  virtual base::Status admit(pid_t) const { return {}; }
  // In the child, before descriptors and limits are set: builds its view of the machine. May replace scratch by a file
  // system of its own; then `own_scratch` is true and the engine asks the child for its descriptor.
  [[nodiscard]] virtual Step build_view() const { return {}; }
  [[nodiscard]] virtual bool own_scratch() const { return false; }
  // Where the target finds it.
  [[nodiscard]] virtual const std::string& directory(const std::string& scratch) const { return scratch; }
  // In the child, last before exec: gives up everything that the target shall not have. Irrevocable.
  // With brokers_signals(), `listener` becomes the descriptor on which the engine answers for each signal sent.
  [[nodiscard]] virtual Step give_up(int* /*listener*/) const { return {}; }
  [[nodiscard]] virtual bool brokers_signals() const { return false; }
  // The user that files in scratch must belong to.
  [[nodiscard]] virtual uid_t user() const { return ::geteuid(); }

  [[nodiscard]] virtual Sandbox kind() const = 0;
};

// Why a containment could not be entered here; nothing when it was.
using Refusal = std::optional<std::string>;
using Attempt = std::function<base::Result<Refusal>(std::unique_ptr<Containment>)>;

// Attempts what the options ask for; for `automatic` one after another until one is not refused.
base::Status with_containment(const Options& options, const Surroundings& surroundings, const Attempt& attempt);

std::unique_ptr<Containment> no_containment();
base::Result<std::unique_ptr<Containment>> namespace_containment(const Options& options,
                                                                 const Surroundings& surroundings);
base::Result<std::unique_ptr<Containment>> landlock_containment(const Options& options,
                                                                const Surroundings& surroundings);

}  // namespace cairn::target
