/* The fork server (docs/architecture.md, "The server"). The process that the engine started stops at the entry of
 * main and becomes the server; each run is a fork of it, so that process start and constructors are paid once.
 *
 * The next run is forked while the one before it is still busy, and waits for its command on the control socket itself:
 * neither the fork nor a wake-up of the server stands between the engine's command and the run. Where that is not
 * possible the server takes the command and forks then.
 *
 * SIGCHLD and its like are blocked and awaited with a time-out, which gives the wall-clock backstop without a
 * descriptor per run; the server is PID 1 of its namespace or a child subreaper, so that "no children left" (one wait)
 * means "no descendants left"; and STARTED is sent only for runs that last, because most are over before the engine
 * could look. */
#include "runtime/server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/recorder.h"
#include "runtime/server_state.h"
#include "runtime/system_call.h"

extern "C" __attribute__((used, retain, visibility("hidden"))) const char cairn_server_mark[] = CAIRN_SERVER_MARK;

namespace cairn::runtime {

CAIRN_STATE Server server = {nullptr, nullptr, 0, -1, 0, 0, false, false, false, false, false, 0, 0, 0, 0, {}, {}};

void leave() {
  for (;;) system_call(SYS_exit_group, 0);
}

uint64_t now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

bool receive(cairn_command* command, int flags) {
  for (;;) {
    const long got = system_call(SYS_recvfrom, server.control, address(command), sizeof *command, flags);
    if (got == static_cast<long>(sizeof *command)) return true;
    if (got != -EINTR) return false;
  }
}

void reply(uint32_t kind, uint32_t flags, int32_t value, uint32_t count) {
  const cairn_reply message = {kind, flags, value, count};
  while (system_call(SYS_write, server.control, address(&message), sizeof message) == -EINTR) {
  }
}

namespace {

constexpr uint32_t kStartedAfter = 10;  // milliseconds a run lasts before the engine is told to watch it

/* main's, to be replaced in the child of a run. */
struct Arguments {
  int* argc;
  char*** argv;
  char*** envp;
};

/* The engine's strings stay where they are, in the slot; the pointers to them go behind them, so that no page of the
 * program is touched for them. */
void replace_arguments(unsigned slot, const Arguments& arguments) {
  const cairn_slot* header = slot_at(slot);
  if (header->argc == 0) return;
  char* const begin = region_at(slot, CAIRN_REGION_ARGUMENTS);
  const auto* const offsets = reinterpret_cast<const uint32_t*>(begin);
  const uint64_t strings = static_cast<uint64_t>(header->argc) + header->envc;
  const uint64_t place = (offsets[strings] + 7ull) & ~7ull;
  if (place + (strings + 2) * sizeof(char*) > server.segment->regions[CAIRN_REGION_ARGUMENTS].capacity) return;
  char** const pointers = reinterpret_cast<char**>(begin + place);
  char** out = pointers;
  for (uint64_t i = 0; i < strings; ++i) {
    if (i == header->argc) *out++ = nullptr;
    *out++ = begin + offsets[i];
  }
  if (header->envc == 0) *out++ = nullptr;
  *out = nullptr;
  *arguments.argc = static_cast<int>(header->argc);
  *arguments.argv = pointers;
  environ = pointers + header->argc + 1;
  if (arguments.envp != nullptr) *arguments.envp = environ;
}

bool sensible(const cairn_command& command) {
  if (command.kind == CAIRN_COMMAND_LOOP) return has_harness() && server.handover != nullptr;
  return command.kind == CAIRN_COMMAND_RUN && command.slot < server.segment->slots;
}

/* In a child. Returns when the command is a run, which has begun. */
void execute(const cairn_command& command, const Arguments& arguments) {
  if (!sensible(command)) leave();
  system_call(SYS_lseek, 0, 0, SEEK_SET);
  if (command.kind == CAIRN_COMMAND_LOOP) run_loop(command);
  system_call(SYS_close, server.control);
  replace_arguments(command.slot, arguments);
  if (has_harness()) server.slot = command.slot;
  cairn_rt_begin(server.segment, command.slot);
}

/* In the child that was forked ahead: what does not need the command is done before it comes. The run before may have
 * killed this child, which then dies behind the call that got the command: so it only looks at it, and the server takes
 * it off the socket. One that goes on reading there waits for that. */
void take_command(const Arguments& arguments) {
  become_program();
  cairn_rt_warm(server.segment);
  cairn_command command = {};
  if (!receive(&command, MSG_PEEK)) command.kind = CAIRN_COMMAND_QUIT;
  tell(&server.handover->taken);
  while (command.kind == CAIRN_COMMAND_LOOP && told(&server.handover->taken)) system_call(SYS_sched_yield);
  execute(command, arguments);
}

/* In the server, until that child has a command. False: it died before, and left the command to others. */
bool await_taken(long child, cairn_command* command) {
  const uint32_t* const taken = &server.handover->taken;
  while (!told(taken)) {
    reap_dying(false);
    if (dead(child)) {        /* killed, perhaps while nobody listened to the signal of it */
      if (told(taken)) break; /* ... or it has run to its end since */
      kill_child(child);
      return false;
    }
    await_child(1000 * kMillisecond);
  }
  if (!receive(command, MSG_DONTWAIT))
    command->kind = CAIRN_COMMAND_QUIT; /* the engine is gone, or a run wrote there */
  __atomic_store_n(&server.handover->taken, 0u, __ATOMIC_RELEASE);
  return true;
}

/* In the server: the run has ended well, so that its process, which takes longer to go than most runs last, need not be
 * awaited. */
bool ended_well(long pid) {
  if (!server.ahead || !told(&server.handover->ended) || !swept()) return false;
  reap_dying(true);
  server.dying = pid;
  return true;
}

/* Until the run is over, and nothing it started is left. Returns its status. */
int await_run(long pid, uint32_t milliseconds, uint32_t* flags, bool* felled) {
  const uint64_t limit = milliseconds == 0 ? ~0ull : milliseconds * kMillisecond;
  const uint64_t announce = kStartedAfter * kMillisecond;
  const uint64_t start = now();
  bool announced = false;
  int status = 0;
  for (;;) {
    if (*flags == 0 && ended_well(pid)) break;
    if (reaped(pid, &status)) {
      *flags |= sweep(felled);
      break;
    }
    const uint64_t passed = now() - start;
    if (!announced && passed >= announce) {
      announced = true;
      reply(CAIRN_REPLY_STARTED, 0, static_cast<int32_t>(pid), 0);
    }
    if (passed >= limit && (*flags & CAIRN_REPLY_TIMED_OUT) == 0) {
      *flags |= CAIRN_REPLY_TIMED_OUT;
      system_call(SYS_kill, pid, SIGKILL);
    }
    uint64_t next = announced ? limit : (announce < limit ? announce : limit);
    if (next <= passed) next = passed + announce;
    if (next - passed > 1000 * kMillisecond) next = passed + 1000 * kMillisecond;
    await_child(next - passed);
  }
  if (server.ahead) server.handover->ended = 0;
  return status;
}

/* Returns in the child of a run only. */
void serve(const Arguments& arguments) {
  cairn_command command = {};
  bool left = false; /* by the loop: the command is known already */
  bool calm = true;  /* nobody kills our children from outside; then another one would only prolong it */
  long next = 0;     /* the child that was forked ahead; 0: none */
  const auto fork_ahead = [&next](bool patient) {
    server.handover->taken = 0;
    const long child = fork_child(patient);
    next = child > 0 ? child : 0;
    return child == 0;
  };
  for (;;) {
    if (next == 0 && server.ahead && calm && !left && fork_ahead(true)) return take_command(arguments);
    long pid = next;
    next = 0;
    if (pid > 0) {
      if (!await_taken(pid, &command)) continue;
    } else {
      if (!left && !receive(&command)) leave();
      pid = fork_child(true);
      if (pid == 0) {
        become_program();
        return execute(command, arguments);
      }
    }
    left = false;
    if (command.kind == CAIRN_COMMAND_QUIT) leave();
    if (pid < 0 || !sensible(command)) {
      reply(CAIRN_REPLY_FAILED, 0, pid < 0 ? errno : EINVAL, 0);
      if (pid > 0) kill_child(pid);
      continue;
    }
    if (command.kind == CAIRN_COMMAND_LOOP) {
      left = watch_loop(pid, command.milliseconds, &command);
      calm = true;
      continue;
    }
    if (server.ahead && calm && fork_ahead(false)) return take_command(arguments);
    uint32_t flags = 0;
    bool felled = false;
    const int status = await_run(pid, command.milliseconds, &flags, &felled);
    calm = flags == 0 && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    /* Killed but not gone yet it could take the next command with it. */
    if ((!calm || felled) && next > 0) {
      kill_child(next);
      next = 0;
    }
    reply(CAIRN_REPLY_DONE, flags, status, 1);
  }
}

/* Takes "CAIRN_SERVER=control segment signals" out of the environment. */
bool take_variable(int* control, int* segment, bool* signals) {
  constexpr char name[] = CAIRN_SERVER_VARIABLE "=";
  constexpr size_t length = sizeof name - 1;
  char** p = environ;
  if (p == nullptr) return false;
  for (; *p != nullptr; ++p) {
    size_t i = 0;
    while (i < length && (*p)[i] == name[i]) ++i;
    if (i == length) break;
  }
  if (*p == nullptr) return false;
  int numbers[3] = {-1, -1, -1};
  const char* text = *p + length;
  for (int& number : numbers) {
    while (*text == ' ') ++text;
    for (; *text >= '0' && *text <= '9'; ++text) number = (number < 0 ? 0 : number * 10) + (*text - '0');
  }
  for (; *p != nullptr; ++p) p[0] = p[1];
  *control = numbers[0];
  *segment = numbers[1];
  *signals = numbers[2] > 0;
  return numbers[0] >= 0 && numbers[1] >= 0;
}

/* Null when it is not a segment of ours. */
cairn_segment* map_segment(int fd) {
  const long size = system_call(SYS_lseek, fd, 0, SEEK_END);
  if (size < static_cast<long>(sizeof(cairn_segment))) return nullptr;
  void* memory = mmap(nullptr, static_cast<size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  system_call(SYS_close, fd);
  if (memory == MAP_FAILED) return nullptr;
  cairn_segment* segment = static_cast<cairn_segment*>(memory);
  if (segment->magic != CAIRN_MAGIC || segment->version != CAIRN_ABI_VERSION) return nullptr;
  return segment;
}

}  // namespace
}  // namespace cairn::runtime

using namespace cairn::runtime;

extern "C" void cairn_server_enter(int* argc, char*** argv, char*** envp) {
  if (server.entered) return;
  server.entered = true;
  const int error = errno; /* main finds what it was */
  int segment_fd = -1;
  bool may_signal = false;
  if (!take_variable(&server.control, &segment_fd, &may_signal)) return;
  system_call(SYS_fcntl, server.control, F_SETFD, FD_CLOEXEC);
  server.segment = map_segment(segment_fd);
  if (server.segment == nullptr) {
    reply(CAIRN_REPLY_HELLO, 0, static_cast<int32_t>(CAIRN_ABI_VERSION), 0);
    leave();
  }
  server.pid = system_call(SYS_getpid);
  server.alone = server.pid == 1;
  if (!server.alone) system_call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);
  cairn_rt_attach(server.segment);
  server.handover = cairn_rt_handover();
  server.segment->loop = has_harness() && server.handover != nullptr ? 1 : 0;
  void* volatile block = malloc(1); /* the heap is set up once, not in every run */
  free(block);
  prepare_harness();
  prepare_to_fork(may_signal);
  reply(CAIRN_REPLY_HELLO, 0, static_cast<int32_t>(CAIRN_ABI_VERSION), 0);
  serve({argc, argv, envp});
  errno = error;
  if (has_harness()) run_harness(server.slot); /* from here: its stack is the same whichever way the command came */
}
