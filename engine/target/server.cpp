#include "engine/target/server.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "engine/target/descendants.h"
#include "engine/target/memory_file.h"
#include "engine/target/plain.h"
#include "engine/target/signal_broker.h"
#include "engine/target/start_failure.h"
#include "engine/target/supervision.h"

namespace cairn::target {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kStartSeconds = 20;  // from exec to main
constexpr auto kServersTurn =
    std::chrono::milliseconds(100);                       // beyond the run's own limit: then the engine kills the run
constexpr auto kGrace = std::chrono::milliseconds(3000);  // then the server too
constexpr std::uint32_t kDeathsInARow = 5;                // of the server
constexpr std::size_t kPrintedBytes = 64u << 10;          // may stay for the next run: far below a limit it would see

void set_receive_timeout(int socket, int milliseconds) {
  const timeval limit = {milliseconds / 1000, (milliseconds % 1000) * 1000};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

// A number far from those that a program uses itself.
base::Result<Descriptor> move_up(Descriptor fd) {
  Descriptor high(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 500));
  if (!high.valid()) {
    return base::environment_error(
        fmt::format("cannot use descriptors from 500 on ({}); raise ulimit -n", std::strerror(errno)));
  }
  return high;
}

}  // namespace

trace::Outcome outcome_of(int wait_status, bool timed_out) {
  if (timed_out) return {trace::Ending::timed_out, 0};
  if (WIFSIGNALED(wait_status)) return {trace::Ending::signalled, WTERMSIG(wait_status)};
  return {trace::Ending::exited, WEXITSTATUS(wait_status)};
}

Server::Server(base::Context& context, const Options& options, CommandLine line, Scratch scratch)
    : context_(context), options_(options), line_(std::move(line)), scratch_(std::move(scratch)) {}

base::Result<std::unique_ptr<Server>> Server::start(base::Context& context, const Options& options) {
  TRY(CommandLine line, CommandLine::resolve(options.command));
  TRY_STATUS(check_instrumented(line.program(), options.command[0]));
  TRY(Scratch scratch, Scratch::create(options.scratch));
  for (const auto& [name, file] : line.files()) scratch.show(name, file);
  std::unique_ptr<Server> server(new Server(context, options, std::move(line), std::move(scratch)));
  SegmentSizes sizes;
  sizes.slots = std::max(1u, options.batch);
  TRY(server->segment_, Segment::create(sizes));
  TRY(server->input_, memory_file("cairn-stdin"));
  TRY(server->output_, memory_file("cairn-stdout"));
  TRY(server->errors_, memory_file("cairn-stderr"));
  TRY_STATUS(server->launch());
  return server;
}

base::Status Server::launch() {
  if (containment_ != nullptr) {
    TRY(const Refusal refusal, launch_under(*containment_));
    if (refusal) return base::environment_error(fmt::format("the program cannot be started again: {}", *refusal));
    return {};
  }
  const auto attempt = [&](std::unique_ptr<Containment> containment) -> base::Result<Refusal> {
    TRY(Refusal refusal, launch_under(*containment));
    if (!refusal) containment_ = std::move(containment);
    return refusal;
  };
  return with_containment(options_, surroundings_of(line_, scratch_.path()), attempt);
}

base::Result<Refusal> Server::launch_under(const Containment& containment) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
    return base::environment_error(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  control_ = Descriptor(pair[0]);
  TRY(const Descriptor theirs, move_up(Descriptor(pair[1])));
  TRY(const Descriptor segment, move_up(Descriptor(::fcntl(segment_->fd(), F_DUPFD_CLOEXEC, 3))));
  TRY(const Descriptor input, reopen(input_.get(), O_RDONLY));
  // Files, as when the plain program runs: some programs do less when they see that nobody will read it.
  TRY(const Descriptor output, reopen(output_.get(), O_WRONLY | O_APPEND));
  TRY(const Descriptor errors, reopen(errors_.get(), O_WRONLY | O_APPEND));

  Invocation invocation = line_.invocation({});
  Launch launch;
  launch.program = line_.program();
  launch.arguments = std::move(invocation.arguments);
  launch.environment = std::move(invocation.environment);
  launch.environment.push_back(fmt::format("{}={} {} {}", CAIRN_SERVER_VARIABLE, theirs.get(), segment.get(),
                                           containment.brokers_signals() ? 0 : 1));
  launch.directory = containment.directory(scratch_.path());
  launch.input = input.get();
  launch.output = output.get();
  launch.errors = errors.get();
  launch.kept = {theirs.get(), segment.get()};
  launch.file_bytes = options_.disk_bytes;
  launch.stacks = 4;  // what unoptimised functions take when they are recorded
  // Constructors of the program run before the server does: they already see the empty scratch.
  launch.adopt_scratch = [&](int directory) -> base::Status {
    TRY_STATUS(scratch_.adopt(directory, containment.user()));
    return scratch_.prepare({});
  };
  if (!containment.own_scratch()) TRY_STATUS(launch.adopt_scratch(-1));
  TRY(Spawned spawned, spawn(launch, containment));
  if (std::holds_alternative<std::string>(spawned)) return Refusal(std::get<std::string>(spawned));
  process_ = std::move(std::get<Process>(spawned));
  TRY_STATUS(greet());
  return Refusal();
}

// Waits for the HELLO.
base::Status Server::greet() {
  set_receive_timeout(control_.get(), kFirstLook);
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(kStartSeconds);
  cairn_reply hello = {};
  for (;;) {
    const ssize_t got = receive(&hello, kFirstLook);
    if (got == sizeof hello) break;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
      int status = 0;
      const bool ended = process_.wait(1000, &status);
      return failed_start(ended, status);
    }
    // The program may live on with the socket closed, or die with a child of its own keeping it open.
    int status = 0;
    if (process_.wait(0, &status)) return failed_start(true, status);
    if (Clock::now() > deadline) return failed_start(false, 0);
  }
  if (hello.kind != CAIRN_REPLY_HELLO || hello.value != static_cast<std::int32_t>(CAIRN_ABI_VERSION)) {
    return base::environment_error(
        fmt::format("{} was built with another version of cairn-cc; build it again", options_.command[0]));
  }
  TRY(modules_, segment_->read_modules());
  if (options_.record && !modules_.labels) return no_labels(options_.command[0]);
  return forget_printed(0);
}

// The socket itself has a time-out: one system call a run. Only a listener needs more.
ssize_t Server::receive(cairn_reply* reply, int milliseconds) {
  if (process_.listener() >= 0 && !wait_readable(control_.get(), process_.listener(), process_.pid(), milliseconds)) {
    errno = EAGAIN;
    return -1;
  }
  return ::recv(control_.get(), reply, sizeof *reply, 0);
}

base::Error Server::failed_start(bool ended, int status) {
  const std::string said = read_content(errors_.get());
  process_ = Process();
  // The first process of a namespace cannot signal itself: abort() ends otherwise there than under a supervisor.
  if (ended && WIFSIGNALED(status)) {
    const auto again = run_plain(options_, {});
    if (again.ok() && again->outcome.ending == trace::Ending::signalled) status = again->outcome.code;
  }
  return start_failure(options_.command[0], ended, status, said, kStartSeconds);
}

base::Status Server::prepare(std::uint32_t slot, const trace::Input& input) {
  if (slot > 0) return segment_->write(slot, input, {}, options_);  // a batch has one directory and one standard input
  TRY_STATUS(forget_printed(options_.capture_output ? 0 : kPrintedBytes));
  TRY_STATUS(scratch_.prepare(input));
  const trace::Object* standard_input = nullptr;
  bool own_command_line = false;
  for (const trace::Object& object : input.objects) {
    if (object.kind == trace::ObjectKind::standard_input && standard_input == nullptr) standard_input = &object;
    own_command_line |= object.kind == trace::ObjectKind::argument ||
                        (object.kind == trace::ObjectKind::environment && !object.sized) ||
                        object.kind == trace::ObjectKind::file;  // which @NAME may name
  }
  using Bytes = std::span<const std::uint8_t>;
  TRY_STATUS(write_content(input_.get(), standard_input == nullptr ? Bytes() : Bytes(standard_input->bytes)));
  if (!own_command_line) return segment_->write(slot, input, {}, options_);
  return segment_->write(slot, input, line_.recorded_invocation(input), options_);
}

base::Result<Server::Done> Server::execute(const cairn_command& command) {
  if (::send(control_.get(), &command, sizeof command, MSG_NOSIGNAL) != sizeof command) {
    return restart({trace::Ending::signalled, SIGKILL});
  }
  const std::uint32_t slots = command.kind == CAIRN_COMMAND_LOOP ? command.count : 1;
  const Clock::time_point begin = Clock::now();
  const auto limit = std::chrono::milliseconds(command.milliseconds) * slots;
  const Scratch* disk = containment_->own_scratch() ? nullptr : &scratch_;
  Excess excess = Excess::none;
  bool late = false;
  for (bool watched = false;;) {
    cairn_reply reply = {};
    const ssize_t got = receive(&reply, watched ? kLookAgain : kFirstLook);
    if (got == sizeof reply) {
      if (reply.kind == CAIRN_REPLY_STARTED) continue;
      if (watched) set_receive_timeout(control_.get(), kFirstLook);
      if (reply.kind == CAIRN_REPLY_FAILED) {
        return base::environment_error(fmt::format("the program's server cannot fork: {}", std::strerror(reply.value)));
      }
      if (reply.kind != CAIRN_REPLY_DONE) return restart({trace::Ending::signalled, SIGKILL});
      Done done;
      done.finished = reply.count;
      done.outcome =
          outcome_of(reply.value, (late || (reply.flags & CAIRN_REPLY_TIMED_OUT) != 0) && excess == Excess::none);
      if ((reply.flags & CAIRN_REPLY_STRAGGLERS) != 0 && !kill_descendants(process_.pid())) {
        return restart(done.outcome);
      }
      deaths_ = 0;
      return done;
    }
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return restart({trace::Ending::signalled, SIGKILL});
    if (!watched) {
      watched = true;
      set_receive_timeout(control_.get(), kLookAgain);
    }
    // The server holds the limit itself, but may not get to run among all that its run has started.
    const auto passed = Clock::now() - begin;
    late = command.milliseconds != 0 && passed > limit + kServersTurn;
    if (late && passed > limit + kGrace) {
      ++context_.stats.counter("target.server_timeouts");
      return restart({trace::Ending::timed_out, 0});
    }
    if (excess == Excess::none) {
      excess = look(process_.pid(), options_, segment_->bytes(), disk);
      if (excess != Excess::none) ++context_.stats.counter("target.killed_by_limit");
    }
    if (late || excess != Excess::none) kill_descendants(process_.pid());
  }
}

// The run took the server with it, or the server did not come back from it.
base::Result<Server::Done> Server::restart(trace::Outcome outcome) {
  ++context_.stats.counter("target.restarts");
  process_.end();
  if (++deaths_ > kDeathsInARow) {
    return base::environment_error(
        fmt::format("{} ends its own server again and again; run it under --sandbox=namespaces", options_.command[0]));
  }
  TRY_STATUS(launch());
  Done done;
  done.outcome = outcome;
  done.died = true;
  return done;
}

trace::RawRun Server::read(std::uint32_t slot, const Done& done) {
  trace::RawRun run = segment_->read(slot, done.outcome);
  if (done.died) {
    run = trace::RawRun();
    run.outcome = done.outcome;
    run.corrupted = true;
  }
  if (options_.capture_output) run.output = read_content(output_.get());
  return run;
}

base::Result<trace::RawRun> Server::run(const trace::Input& input, std::uint32_t milliseconds) {
  TRY_STATUS(prepare(0, input));
  TRY(const Done done, execute({CAIRN_COMMAND_RUN, 0, 1, limit(milliseconds)}));
  trace::RawRun run = read(0, done);
  run.hurried = hurried(done, milliseconds);
  return run;
}

// So that no run finds a file full that others have filled.
base::Status Server::forget_printed(std::size_t allowed) {
  for (const Descriptor* file : {&output_, &errors_}) TRY_STATUS(empty_beyond(file->get(), allowed));
  return {};
}

}  // namespace cairn::target
