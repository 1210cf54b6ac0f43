// One instrumented program, started and waiting at the entry of main, with all that belongs to it: segment, scratch
// directory, standard input, output. Sends it commands and holds the limits while it works; starts it again when it
// died.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/target/command_line.h"
#include "engine/target/containment.h"
#include "engine/target/descriptor.h"
#include "engine/target/process.h"
#include "engine/target/scratch.h"
#include "engine/target/segment.h"
#include "engine/target/target.h"

namespace cairn::target {

class Server {
 public:
  static base::Result<std::unique_ptr<Server>> start(base::Context& context, const Options& options);

  [[nodiscard]] const Modules& modules() const { return modules_; }
  [[nodiscard]] std::uint32_t slots() const { return segment_->slots(); }

  // Puts the input where the program will find it. Files and standard input are those of slot 0.
  base::Status prepare(std::uint32_t slot, const trace::Input& input);

  struct Done {
    trace::Outcome outcome;      // of the run, or of the slot a batch stopped in
    std::uint32_t finished = 0;  // slots of a batch that ran to their end
    bool died = false;           // the server was lost with the run: nothing in the slot is of use
  };
  // Executes a command and returns when everything it started is dead. An error: no further run can be had.
  base::Result<Done> execute(const cairn_command& command);

  [[nodiscard]] trace::RawRun read(std::uint32_t slot, const Done& done);

  // All three for a run in a process of its own, on slot 0.
  base::Result<trace::RawRun> run(const trace::Input& input, std::uint32_t milliseconds = kUnhurried);

  // A run is ended after so many, or when the options say so.
  static constexpr std::uint32_t kUnhurried = UINT32_MAX;
  [[nodiscard]] std::uint32_t limit(std::uint32_t milliseconds) const {
    const std::uint32_t own = options_.run_milliseconds;
    return own == 0 && milliseconds != kUnhurried ? milliseconds : std::min(own, milliseconds);
  }
  [[nodiscard]] bool hurried(const Done& done, std::uint32_t milliseconds) const {
    return done.outcome.ending == trace::Ending::timed_out && limit(milliseconds) != options_.run_milliseconds;
  }

 private:
  Server(base::Context& context, const Options& options, CommandLine line, Scratch scratch);
  base::Status launch();
  base::Result<Refusal> launch_under(const Containment& containment);
  base::Status greet();
  ssize_t receive(cairn_reply* reply, int milliseconds);
  base::Error failed_start(bool ended, int status);
  base::Result<Done> restart(trace::Outcome outcome);
  base::Status forget_printed(std::size_t allowed);

  base::Context& context_;
  Options options_;
  CommandLine line_;
  Scratch scratch_;
  std::unique_ptr<Segment> segment_;
  std::unique_ptr<Containment> containment_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  Descriptor control_;
  Process process_;
  Modules modules_;
  std::uint32_t deaths_ = 0;  // of the server, without a good run between them
};

// Signals, exit statuses and limits as an outcome.
trace::Outcome outcome_of(int wait_status, bool timed_out);

}  // namespace cairn::target
