// Target: input in, run out. One interface over the fork server and the in-process loop; containment is inside.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
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
  std::uint32_t run_milliseconds = 1000;    // wall-clock backstop for one run
  std::uint64_t memory_bytes = 1ull << 30;  // of one run
  std::uint64_t disk_bytes = 64ull << 20;   // written into scratch by one run
  bool capture_output = false;
  bool record = true;            // false: coverage only
  std::uint64_t step_limit = 0;  // 0: none; a run that passes it is timed out, deterministically
  bool in_process = true;        // use the in-process loop where the target has one
  std::uint32_t batch = 1;       // slots: how many inputs one wake-up of an in-process loop may run
  std::uint32_t moment = 0;      // when every run begins, in seconds since 1970; 0: when the target is started
  std::uint32_t variables = 0;   // what the program asks for and nobody has set becomes a variable of so many bytes
  bool shared_memory = false;    // System V's, where namespaces confine it: fuzzers need it
  int landlock_version = 0;      // at most this version of Landlock; 0: whatever the kernel has
  std::string carried;           // run_plain only: a directory of files that go with the program from run to run,
  std::string carried_variable;  // and the environment variable that tells it where they are
  std::string scratch;           // parent of the target's working directory; empty: the system's temporary directory
};

// What the runtime said about itself when it started.
struct Modules {
  std::vector<cairn_module_entry> modules;
  bool loop = false;                // the target has an in-process loop
  bool labels = false;              // it can be recorded
  std::vector<cairn_image> images;  // of a harness: the files it consists of; none: unknown
};

class Target {
 public:
  virtual ~Target() = default;

  // Runs the program on the input, in this order of cost: recording, decoding is the caller's. The views in the result
  // are valid until the next call. An Error means that no further run can be had (the world, or the target before
  // main).
  virtual base::Result<trace::RawRun> run(const trace::Input& input) = 0;

  // The same, but ended after so many milliseconds if the options give it longer.
  virtual base::Result<trace::RawRun> run_for(const trace::Input& input, std::uint32_t milliseconds) = 0;

  // From now on every run has a process of its own, whatever is cheaper.
  virtual void run_apart() {}

  [[nodiscard]] virtual const Modules& modules() const = 0;
};

// A target that runs several inputs per wake-up, in one process: what one run leaves in the program's memory the next
// finds. So run() is a call in that process only until a recording speaks of addresses that earlier calls may have
// moved: that run, and all further ones, have a process of their own.
class BatchTarget : public Target {
 public:
  [[nodiscard]] virtual std::uint32_t batch() const = 0;

  // In one process always. Requires 0 < inputs.size() <= batch(). Ensures at least one result; fewer than inputs when a
  // run ended the process: the last result is that run's, and the inputs behind it did not run.
  virtual base::Result<std::vector<trace::RawRun>> run_batch(std::span<const trace::Input> inputs) = 0;
};

// Starts the program under containment and waits for its HELLO. The result is a BatchTarget when modules().loop and
// options.in_process. The target dies with the thread that started it.
base::Result<std::unique_ptr<Target>> start(base::Context& context, const Options& options);

}  // namespace cairn::target
