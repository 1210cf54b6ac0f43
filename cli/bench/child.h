// A tool run to its end as a process group of its own, with its output in a file: what it cost, and no process of it
// left when the user stops or its time is over.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace cairn::bench {

struct Task {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;  // in addition to ours
  std::filesystem::path directory;                               // where it runs; empty: here
  std::filesystem::path log;                                     // stdout and stderr
  std::filesystem::path errors;                                  // stderr, if it shall not be in the log
  std::optional<double> seconds;                                 // ended politely after that, then hard
};

struct Cost {
  int status = 0;          // exit status, 128 + signal when a signal ended it
  double seconds = 0;      // of wall-clock time
  double cpu_seconds = 0;  // of it and all its descendants that were waited for
  double peak_bytes = 0;   // of the largest of these
};

// Fails when the tool cannot be started. When `stop` is set the group is ended and what it cost is returned.
base::Result<Cost> run_child(const Task& task, const std::atomic<bool>& stop);

}  // namespace cairn::bench
