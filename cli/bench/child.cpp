#include "cli/bench/child.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

namespace cairn::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPoll = std::chrono::milliseconds(20);
constexpr double kPatience = 10;  // between asking to end and killing

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// In the child, between fork and exec. `failed` carries errno back when exec does not happen.
[[noreturn]] void become(const Task& task, const std::vector<char*>& argv, int failed) {
  ::setpgid(0, 0);
  ::signal(SIGINT, SIG_DFL);  // what we tell it to end with, even if it is ignored here
  const int nothing = ::open("/dev/null", O_RDONLY);
  const int log = ::open(task.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int errors = task.errors.empty() ? log : ::open(task.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (nothing >= 0 && log >= 0 && errors >= 0 && (task.directory.empty() || ::chdir(task.directory.c_str()) == 0)) {
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(log, STDOUT_FILENO);
    ::dup2(errors, STDERR_FILENO);
    for (const auto& [name, value] : task.environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::execvp(argv[0], argv.data());
  }
  const int error = errno;
  if (::write(failed, &error, sizeof error) < 0) ::_exit(126);
  ::_exit(127);
}

}  // namespace

base::Result<Cost> run_child(const Task& task, const std::atomic<bool>& stop) {
  std::vector<char*> argv;
  for (const std::string& word : task.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return base::environment_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  const Clock::time_point begin = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) become(task, argv, ends[1]);
  ::close(ends[1]);
  int error = child < 0 ? errno : 0;
  if (child > 0 && ::read(ends[0], &error, sizeof error) != sizeof error) error = 0;
  ::close(ends[0]);
  if (error != 0) {
    if (child > 0) ::waitpid(child, nullptr, 0);
    return base::environment_error(fmt::format("cannot run {}: {}", task.command.front(), std::strerror(error)));
  }
  Cost cost;
  int status = 0;
  rusage usage{};
  std::optional<Clock::time_point> asked;
  for (;;) {
    const pid_t done = ::wait4(child, &status, WNOHANG, &usage);
    if (done == child || (done < 0 && errno != EINTR)) break;
    if (!asked && (stop || (task.seconds && since(begin) >= *task.seconds))) {
      ::kill(-child, SIGINT);
      asked = Clock::now();
    } else if (asked && since(*asked) >= kPatience) {
      ::kill(-child, SIGKILL);
    }
    std::this_thread::sleep_for(kPoll);
  }
  ::kill(-child, SIGKILL);  // whatever it left behind
  cost.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  cost.seconds = since(begin);
  cost.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost.peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return cost;
}

}  // namespace cairn::bench
