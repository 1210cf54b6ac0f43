// Limits on a running target that only someone outside it can hold: memory, processes and disk are looked at every few
// milliseconds once a run has lasted ten (no run that matters for speed lasts that long).
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "engine/target/scratch.h"
#include "engine/target/target.h"

namespace cairn::target {

enum class Excess { none, memory, processes, disk };

constexpr std::uint64_t kTooManyProcesses = 64;   // of one run: it is killed
constexpr std::uint64_t kMaximumProcesses = 256;  // and threads: the kernel makes no more
constexpr int kFirstLook = 10;                    // milliseconds after which a run is watched
constexpr int kLookAgain = 5;

// What the descendants of `top` use too much of. `segment_bytes` of shared memory are not theirs.
Excess look(pid_t top, const Options& options, std::uint64_t segment_bytes, const Scratch* scratch);

}  // namespace cairn::target
