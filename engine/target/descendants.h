// The processes below a process, seen from outside: how much they use, and how to be rid of them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace cairn::target {

// All living descendants (zombies are not living), nearest first. Not the process itself.
std::vector<pid_t> descendants(pid_t top);

// The process a thread belongs to; 0 when there is none.
pid_t process_of(pid_t thread);

// Whether the process descends from `top`.
bool below(pid_t process, pid_t top);

struct Usage {
  std::uint64_t processes = 0;
  std::uint64_t private_bytes = 0;  // anonymous memory, all together
  std::uint64_t shared_bytes = 0;   // files and shared memory, the largest of any one
};
Usage usage(const std::vector<pid_t>& processes);

// All processes of a user.
std::uint64_t processes_of(uid_t user);

// Kills the living descendants of a process that reaps (PID 1 or a subreaper) and waits until none is left, two
// seconds at most. True when all are dead.
bool kill_descendants(pid_t top);

// The same, and the process itself first of all stopped, then killed; the caller reaps it.
void kill_tree(pid_t top);

}  // namespace cairn::target
