#include "engine/solver/smtlib_backend.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "engine/base/programs.h"
#include "engine/expr/print.h"
#include "engine/solver/answers.h"

extern char** environ;

namespace cairn::solver {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kStopInterval{100};
constexpr std::size_t kLargestOutput = 64u << 20;

// A shell with the command, in a group of its own, and the near ends of its standard input and output. Dies with this
// object.
class Command {
 public:
  Command(const std::string& command, std::uint64_t memory_bytes) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return;
    if (pipe2(out, O_CLOEXEC) != 0) {
      close(in[0]);
      close(in[1]);
      return;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string shell = "sh", option = "-c";
    std::string script = "ulimit -v " + std::to_string(memory_bytes >> 10) + "; " + command;
    char* arguments[] = {shell.data(), option.data(), script.data(), nullptr};
    if (posix_spawn(&pid_, "/bin/sh", &actions, &attributes, arguments, environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
    fcntl(to_, F_SETFL, O_NONBLOCK);
    fcntl(from_, F_SETFL, O_NONBLOCK);
  }
  ~Command() {
    if (to_ >= 0) close(to_);
    if (from_ >= 0) close(from_);
    if (pid_ <= 0) return;
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  [[nodiscard]] bool started() const { return pid_ > 0; }

  enum class End { finished, late, stopped };
  // Writes the text and reads everything until the other end closes. Both at once: a solver may print before it has
  // read all.
  End exchange(const std::string& text, std::string& output, Clock::time_point deadline, const base::Context& context) {
    std::size_t written = 0;
    while (output.size() < kLargestOutput) {
      if (context.over()) return End::stopped;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return End::late;
      pollfd ends[2] = {{from_, POLLIN, 0}, {to_, POLLOUT, 0}};
      const nfds_t count = to_ >= 0 ? 2 : 1;
      if (poll(ends, count, static_cast<int>(std::min(left, kStopInterval).count())) <= 0) continue;
      if (count == 2 && ends[1].revents != 0) {
        const ssize_t put = write_quietly(text.data() + written, text.size() - written);
        if (put > 0) written += static_cast<std::size_t>(put);
        if (written == text.size() || (put < 0 && errno != EAGAIN && errno != EINTR)) {
          close(to_);
          to_ = -1;
        }
      }
      if (ends[0].revents != 0) {
        char buffer[4096];
        const ssize_t got = read(from_, buffer, sizeof buffer);
        if (got > 0) output.append(buffer, static_cast<std::size_t>(got));
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return End::finished;
      }
    }
    return End::finished;
  }

 private:
  // A solver that does not read to the end must not cost us a SIGPIPE.
  ssize_t write_quietly(const char* data, std::size_t size) const {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const ssize_t put = write(to_, data, size);
    const int error = errno;
    if (put < 0 && error == EPIPE) {
      const timespec now{0, 0};
      sigtimedwait(&pipe, nullptr, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return put;
  }

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
};

class SmtlibBackend final : public Solver {
 public:
  SmtlibBackend(base::Context& context, const expr::Dag& dag, std::string command, const ProcessOptions& options)
      : context_(context),
        dag_(dag),
        command_(std::move(command)),
        options_(options),
        calls_(context.stats.counter("solver.complete_calls")),
        asked_(context.stats.counter("solver.smtlib.asked")),
        answered_(context.stats.counter("solver.smtlib.answered")),
        killed_(context.stats.counter("solver.killed")),
        crashed_(context.stats.counter("solver.crashed")),
        seconds_(context.stats.gauge("solver.smtlib.seconds")) {}

  Answer solve(const Query& query) override {
    ++calls_;
    ++asked_;
    const auto start = Clock::now();
    Answer answer = ask(query, deadline_for(query, options_.wall_milliseconds, start, context_));
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    if (answer.verdict != Verdict::unknown) ++answered_;
    return answer;
  }

 private:
  Answer ask(const Query& query, Clock::time_point deadline) {
    Command command(command_, options_.memory_bytes);
    if (!command.started()) {
      ++crashed_;
      return unknown("the solver cannot be started");
    }
    std::string output;
    switch (command.exchange(expr::to_smtlib(dag_, query.constraints), output, deadline, context_)) {
      case Command::End::late:
        ++killed_;
        return unknown(Limit::clock);
      case Command::End::stopped:
        return unknown("stopped");
      case Command::End::finished:
        break;
    }
    if (auto answer = read_smtlib_answer(output, query)) return std::move(*answer);
    ++crashed_;
    return unknown("the solver gave no answer");
  }

  base::Context& context_;
  const expr::Dag& dag_;
  const std::string command_;
  const ProcessOptions options_;
  std::uint64_t& calls_;
  std::uint64_t& asked_;
  std::uint64_t& answered_;
  std::uint64_t& killed_;
  std::uint64_t& crashed_;
  double& seconds_;
};

// #x2a, #b00101010 or (_ bv42 8), of eight bits, at the front of the text.
std::optional<std::uint8_t> read_byte(std::string_view text) {
  int base = 0;
  if (text.starts_with("#x")) base = 16;
  if (text.starts_with("#b")) base = 2;
  if (text.starts_with("(_ bv")) base = 10;
  if (base == 0) return std::nullopt;
  text.remove_prefix(base == 10 ? 5 : 2);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || value > 255) return std::nullopt;
  return static_cast<std::uint8_t>(value);
}

}  // namespace

std::optional<Answer> read_smtlib_answer(const std::string& output, const Query& query) {
  std::istringstream lines(output);
  std::string verdict;
  while (std::getline(lines, verdict) && verdict != "sat" && verdict != "unsat" && verdict != "unknown") {
  }
  if (verdict == "unsat") return unsat(whole_core(query));
  if (verdict == "unknown") return unknown("the solver does not know");
  if (verdict != "sat") return std::nullopt;
  expr::Assignment assignment = *query.parent;
  for (std::size_t at = output.find("(b"); at != std::string::npos; at = output.find("(b", at + 1)) {
    std::uint32_t byte = 0;
    const char* const end = output.data() + output.size();
    const auto [after, error] = std::from_chars(output.data() + at + 2, end, byte);
    if (error != std::errc{} || byte >= CAIRN_INPUT_LIMIT) continue;
    const char* value = after;
    while (value < end && (*value == ' ' || *value == '\n')) ++value;
    if (const auto read = read_byte({value, end})) assignment.set(expr::ByteId(byte), *read);
  }
  return sat(std::move(assignment));
}

base::Status check_command(const std::string& command) {
  std::istringstream words(command);
  std::string program;
  words >> program;
  const bool named = program.find('/') != std::string::npos;
  if (!program.empty() && (named ? base::runnable(program) : !base::find_in_path(program).empty())) return {};
  return base::misuse_error("The solver " + command + " cannot be run: there is no program " + program + ".");
}

std::unique_ptr<Solver> make_smtlib_backend(base::Context& context, const expr::Dag& dag, std::string command,
                                            const ProcessOptions& options) {
  return std::make_unique<SmtlibBackend>(context, dag, std::move(command), options);
}

}  // namespace cairn::solver
