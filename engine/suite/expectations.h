// What a test is expected to print is found out once, by running it on the program that it was made with; replay
// compares with it ever after, also when that program has long been rebuilt.
#pragma once

#include <atomic>
#include <cstddef>

#include "engine/base/result.h"
#include "engine/suite/replay.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {

// At the end of a command: each takes a process, and nobody wants to wait long.
inline constexpr std::size_t kMostExpectations = 500;

struct Expectations {
  std::size_t recorded = 0;
  std::size_t unsteady = 0;  // ended otherwise than when they were found: nothing is recorded for them
};

// Records the output of tests that have none yet, at most `limit` of them, until `stop` is set.
base::Result<Expectations> record_expectations(RunDirectory& directory, const Execute& program, std::size_t limit,
                                               const std::atomic<bool>& stop);

}  // namespace cairn::suite
