#include "engine/target/process.h"

#include <fcntl.h>
#include <fmt/format.h>
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

#include <cerrno>
#include <chrono>
#include <cstring>

#include "engine/target/descendants.h"

namespace cairn::target {
namespace {

// Messages from the child to the engine, on a socket that exec closes.
struct Report {
  enum Kind : int { failed, scratch, ended } kind;
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
  int admitted;  // readable once the engine has admitted the child
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
  if (::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur == RLIM_INFINITY) {
    stack.rlim_cur = 8u << 20;
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

[[noreturn]] void execute(const Plan& plan) {
  if (const Step step = plan.containment->give_up(); step.what != nullptr) fail(plan, step);
  // Changing identity clears it, so it comes last.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::execve(plan.launch->program.c_str(), plan.arguments.data(), plan.environment.data());
  fail(plan, {"execve", errno});
}

// The top process of a supervised run: starts the program and reaps until nothing is left.
[[noreturn]] void supervise(const Plan& plan) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t program = ::fork();
  if (program == 0) {
    ::setpgid(0, 0);
    execute(plan);
  }
  if (program < 0) fail(plan, {"fork", errno});
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

[[noreturn]] void child(const Plan& plan) {
  set_signals();
  char go = 0;
  ssize_t got;
  while ((got = ::read(plan.admitted, &go, 1)) < 0 && errno == EINTR) {
  }
  if (got != 1) ::_exit(127);  // the engine gave up
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (const Step step = plan.containment->build_view(); step.what != nullptr) fail(plan, step);
  if (::chdir(plan.launch->directory.c_str()) != 0) fail(plan, {"chdir", errno});
  if (plan.containment->own_scratch()) {
    const int fd = ::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) fail(plan, {"open scratch", errno});
    send_report(plan.report, {Report::scratch, {}, 0}, fd);
    ::close(fd);
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

Process::Process(pid_t pid, Descriptor report, Descriptor scratch)
    : pid_(pid), report_(std::move(report)), scratch_(std::move(scratch)) {}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), report_(std::move(other.report_)), scratch_(std::move(other.scratch_)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    report_ = std::move(other.report_);
    scratch_ = std::move(other.scratch_);
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
  Report report = {};
  Descriptor ignored;
  if (receive_report(report_.get(), 0, &report, &ignored) != 1) {
    return base::environment_error("the process that watches over the program was killed");
  }
  if (report.kind == Report::failed) return start_error(launch, report.step);
  return report.status;
}

base::Result<Process> spawn(const Launch& launch, const Containment& containment) {
  int pair[2];
  int gate[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
    return base::environment_error(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  Descriptor report(pair[0]);
  Descriptor childs_report(pair[1]);
  if (::pipe2(gate, O_CLOEXEC) != 0) {
    return base::environment_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  Descriptor admitted(gate[0]);
  Descriptor admit(gate[1]);
  const Plan plan = {&launch,
                     &containment,
                     pointers(launch.arguments),
                     pointers(launch.environment),
                     core_limit(),
                     childs_report.get(),
                     admitted.get()};

  const long pid = ::syscall(SYS_clone, containment.clone_flags() | SIGCHLD, nullptr, nullptr, nullptr, 0);
  if (pid == 0) {
    ::close(gate[1]);
    child(plan);
  }
  if (pid < 0) {
    return base::environment_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  Process process(static_cast<pid_t>(pid), std::move(report), Descriptor());
  childs_report.reset();
  TRY_STATUS(containment.admit(process.pid()));
  if (::write(admit.get(), "", 1) != 1) {
    return base::environment_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  // Reports until the child either failed or became the program (supervised: until it failed, or did not within the
  // time that exec may take; what follows is read later).
  Descriptor scratch;
  for (int expected = containment.own_scratch() ? 1 : 0;;) {
    if (launch.supervised && expected == 0) break;
    Report message = {};
    const int got = receive_report(process.report(), 20000, &message, &scratch);
    if (got < 0) return base::environment_error(fmt::format("{} could not be started within 20 s", launch.program));
    if (got == 0) break;
    if (message.kind == Report::failed) return start_error(launch, message.step);
    if (message.kind == Report::scratch) expected = 0;
  }
  process.scratch_ = std::move(scratch);
  return process;
}

}  // namespace cairn::target
