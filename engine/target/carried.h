// Files that go with a program from run to run, though each run starts in a fresh scratch directory: copied in before,
// copied out after. A gcov build keeps its counters that way, and is contained like any other program.
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/base/result.h"

namespace cairn::target {

// The directory's name inside scratch.
inline constexpr const char* kCarried = ".cairn-carried";

// Copies the regular files below `from` into the scratch directory `into`, for `user` to write.
base::Status carry_in(const std::string& from, int into, uid_t user);

// Copies what the program left back. Links and everything else that is no regular file stay behind.
base::Status carry_out(int from, const std::string& into);

}  // namespace cairn::target
