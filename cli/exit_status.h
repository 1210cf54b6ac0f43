// What the shell is told. Part of the contract with users; scripts depend on it.
#pragma once

#include "engine/base/result.h"

namespace cairn::cli {

enum ExitStatus : int {
  kDone = 0,         // finished, nothing wrong was found
  kFound = 1,        // bugs found, or differences in a replay
  kMisuse = 2,       // the command line is wrong
  kEnvironment = 3,  // the environment or the target prevents the work
  kUnread = 141,     // whoever read the output is gone: what a shell shows when SIGPIPE ends a program
};

// Prints "cairn: sentence" on stderr.
int fail(const base::Error& error);

}  // namespace cairn::cli
