// How much of the processor a target's session gets. Linux divides the processor among sessions first and among the
// processes of one second (sched(7), autogroup), and each target has a session of its own: without this, what was
// started with `nice` would run its targets as if it had not been.
#pragma once

namespace cairn::target {

// What this process was told to leave to others: its own nice value, or its session's where that is higher. 0: nothing.
[[nodiscard]] int niceness();

// Gives it to the session this process has begun. For a child between fork and exec; where the kernel has no such
// groups, nothing happens and nothing needs to.
void make_session_nice(int nice);

}  // namespace cairn::target
