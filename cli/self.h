// Where this program and its companions are, and running one of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace cairn::cli {

// The directory of the running cairn; cairn-cc stands beside it.
std::filesystem::path own_directory();

// Searches PATH. Empty when there is none.
std::filesystem::path find_in_path(const std::string& name);

struct Ended {
  int status = 0;      // exit status, 128 + signal when a signal ended it
  std::string output;  // when captured: stdout and stderr
};

// Runs a command to its end, in a directory if one is given; `capture`: its output is returned instead of shown.
base::Result<Ended> run_tool(const std::vector<std::string>& command, bool capture,
                             const std::filesystem::path& directory = {});

}  // namespace cairn::cli
