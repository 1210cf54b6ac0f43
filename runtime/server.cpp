/* The fork server (docs/architecture.md, "The life of one iteration"). The process that the engine started stops at the
 * entry of main and becomes the server; each run is a fork of it, so that process start and constructors are paid once.
 *
 * A run costs the server five system calls (receive, fork, wait for the signal, reap, reply). Three things keep it so:
 * SIGCHLD is blocked and awaited with a time-out, which gives the wall-clock backstop without a descriptor per run; the
 * server is PID 1 of its namespace or a child subreaper, so that "no children left" (one wait) means "no descendants
 * left"; and STARTED is sent only for runs that last, because most are over before the engine could look.
 *
 * Harnesses with LLVMFuzzerTestOneInput also have the loop: a child that reads the control socket itself, so that a
 * batch of inputs costs one wake-up, while the server only waits for that child's death. What the two must agree on
 * stands in one shared page (Handover). */
#include "runtime/server.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/recorder.h"
#include "runtime/system_call.h"

extern "C" {
/* The harness, if the program is one. */
__attribute__((weak)) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
/* Of the address sanitizer, when the program has it. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void* begin, size_t size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* begin, size_t size);
/* Of every sanitizer: they must see forks. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));
}

/* The C library's list of streams. */
extern "C" __attribute__((weak)) FILE* _IO_list_all;

extern "C" __attribute__((used, retain, visibility("hidden"))) const char cairn_server_mark[] = CAIRN_SERVER_MARK;

using cairn::runtime::system_call;

namespace {

constexpr uint64_t kMillisecond = 1000000;
constexpr uint32_t kStartedAfter = 10;  // milliseconds a run lasts before the engine is told to watch it

/* Between the server and its loop child. */
struct Handover {
  uint32_t active;  /* the child works on a batch, nothing was replied for it yet */
  uint32_t slot;    /* ... and is in this slot */
  uint32_t batches; /* received so far: with slot, tells whether there is progress */
  uint32_t left;    /* the child ended because of `command`, which the server has to execute */
  cairn_command command;
};

struct Server {
  cairn_segment* segment;
  Handover* handover;
  long pid;
  int control;
  int slot; /* in the child of a run of a harness: its slot; -1 elsewhere */
  bool entered;
  bool alone;      /* PID 1 of a namespace: everything else in it is ours */
  bool stragglers; /* the engine was asked to kill what the last run left: it has to be reaped here */
  bool custom_sigchld;
  long tid_address; /* where the C library keeps the thread's number, and its list of robust locks; 0: unknown */
  long robust_list;
  long robust_size;
  struct sigaction sigchld; /* the program's own, set by a constructor */
  sigset_t mask;            /* the program's own */
};

CAIRN_STATE Server server = {nullptr, nullptr, 0, -1, -1, false, false, false, false, 0, 0, 0, {}, {}};

long address(const void* p) { return reinterpret_cast<long>(p); }

[[noreturn]] void leave() {
  for (;;) system_call(SYS_exit_group, 0);
}

uint64_t now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

cairn_slot* slot_at(unsigned slot) {
  cairn_segment* segment = server.segment;
  return reinterpret_cast<cairn_slot*>(reinterpret_cast<char*>(segment) + segment->slot_offset +
                                       slot * segment->slot_stride);
}

char* region_at(unsigned slot, cairn_region_id region) {
  return reinterpret_cast<char*>(slot_at(slot)) + server.segment->regions[region].offset;
}

bool receive(cairn_command* command) {
  for (;;) {
    const long got = system_call(SYS_read, server.control, address(command), sizeof *command);
    if (got == static_cast<long>(sizeof *command)) return true;
    if (got != -EINTR) return false;
  }
}

void reply(uint32_t kind, uint32_t flags, int32_t value, uint32_t count) {
  const cairn_reply message = {kind, flags, value, count};
  while (system_call(SYS_write, server.control, address(&message), sizeof message) == -EINTR) {
  }
}

/* Until a child changes state, or the time is over. */
void await_child(uint64_t nanoseconds) {
  const uint64_t sigchld = 1ull << (SIGCHLD - 1);
  timespec limit = {static_cast<time_t>(nanoseconds / 1000000000u), static_cast<long>(nanoseconds % 1000000000u)};
  system_call(SYS_rt_sigtimedwait, address(&sigchld), 0, address(&limit), sizeof sigchld);
}

/* 0: still running; otherwise gone, with its status. */
bool reaped(long pid, int* status) {
  const long got = system_call(SYS_wait4, pid, address(status), WNOHANG | __WALL);
  return got == pid || got == -ECHILD;
}

/* After the child is reaped: nothing it started may live on. */
uint32_t sweep() {
  for (;;) {
    const long got = system_call(SYS_wait4, -1, 0, WNOHANG | __WALL);
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
    system_call(SYS_wait4, -1, 0, __WALL);
  }
}

/* What the C library's fork does beyond the system call is for locks of other threads and for handlers of the program,
 * to which this fork is none of its own; it also writes to pages which a run then has to copy. */
void learn_to_fork() {
  if (__sanitizer_set_death_callback != nullptr || !__libc_single_threaded) return;
  long tid = 0;
  if (system_call(SYS_prctl, PR_GET_TID_ADDRESS, address(&tid)) != 0 || tid == 0) return;
  if (system_call(SYS_get_robust_list, 0, address(&server.robust_list), address(&server.robust_size)) != 0) return;
  server.tid_address = tid;
}

pid_t fork_here() {
  if (server.tid_address == 0) return fork();
  const long pid =
      system_call(SYS_clone, CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | SIGCHLD, 0, 0, server.tid_address);
  if (pid == 0 && server.robust_list != 0) system_call(SYS_set_robust_list, server.robust_list, server.robust_size);
  if (pid >= 0) return static_cast<pid_t>(pid);
  errno = static_cast<int>(-pid);
  return -1;
}

/* Zombies count against the limit on processes: those of an earlier run go first. */
pid_t fork_run() {
  if (server.stragglers) sweep();
  for (int attempts = 0;; ++attempts) {
    const pid_t pid = fork_here();
    if (pid >= 0 || errno != EAGAIN || attempts == 100) return pid;
    await_child(10 * kMillisecond);
    sweep();
  }
}

uint32_t await_run(long pid, uint32_t milliseconds, int* status) {
  const uint64_t limit = milliseconds == 0 ? ~0ull : milliseconds * kMillisecond;
  const uint64_t announce = kStartedAfter * kMillisecond;
  const uint64_t start = now();
  bool announced = false;
  uint32_t flags = 0;
  for (;;) {
    const uint64_t passed = now() - start;
    if (!announced && passed >= announce) {
      announced = true;
      reply(CAIRN_REPLY_STARTED, 0, static_cast<int32_t>(pid), 0);
    }
    if (passed >= limit && (flags & CAIRN_REPLY_TIMED_OUT) == 0) {
      flags |= CAIRN_REPLY_TIMED_OUT;
      system_call(SYS_kill, pid, SIGKILL);
    }
    uint64_t next = announced ? limit : (announce < limit ? announce : limit);
    if (next <= passed) next = passed + announce;
    if (next - passed > 1000 * kMillisecond) next = passed + 1000 * kMillisecond;
    await_child(next - passed);
    if (reaped(pid, status)) return flags;
  }
}

/* The engine's strings stay where they are, in the slot; the pointers to them go behind them, so that no page of the
 * program is touched for them. */
void replace_arguments(unsigned slot, int* argc, char*** argv, char*** envp) {
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
  *argc = static_cast<int>(header->argc);
  *argv = pointers;
  environ = pointers + header->argc + 1;
  if (envp != nullptr) *envp = environ;
}

/* What a child of the server undoes of the server. Timers and alarms are not inherited. */
void become_program() {
  system_call(SYS_setpgid, 0, 0); /* kill(0, ...) must not reach the server */
  if (!server.alone) {
    system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (system_call(SYS_getppid) != server.pid) leave(); /* it died before that */
  }
  system_call(SYS_lseek, 0, 0, SEEK_SET);
  if (server.custom_sigchld) sigaction(SIGCHLD, &server.sigchld, nullptr);
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, address(&server.mask), 0, 8);
}

/* Returns true in the child. */
bool run(const cairn_command& command, int* argc, char*** argv, char*** envp) {
  if (command.slot >= server.segment->slots) {
    reply(CAIRN_REPLY_FAILED, 0, EINVAL, 0);
    return false;
  }
  const int saved = errno;
  const pid_t pid = fork_run();
  if (pid == 0) {
    errno = saved;
    system_call(SYS_close, server.control);
    become_program();
    replace_arguments(command.slot, argc, argv, envp);
    if (LLVMFuzzerTestOneInput != nullptr) server.slot = static_cast<int>(command.slot);
    cairn_rt_begin(server.segment, command.slot);
    return true;
  }
  if (pid < 0) {
    reply(CAIRN_REPLY_FAILED, 0, errno, 0);
    return false;
  }
  int status = 0;
  uint32_t flags = await_run(pid, command.milliseconds, &status);
  flags |= sweep();
  reply(CAIRN_REPLY_DONE, flags, status, 1);
  return false;
}

/* ---- The in-process loop -------------------------------------------------------------------------------------------
 */

/* A block for the harness's input, at the same address in every run: programs compare pointers into it with its end,
 * and the same comparison must be the same condition. It lies beside the program's own data, so that the tables of the
 * pages of its labels are theirs too. A checker sees reads behind `size` as in a block of that size. */
uint8_t* harness_block(uint64_t size) {
  alignas(64) static uint8_t ordinary[1 << 20];
  static uint8_t* block;
  const uint64_t capacity = server.segment->regions[CAIRN_REGION_INPUT_DATA].capacity;
  if (block == nullptr) block = capacity <= sizeof ordinary ? ordinary : static_cast<uint8_t*>(malloc(capacity));
  if (block == nullptr) return nullptr;
  if (__asan_unpoison_memory_region != nullptr) __asan_unpoison_memory_region(block, size);
  if (__asan_poison_memory_region != nullptr) __asan_poison_memory_region(block + size, capacity - size);
  return block;
}

/* The harness on the slot's buffer. */
void call_harness(unsigned slot) {
  const cairn_object* objects = reinterpret_cast<cairn_object*>(region_at(slot, CAIRN_REGION_INPUT_OBJECTS));
  const cairn_slot* header = slot_at(slot);
  const uint64_t area = server.segment->regions[CAIRN_REGION_INPUT_DATA].capacity;
  const uint64_t entries = server.segment->regions[CAIRN_REGION_INPUT_OBJECTS].capacity;
  const char* bytes = nullptr;
  uint64_t size = 0;
  for (uint32_t i = 0; i < header->input_objects && i < entries; ++i) {
    if (objects[i].kind != CAIRN_OBJECT_BUFFER) continue;
    if (static_cast<uint64_t>(objects[i].data) + objects[i].size > area) break;
    bytes = region_at(slot, CAIRN_REGION_INPUT_DATA) + objects[i].data;
    size = objects[i].size;
    break;
  }
  uint8_t* copy = harness_block(size);
  if (copy == nullptr) return;
  if (size > 0) memcpy(copy, bytes, size);
  cairn_rt_mark_buffer(server.segment, slot, copy, size);
  LLVMFuzzerTestOneInput(copy, size);
}

[[noreturn]] void loop_child() {
  volatile Handover* handover = server.handover;
  cairn_command command = server.handover->command;
  become_program();
  for (;;) {
    if (command.kind != CAIRN_COMMAND_LOOP) {
      server.handover->command = command;
      handover->left = 1;
      leave();
    }
    const uint32_t count = command.count < server.segment->slots ? command.count : server.segment->slots;
    handover->slot = 0;
    handover->active = 1;
    handover->batches = handover->batches + 1;
    for (uint32_t slot = 0; slot < count; ++slot) {
      handover->slot = slot;
      server.slot = static_cast<int>(slot);
      cairn_rt_begin(server.segment, slot);
      call_harness(slot);
      cairn_rt_end(server.segment, slot);
    }
    handover->active = 0;
    reply(CAIRN_REPLY_DONE, 0, 0, count);
    if (!receive(&command)) leave();
  }
}

/* Starts a loop child for the command and stays until it is dead; it then may have left a command behind. */
bool loop(cairn_command* command) {
  Handover* handover = server.handover;
  if (handover == nullptr) {
    reply(CAIRN_REPLY_FAILED, 0, ENOSYS, 0);
    return false;
  }
  handover->command = *command;
  handover->active = handover->left = handover->slot = handover->batches = 0;
  const pid_t pid = fork_run();
  if (pid == 0) loop_child();
  if (pid < 0) {
    reply(CAIRN_REPLY_FAILED, 0, errno, 0);
    return false;
  }
  const uint64_t limit = command->milliseconds * kMillisecond;
  uint64_t tick = limit / 4;
  if (tick < 5 * kMillisecond) tick = 5 * kMillisecond;
  if (limit == 0 || tick > 50 * kMillisecond) tick = 50 * kMillisecond;
  uint64_t since = now();
  uint64_t seen = 0;
  uint32_t flags = 0;
  int status = 0;
  do {
    await_child(tick);
    const volatile Handover* progress = handover;
    const uint64_t place = (static_cast<uint64_t>(progress->batches) << 32) | progress->slot;
    if (place != seen || progress->active == 0) {
      seen = place;
      since = now();
    } else if (limit != 0 && now() - since >= limit && flags == 0) {
      flags = CAIRN_REPLY_TIMED_OUT;
      system_call(SYS_kill, pid, SIGKILL);
    }
  } while (!reaped(pid, &status));
  flags |= sweep();
  if (handover->left != 0) {
    *command = handover->command;
    return true;
  }
  if (handover->active != 0 || handover->batches == 0) reply(CAIRN_REPLY_DONE, flags, status, handover->slot);
  return false;
}

/* ---- Start
 * ----------------------------------------------------------------------------------------------------------- */

/* Takes "CAIRN_SERVER=control segment" out of the environment. */
bool take_variable(int* control, int* segment) {
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
  int numbers[2] = {-1, -1};
  const char* text = *p + length;
  for (int& number : numbers) {
    while (*text == ' ') ++text;
    for (; *text >= '0' && *text <= '9'; ++text) number = (number < 0 ? 0 : number * 10) + (*text - '0');
  }
  for (; *p != nullptr; ++p) p[0] = p[1];
  *control = numbers[0];
  *segment = numbers[1];
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

void block_sigchld() {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &server.mask);
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &standard, &server.sigchld);
  server.custom_sigchld = server.sigchld.sa_handler != SIG_DFL || server.sigchld.sa_flags != 0;
}

}  // namespace

extern "C" void cairn_server_enter(int* argc, char*** argv, char*** envp) {
  if (server.entered) return;
  server.entered = true;
  int segment_fd = -1;
  if (!take_variable(&server.control, &segment_fd)) return;
  system_call(SYS_fcntl, server.control, F_SETFD, FD_CLOEXEC);
  server.segment = map_segment(segment_fd);
  if (server.segment == nullptr) {
    reply(CAIRN_REPLY_HELLO, 0, static_cast<int32_t>(CAIRN_ABI_VERSION), 0);
    leave();
  }
  server.pid = system_call(SYS_getpid);
  server.alone = server.pid == 1;
  if (!server.alone) system_call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);
  if (LLVMFuzzerTestOneInput != nullptr) {
    void* page = mmap(nullptr, sizeof(Handover), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) server.handover = static_cast<Handover*>(page);
  }
  cairn_rt_attach(server.segment);
  server.segment->loop = server.handover != nullptr ? 1 : 0;
  block_sigchld();
  void* volatile block = malloc(1); /* the heap is set up once, not in every run */
  free(block);
  if (LLVMFuzzerTestOneInput != nullptr) harness_block(0);
  learn_to_fork();
  reply(CAIRN_REPLY_HELLO, 0, static_cast<int32_t>(CAIRN_ABI_VERSION), 0);

  cairn_command command;
  for (bool pending = false; pending || receive(&command);) {
    pending = false;
    switch (command.kind) {
      case CAIRN_COMMAND_RUN:
        if (run(command, argc, argv, envp)) return;
        break;
      case CAIRN_COMMAND_LOOP:
        pending = loop(&command);
        break;
      default:
        leave();
    }
  }
  leave();
}

namespace {

/* Looking is cheaper than flushing, which goes through code and data that nothing else in a short run needs. */
bool output_pending() {
  if (&_IO_list_all == nullptr) return true;
  for (const FILE* file = _IO_list_all; file != nullptr; file = file->_chain)
    if (file->_mode > 0 || file->_IO_write_ptr > file->_IO_write_base) return true;
  return false;
}

}  // namespace

extern "C" void cairn_server_run_buffer(void) {
  if (server.slot < 0 || LLVMFuzzerTestOneInput == nullptr) return;
  call_harness(static_cast<unsigned>(server.slot));
  cairn_rt_end(server.segment, static_cast<unsigned>(server.slot));
  if (output_pending()) fflush(nullptr);
  leave();
}
