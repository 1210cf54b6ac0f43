// Runs another program to its end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace cairn::cli {

struct Ended {
  int status = 0;      // exit status, 128 + signal when a signal ended it
  std::string output;  // when captured: stdout, and stderr if it is not apart
  std::string errors;  // stderr, when it is
};

// Runs a command to its end, in a directory if one is given; `capture`: its output is returned instead of shown.
base::Result<Ended> run_tool(const std::vector<std::string>& command, bool capture,
                             const std::filesystem::path& directory = {});

// The same for a command whose output is to be read by us: stdout alone, all of it.
base::Result<Ended> ask_tool(const std::vector<std::string>& command);

}  // namespace cairn::cli
