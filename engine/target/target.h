// Target: input in, run out. One interface over the fork server and the in-process loop; containment is inside.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/trace/input.h"
#include "engine/trace/run.h"

namespace cairn::target {

enum class Sandbox { automatic, namespaces, landlock, off };

struct Options {
  std::vector<std::string> command;  // program and its fixed arguments
  Sandbox sandbox = Sandbox::automatic;
  std::uint32_t run_milliseconds = 1000;     // wall-clock backstop for one run
  std::uint64_t memory_bytes = 1ull << 30;   // of one run
  std::uint64_t disk_bytes = 64ull << 20;    // written into scratch by one run
  bool capture_output = false;
  bool record = true;  // false: coverage only
};

// What the runtime said about itself when it started.
struct Modules {
  std::vector<cairn_module_entry> modules;
  bool loop = false;  // the target has an in-process loop
};

class Target {
 public:
  virtual ~Target() = default;

  // Runs the program on the input, in this order of cost: recording, decoding is the caller's. The views in the result are
  // valid until the next call. An Error means that no further run can be had (the world, or the target before main).
  virtual base::Result<trace::RawRun> run(const trace::Input& input) = 0;

  [[nodiscard]] virtual const Modules& modules() const = 0;
};

// Starts the program under containment and waits for its HELLO.
base::Result<std::unique_ptr<Target>> start(base::Context& context, const Options& options);

}  // namespace cairn::target
