#include "engine/target/process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "engine/target/descendants.h"
#include "engine/target/priority.h"

namespace cairn::target {
namespace {

// Messages from the child to the engine, on a socket that exec closes.
struct Report {
  enum Kind : int { failed, scratch, listener, ended } kind;
  Step step;
  int status;
};

void send_report(int socket, const Report& report, int descriptor = -1) {
  iovec part = {const_cast<Report*>(&report), sizeof report};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  while (::sendmsg(socket, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

// 1: a report; 0: the other side closed; -1: nothing in time.
int receive_report(int socket, int milliseconds, Report* report, Descriptor* descriptor) {
  pollfd watched = {socket, POLLIN, 0};
  int ready;
  while ((ready = ::poll(&watched, 1, milliseconds)) < 0 && errno == EINTR) {
  }
  if (ready <= 0) return -1;
  iovec part = {report, sizeof *report};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got;
  while ((got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  if (got != sizeof *report) return 0;
  if (const cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    int fd;
    std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
    *descriptor = Descriptor(fd);
  }
  return 1;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& s : strings) result.push_back(const_cast<char*>(s.c_str()));
  result.push_back(nullptr);
  return result;
}

// With a handler program in core_pattern a limit of 0 is not heeded by the kernel, but 1 is.
rlim_t core_limit() {
  const Descriptor file(::open("/proc/sys/kernel/core_pattern", O_RDONLY | O_CLOEXEC));
  char first = 0;
  return file.valid() && ::read(file.get(), &first, 1) == 1 && first == '|' ? 1 : 0;
}

// All that the child needs, made before clone: it must not allocate.
struct Plan {
  const Launch* launch;
  const Containment* containment;
  std::vector<char*> arguments;
  std::vector<char*> environment;
  rlim_t core;
  int report;
  int executed;  // closed by exec
  int admitted;  // readable once the engine has admitted the child, and again once scratch is ready
  int nice;
};

Step place_descriptors(const Plan& plan) {
  const Launch& launch = *plan.launch;
  const int from[3] = {launch.input, launch.output, launch.errors};
  for (int i = 0; i < 3; ++i) {
    if (::dup2(from[i], i) < 0) return {"dup2", errno};
  }
  if (::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC) != 0) {
    for (int fd = 3; fd < 1024; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  for (const int fd : launch.kept) {
    if (::fcntl(fd, F_SETFD, 0) != 0) return {"fcntl", errno};
  }
  return {};
}

// Never RLIMIT_AS or RLIMIT_DATA: the shadow maps terabytes. SIGXFSZ is ignored so that a full disk is an error of
// write, as it is elsewhere, and not a crash.
void set_limits(const Plan& plan) {
  const rlimit core = {plan.core, plan.core};
  ::setrlimit(RLIMIT_CORE, &core);
  if (plan.launch->file_bytes != 0) {
    const rlimit size = {plan.launch->file_bytes, plan.launch->file_bytes};
    ::setrlimit(RLIMIT_FSIZE, &size);
  }
  rlimit stack = {};
  if (::getrlimit(RLIMIT_STACK, &stack) == 0) {
    constexpr rlim_t kUsual = 8u << 20;
    const rlim_t wanted = plan.launch->stacks * (stack.rlim_cur == RLIM_INFINITY ? kUsual : stack.rlim_cur);
    stack.rlim_cur = std::min(wanted, stack.rlim_max);
    ::setrlimit(RLIMIT_STACK, &stack);
  }
}

void set_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
  }
  ::signal(SIGXFSZ, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void fail(const Plan& plan, const Step& step) {
  send_report(plan.report, {Report::failed, step, 0});
  ::_exit(127);
}

// Also when the engine died before this was said: then the socket to it is dead too.
void die_with_parent(const Plan& plan) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  char byte;
  if (::recv(plan.report, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) ::_exit(127);
}

[[noreturn]] void execute(const Plan& plan) {
  int listener = -1;
  if (const Step step = plan.containment->give_up(&listener); step.what != nullptr) fail(plan, step);
  if (listener >= 0) {
    send_report(plan.report, {Report::listener, {}, 0}, listener);
    ::close(listener);
  }
  // Changing identity clears it, so it comes last.
  die_with_parent(plan);
  ::execve(plan.launch->program.c_str(), plan.arguments.data(), plan.environment.data());
  fail(plan, {"execve", errno});
}

// The top process of a supervised run, made without libc's knowledge from a process that may have threads: it must not
// call anything that takes a lock, as fork() does. Starts the program and reaps until nothing is left.
[[noreturn]] void supervise(const Plan& plan) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const long program = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0);
  if (program == 0) {
    ::setpgid(0, 0);
    execute(plan);
  }
  if (program < 0) fail(plan, {"fork", errno});
  ::close(plan.executed);
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(-1, &status, __WALL);
    if (ended == program) break;
    if (ended < 0 && errno != EINTR) ::_exit(0);
  }
  send_report(plan.report, {Report::ended, {}, status});
  // As PID 1 its end is the end of all others; elsewhere the engine kills them while it is still their reaper.
  if (::getpid() == 1) ::_exit(0);
  for (;;) {
    if (::waitpid(-1, &status, __WALL) < 0 && errno == ECHILD) ::_exit(0);
  }
}

void await_admission(const Plan& plan) {
  char go = 0;
  ssize_t got;
  while ((got = ::read(plan.admitted, &go, 1)) < 0 && errno == EINTR) {
  }
  if (got != 1) ::_exit(127);  // the engine gave up
}

[[noreturn]] void child(const Plan& plan) {
  set_signals();
  await_admission(plan);
  ::setsid();
  make_session_nice(plan.nice);
  die_with_parent(plan);
  if (const Step step = plan.containment->build_view(); step.what != nullptr) fail(plan, step);
  if (::chdir(plan.launch->directory.c_str()) != 0) fail(plan, {"chdir", errno});
  if (plan.containment->own_scratch()) {
    const int fd = ::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) fail(plan, {"open scratch", errno});
    send_report(plan.report, {Report::scratch, {}, 0}, fd);
    ::close(fd);
    await_admission(plan);
  }
  if (const Step step = place_descriptors(plan); step.what != nullptr) fail(plan, step);
  set_limits(plan);
  ::personality(ADDR_NO_RANDOMIZE);  // refused in some containers: then addresses vary, nothing else
  ::umask(022);
  if (plan.launch->supervised) supervise(plan);
  execute(plan);
}

base::Error start_error(const Launch& launch, const Step& step) {
  const bool exec = std::strcmp(step.what, "execve") == 0;
  if (exec && step.error == ENOENT) {
    return base::environment_error(
        fmt::format("{} cannot be started: the program or its interpreter does not exist", launch.program));
  }
  if (exec && step.error == EACCES) {
    return base::misuse_error(
        fmt::format("{} is not executable (or not for the user it would run as); check its "
                    "permissions and those of its directories",
                    launch.program));
  }
  if (exec && step.error == ENOEXEC) {
    return base::misuse_error(fmt::format("{} is not a program for this machine", launch.program));
  }
  return base::environment_error(
      fmt::format("cannot start {}: {} failed: {}", launch.program, step.what, std::strerror(step.error)));
}

}  // namespace

Process::Process(pid_t pid, Descriptor report) : pid_(pid), report_(std::move(report)) {}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      report_(std::move(other.report_)),
      listener_(std::move(other.listener_)),
      status_(other.status_) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    report_ = std::move(other.report_);
    listener_ = std::move(other.listener_);
    status_ = other.status_;
  }
  return *this;
}

Process::~Process() { end(); }

int Process::end() {
  if (pid_ < 0) return -1;
  const pid_t pid = std::exchange(pid_, -1);
  kill_tree(pid);
  int status = -1;
  while (::waitpid(pid, &status, __WALL) < 0 && errno == EINTR) {
  }
  return status;
}

bool Process::wait(std::uint32_t milliseconds, int* status) {
  CHECK(pid_ > 0);
  const Descriptor pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  pollfd watched = {pidfd.get(), POLLIN, 0};
  while (::poll(&watched, 1, static_cast<int>(milliseconds)) < 0 && errno == EINTR) {
  }
  const pid_t got = ::waitpid(pid_, status, WNOHANG | __WALL);
  if (got == 0) return false;
  pid_ = -1;
  return true;
}

base::Result<int> Process::read_status(const Launch& launch) {
  if (status_) return *status_;
  Report report = {};
  Descriptor ignored;
  if (receive_report(report_.get(), 0, &report, &ignored) != 1) {
    return base::environment_error("the process that watches over the program was killed");
  }
  if (report.kind == Report::failed) return start_error(launch, report.step);
  return report.status;
}

// The engine's side of starting a process.
class Spawning {
 public:
  Spawning(const Launch& launch, const Containment& containment) : launch_(launch), containment_(containment) {}

  base::Result<Spawned> spawn() {
    TRY_STATUS(open_channels());
    const Plan plan = {&launch_,     &containment_,        pointers(launch_.arguments), pointers(launch_.environment),
                       core_limit(), childs_report_.get(), childs_executed_.get(),      admitted_.get(),
                       niceness()};
    const unsigned long flags = containment_.clone_flags();
    const long pid = ::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, 0);
    if (pid == 0) {
      // The engine's ends, or their closing would never be noticed here.
      ::close(report_.get());
      ::close(admit_.get());
      child(plan);
    }
    if (pid < 0) {
      const std::string message = fmt::format("clone failed: {}", std::strerror(errno));
      if (flags != 0) return Spawned(message);
      return base::environment_error(message);
    }
    Process process(static_cast<pid_t>(pid), std::move(report_));
    childs_report_.reset();
    childs_executed_.reset();
    if (const base::Status admitted = containment_.admit(process.pid()); !admitted.ok()) {
      return Spawned(admitted.error().message);
    }
    TRY_STATUS(admit());
    TRY_STATUS(follow(process));
    if (!refusal_.empty()) return Spawned(refusal_);
    return Spawned(std::move(process));
  }

 private:
  base::Status open_channels() {
    int pair[2];
    int gate[2];
    int executed[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return channel_error();
    report_ = Descriptor(pair[0]);
    childs_report_ = Descriptor(pair[1]);
    if (::pipe2(gate, O_CLOEXEC) != 0) return channel_error();
    admitted_ = Descriptor(gate[0]);
    admit_ = Descriptor(gate[1]);
    if (::pipe2(executed, O_CLOEXEC) != 0) return channel_error();
    executed_ = Descriptor(executed[0]);
    childs_executed_ = Descriptor(executed[1]);
    return {};
  }

  static base::Error channel_error() {
    return base::environment_error(fmt::format("cannot make a pipe or socket: {}", std::strerror(errno)));
  }

  base::Status admit() {
    if (::write(admit_.get(), "", 1) == 1) return {};
    return base::environment_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  }

  // Takes reports until the program runs. What was reported before exec is read after it at the latest.
  base::Status follow(Process& process) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (bool executed = false; !executed && refusal_.empty();) {
      pollfd watched[2] = {{process.report(), POLLIN, 0}, {executed_.get(), POLLIN, 0}};
      if (::poll(watched, 2, 1000) < 0 && errno != EINTR) return channel_error();
      executed = (watched[1].revents & (POLLHUP | POLLIN)) != 0;
      Report message = {};
      Descriptor descriptor;
      while (refusal_.empty() && receive_report(process.report(), 0, &message, &descriptor) == 1) {
        TRY_STATUS(handle(process, message, std::move(descriptor)));
        if (message.kind == Report::ended) return {};
      }
      if (std::chrono::steady_clock::now() > deadline) {
        return base::environment_error(fmt::format("{} could not be started within 20 s", launch_.program));
      }
    }
    return {};
  }

  base::Status handle(Process& process, const Report& message, Descriptor descriptor) {
    switch (message.kind) {
      case Report::failed: {
        const std::string_view step = message.step.what;
        if (step == "execve" || step == "fork" || step == "chdir") return start_error(launch_, message.step);
        refusal_ = fmt::format("{} failed: {}", step, std::strerror(message.step.error));
        return {};
      }
      case Report::scratch:
        TRY_STATUS(launch_.adopt_scratch(descriptor.get()));
        return admit();
      case Report::listener:
        process.listener_ = std::move(descriptor);
        return {};
      case Report::ended:
        process.status_ = message.status;
        return {};
    }
    return {};
  }

  const Launch& launch_;
  const Containment& containment_;
  Descriptor report_, childs_report_;
  Descriptor admitted_, admit_;
  Descriptor executed_, childs_executed_;
  std::string refusal_;
};

base::Result<Spawned> spawn(const Launch& launch, const Containment& containment) {
  return Spawning(launch, containment).spawn();
}

}  // namespace cairn::target
