// On kernels whose Landlock does not confine signals, every signal a target sends is put before the engine (seccomp's
// user notification), which lets it continue when it stays within the target. Arguments are registers: nothing can be
// changed between question and answer.
#pragma once

#include <sys/types.h>

namespace cairn::target {

// Answers one question waiting on the listener. `top` is the process the engine started: only it may be signalled by
// itself.
void answer_signal(int listener, pid_t top);

// Waits until `descriptor` is readable, answering signals meanwhile; at most that time. A listener of -1 is none.
bool wait_readable(int descriptor, int listener, pid_t top, int milliseconds);

}  // namespace cairn::target
