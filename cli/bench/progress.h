// How far an experiment is and when it is likely to end: a line that is drawn again on a terminal, a line a cell
// elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "cli/bench/experiment.h"

namespace cairn::bench {

// "about 3 min left"; nothing while nothing is known.
std::string time_left(std::size_t cells_left, std::size_t cells_timed, double seconds_timed,
                      std::optional<double> expected_seconds);

class Progress {
 public:
  Progress(std::size_t cells, std::size_t done, std::optional<double> expected_seconds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(const std::string& cell);
  void end(const Outcome& outcome);

 private:
  [[nodiscard]] std::string left() const;
  void say(const std::string& line, bool passing);

  const std::size_t cells_;
  std::size_t done_;
  const std::size_t done_before_;
  const std::optional<double> expected_seconds_;
  const bool live_;
  bool drawn_ = false;
  double seconds_ = 0;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace cairn::bench
