// How far an experiment is and when it is likely to end: a line that is drawn again on a terminal, a line a cell
// elsewhere.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

#include "cli/bench/experiment.h"

namespace cairn::bench {

struct Pace {
  std::size_t jobs = 1;                    // cells at the same time
  std::optional<double> expected_seconds;  // what a cell is likely to take, when its budget says so
};

// "about 3 min left"; nothing while nothing is known. What cells took that were timed counts, not what was expected.
std::string time_left(std::size_t cells_left, std::size_t cells_timed, double seconds_timed, const Pace& pace);

// Safe to be told by several threads.
class Progress {
 public:
  Progress(std::size_t cells, std::size_t done, const Pace& pace);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(const std::string& cell);
  void end(const Outcome& outcome, double seconds);

 private:
  [[nodiscard]] std::string left() const;
  void say(const std::string& line, bool passing);

  const std::size_t cells_;
  std::size_t done_;
  const std::size_t done_before_;
  const Pace pace_;
  const bool live_;
  std::mutex told_;
  bool drawn_ = false;
  double seconds_ = 0;
};

}  // namespace cairn::bench
