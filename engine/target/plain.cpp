#include "engine/target/plain.h"

#include <fcntl.h>
#include <fmt/core.h>

#include <chrono>

#include "engine/target/carried.h"
#include "engine/target/command_line.h"
#include "engine/target/containment.h"
#include "engine/target/descendants.h"
#include "engine/target/memory_file.h"
#include "engine/target/process.h"
#include "engine/target/scratch.h"
#include "engine/target/server.h"
#include "engine/target/signal_broker.h"
#include "engine/target/supervision.h"

namespace cairn::target {
namespace {

using Clock = std::chrono::steady_clock;

std::span<const std::uint8_t> standard_input(const trace::Input& input) {
  for (const trace::Object& object : input.objects) {
    if (object.kind == trace::ObjectKind::standard_input) return object.bytes;
  }
  return {};
}

// Until the supervisor reports the end of the program, or a limit ends it.
base::Result<trace::Outcome> supervise(Process& process, const Launch& launch, const Options& options,
                                       const Scratch* disk) {
  const Clock::time_point deadline = Clock::now() + std::chrono::milliseconds(options.run_milliseconds);
  bool timed_out = false;
  for (int wait = process.ended() ? 0 : kFirstLook; !process.ended(); wait = kLookAgain) {
    if (wait_readable(process.report(), process.listener(), process.pid(), wait)) break;
    const bool late = Clock::now() > deadline;
    if (!late && look(process.pid(), options, 0, disk) == Excess::none) continue;
    timed_out = timed_out || late;
    kill_descendants(process.pid());
  }
  TRY(const int status, process.read_status(launch));
  kill_descendants(process.pid());
  return outcome_of(status, timed_out);
}

}  // namespace

base::Result<PlainRun> run_plain(const Options& options, const trace::Input& input) {
  TRY(const CommandLine line, CommandLine::resolve(options.command));
  TRY(Scratch scratch, Scratch::create(options.scratch));
  for (const auto& [name, file] : line.files()) scratch.show(name, file);
  TRY(const Descriptor input_file, memory_file("cairn-stdin"));
  TRY(const Descriptor output_file, memory_file("cairn-stdout"));
  TRY(const Descriptor errors_file, memory_file("cairn-stderr"));
  TRY_STATUS(write_content(input_file.get(), standard_input(input)));
  TRY(const Descriptor standard_in, reopen(input_file.get(), O_RDONLY));
  TRY(const Descriptor standard_out, reopen(output_file.get(), O_WRONLY | O_APPEND));
  TRY(const Descriptor standard_error, reopen(errors_file.get(), O_WRONLY | O_APPEND));

  Invocation invocation = line.invocation(input);
  Launch launch;
  launch.program = line.program();
  launch.arguments = std::move(invocation.arguments);
  launch.input = standard_in.get();
  launch.output = standard_out.get();
  launch.errors = standard_error.get();
  launch.file_bytes = options.disk_bytes;
  launch.supervised = true;

  PlainRun run;
  const auto attempt = [&](std::unique_ptr<Containment> containment) -> base::Result<Refusal> {
    launch.directory = containment->directory(scratch.path());
    launch.environment = invocation.environment;
    if (!options.carried_variable.empty()) {
      launch.environment.push_back(fmt::format("{}={}/{}", options.carried_variable, launch.directory, kCarried));
    }
    launch.adopt_scratch = [&](int directory) -> base::Status {
      TRY_STATUS(scratch.adopt(directory, containment->user()));
      TRY_STATUS(scratch.prepare(input));
      if (options.carried.empty()) return {};
      return carry_in(options.carried, scratch.directory(), containment->user());
    };
    if (!containment->own_scratch()) TRY_STATUS(launch.adopt_scratch(-1));
    TRY(Spawned spawned, spawn(launch, *containment));
    if (std::holds_alternative<std::string>(spawned)) {
      return Refusal(std::get<std::string>(spawned));
    }
    const Scratch* disk = containment->own_scratch() ? nullptr : &scratch;
    TRY(run.outcome, supervise(std::get<Process>(spawned), launch, options, disk));
    if (!options.carried.empty()) TRY_STATUS(carry_out(scratch.directory(), options.carried));
    return Refusal();
  };
  TRY_STATUS(with_containment(options, surroundings_of(line, scratch.path()), attempt));
  run.output = read_content(output_file.get());
  run.errors = read_content(errors_file.get());
  return run;
}

}  // namespace cairn::target
