/* What the parts of the fork server share: server.cpp (commands and runs), server_processes.cpp (forking and waiting)
 * and server_harness.cpp (the in-process loop). */
#pragma once

#include <signal.h>
#include <stdint.h>

#include "abi/cairn_abi.h"
#include "runtime/recorder.h"

namespace cairn::runtime {

constexpr uint64_t kMillisecond = 1000000;

struct Server {
  cairn_segment* segment;
  Handover* handover;
  long pid;
  int control;
  unsigned slot; /* in the child of a run: its slot */
  int own_kind;  /* of wait: 0 when our children can be told from those they leave behind, else __WALL */
  bool entered;
  bool alone;      /* PID 1 of a namespace: everything else in it is ours */
  bool ahead;      /* the next run is forked before its command comes */
  bool stragglers; /* the engine was asked to kill what the last run left: it has to be reaped here */
  bool custom_sigchld;
  long dying;       /* the process of a run that has ended; 0: none */
  long tid_address; /* where the C library keeps the thread's number, and its list of robust locks; 0: unknown */
  long robust_list;
  long robust_size;
  struct sigaction sigchld; /* the program's own, set by a constructor */
  sigset_t mask;            /* the program's own */
};

extern Server server;

inline cairn_slot* slot_at(unsigned slot) { return slot_of(server.segment, slot); }
inline char* region_at(unsigned slot, cairn_region_id region) {
  return reinterpret_cast<char*>(slot_at(slot)) + server.segment->regions[region].offset;
}
inline long address(const void* p) { return reinterpret_cast<long>(p); }
uint64_t now();
[[noreturn]] void leave();

/* ---- The control socket */
/* False: the engine is gone. Flags as of recv: a look leaves the command there. */
bool receive(cairn_command* command, int flags = 0);
void reply(uint32_t kind, uint32_t flags, int32_t value, uint32_t count);

/* ---- Processes (server_processes.cpp) */

/* Before the first fork. `may_signal`: children may send signals to the server. */
void prepare_to_fork(bool may_signal);
/* A child, or -1 with errno. When processes are short, a patient one waits for those of earlier runs to be gone. */
long fork_child(bool patient);
/* In a child: undoes what makes it part of the server. */
void become_program();
/* In a child: sets what the server looks at in the handover, and wakes it. */
void tell(uint32_t* what);
bool told(const uint32_t* what);
/* Until a child changes state or tells that it took a command, or the time is over. */
void await_child(uint64_t nanoseconds);
/* Whether the child is gone; then with its status. */
bool reaped(long pid, int* status);
/* The same, but it stays to be reaped. */
bool dead(long pid);
void kill_child(long pid);
/* In a child: whether it has none itself. */
bool childless();
/* Reaps the process of an earlier run that had ended well; with `wait`, however long it takes to go. */
void reap_dying(bool wait);
/* Whether no process that a run has left behind is known. */
bool swept();
/* After the child of a run is reaped: nothing it started may live on. Returns flags for the reply. Sets `felled` when
 * all processes had to be killed to that end, the one forked ahead with them. */
uint32_t sweep(bool* felled = nullptr);

/* ---- The harness (server_harness.cpp) */
bool has_harness();
/* Before the first fork: the pages that every run needs, and where the program's files lie. */
void prepare_harness();
/* The harness on the slot's buffer. */
void call_harness(unsigned slot);
/* In the child of a run: the harness, and the end of the process as the loop ends an input: without exit handlers,
 * which belong to the harness process and not to an input. */
[[noreturn]] void run_harness(unsigned slot);
/* In a child: batches from the control socket, the first one given. */
[[noreturn]] void run_loop(cairn_command command);
/* In the server: until the loop's process is dead. Returns true when it has left a command behind. */
bool watch_loop(long pid, uint32_t milliseconds, cairn_command* command);

}  // namespace cairn::runtime
