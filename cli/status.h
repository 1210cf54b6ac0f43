// The live screen of an exploration: on a terminal one line, redrawn; elsewhere a line every few seconds. On stderr, so
// that what a command prints as its result stays clean.
#pragma once

#include <chrono>
#include <string>

#include "engine/explore/progress.h"

namespace cairn::cli {

// Whether stderr is a terminal on which a line can be drawn again.
bool live_terminal();

// "12s 4512 runs 1180/s, 97 paths, 12 tests, 45/60 branches, 231 open, 1 bug, solver 34%"
std::string status_text(const explore::Progress& progress);

class Status final : public explore::Reporter {
 public:
  Status();
  ~Status() override;
  void progress(const explore::Progress& progress) override;

  // How often progress() should be called.
  [[nodiscard]] double period() const { return live_ ? 0.25 : 0.5; }
  [[nodiscard]] const explore::Progress& latest() const { return latest_; }

 private:
  bool live_;
  bool drawn_ = false;
  double next_line_;  // seconds since begin_
  std::chrono::steady_clock::time_point begin_;
  explore::Progress latest_;
};

}  // namespace cairn::cli
