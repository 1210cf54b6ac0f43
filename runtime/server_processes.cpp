/* Children of the fork server: forking them cheaply, waiting for them, and leaving none of their descendants alive. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/server_state.h"
#include "runtime/system_call.h"

/* Of every sanitizer: they must see forks. */
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

namespace cairn::runtime {

namespace {

/* What the server awaits. Our own children die with another signal than SIGCHLD: the kernel gives that to whatever they
 * leave behind to us, and a wait without __WALL then sees those only. All three are blocked in the server. */
constexpr int kTold = SIGUSR1;
constexpr int kDied = SIGUSR2;

constexpr uint64_t bit(int signal) { return 1ull << (signal - 1); }

/* What the C library's fork does beyond the system call is for locks of other threads and for handlers of the program,
 * to which this fork is none of its own; it also writes to pages which a run then has to copy. */
void learn_to_fork() {
  if (__sanitizer_set_death_callback != nullptr || !__libc_single_threaded) return;
  long tid = 0;
  if (system_call(SYS_prctl, PR_GET_TID_ADDRESS, address(&tid)) != 0 || tid == 0) return;
  if (system_call(SYS_get_robust_list, 0, address(&server.robust_list), address(&server.robust_size)) != 0) return;
  server.tid_address = tid;
}

void block_signals() {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigaddset(&blocked, kTold);
  sigaddset(&blocked, kDied);
  sigprocmask(SIG_BLOCK, &blocked, &server.mask);
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &standard, &server.sigchld);
  server.custom_sigchld = server.sigchld.sa_handler != SIG_DFL || server.sigchld.sa_flags != 0;
}

long fork_here() {
  if (server.tid_address == 0) return fork();
  const long pid = system_call(SYS_clone, CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | kDied, 0, 0, server.tid_address);
  if (pid == 0 && server.robust_list != 0) system_call(SYS_set_robust_list, server.robust_list, server.robust_size);
  if (pid >= 0) return pid;
  errno = static_cast<int>(-pid);
  return -1;
}

}  // namespace

void prepare_to_fork(bool may_signal) {
  block_signals();
  learn_to_fork();
  server.own_kind = server.tid_address != 0 ? 0 : __WALL;
  server.ahead = may_signal && server.tid_address != 0 && server.handover != nullptr;
}

/* Zombies count against the limit on processes: those of an earlier run go first. */
long fork_child(bool patient) {
  if (server.stragglers) sweep();
  for (int attempts = 0;; ++attempts) {
    const long pid = fork_here();
    if (pid >= 0 || errno != EAGAIN || !patient || attempts == 100) return pid;
    await_child(10 * kMillisecond);
    sweep();
  }
}

/* Timers and alarms are not inherited. */
void become_program() {
  system_call(SYS_setpgid, 0, 0); /* kill(0, ...) must not reach the server */
  if (!server.alone) {
    system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (system_call(SYS_getppid) != server.pid) leave(); /* it died before that */
  }
  if (server.custom_sigchld) sigaction(SIGCHLD, &server.sigchld, nullptr);
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, address(&server.mask), 0, 8);
}

void tell(uint32_t* what) {
  __atomic_store_n(what, 1u, __ATOMIC_RELEASE);
  system_call(SYS_kill, server.pid, kTold);
}

bool told(const uint32_t* what) { return __atomic_load_n(what, __ATOMIC_ACQUIRE) != 0; }

void await_child(uint64_t nanoseconds) {
  const uint64_t signals = bit(SIGCHLD) | bit(kTold) | bit(kDied);
  timespec limit = {static_cast<time_t>(nanoseconds / 1000000000u), static_cast<long>(nanoseconds % 1000000000u)};
  system_call(SYS_rt_sigtimedwait, address(&signals), 0, address(&limit), sizeof signals);
}

bool reaped(long pid, int* status) {
  const long got = system_call(SYS_wait4, pid, address(status), WNOHANG | __WALL);
  return got == pid || got == -ECHILD;
}

bool dead(long pid) {
  siginfo_t info;
  info.si_pid = 0;
  const long got =
      system_call(SYS_waitid, P_PID, pid, address(&info), WEXITED | WNOHANG | WNOWAIT | static_cast<long>(__WALL));
  return got == -ECHILD || (got == 0 && info.si_pid == pid);
}

void kill_child(long pid) {
  system_call(SYS_kill, pid, SIGKILL);
  system_call(SYS_wait4, pid, 0, __WALL);
}

bool childless() { return system_call(SYS_wait4, -1, 0, WNOHANG | __WALL) == -ECHILD; }

void reap_dying(bool wait) {
  if (server.dying == 0) return;
  const long got = system_call(SYS_wait4, server.dying, 0, (wait ? 0 : WNOHANG) | __WALL);
  if (got == server.dying || got == -ECHILD) server.dying = 0;
}

bool swept() { return system_call(SYS_wait4, -1, 0, WNOHANG | server.own_kind) == -ECHILD; }

uint32_t sweep(bool* felled) {
  for (;;) {
    const long got = system_call(SYS_wait4, -1, 0, WNOHANG | server.own_kind);
    if (got == -ECHILD) {
      if (server.stragglers) server.stragglers = false; /* a write would copy the page after each fork */
      return 0;
    }
    if (got > 0) continue;
    if (!server.alone) {
      server.stragglers = true;
      return CAIRN_REPLY_STRAGGLERS;
    }
    system_call(SYS_kill, -1, SIGKILL);
    if (felled != nullptr) *felled = true;
    system_call(SYS_wait4, -1, 0, server.own_kind);
  }
}

}  // namespace cairn::runtime
