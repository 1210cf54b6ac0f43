// The live screen of an exploration: on a terminal one line, redrawn; elsewhere a line every few seconds. On stderr, so
// that what a command prints as its result stays clean.
#pragma once

#include <string>

#include "cli/live_line.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/progress.h"

namespace cairn::cli {

// "12s 4512 runs 1180/s, 97 paths, 12 tests, 45/60 branches, 231 open, 1 bug, solver 34%"
std::string status_text(const explore::Progress& progress);

class Status final : public explore::Reporter {
 public:
  void progress(const explore::Progress& progress) override;

  // How often progress() should be called.
  [[nodiscard]] double period() const { return line_.live() ? 0.25 : 0.5; }
  [[nodiscard]] const explore::Progress& latest() const { return latest_; }

 private:
  LiveLine line_;
  base::Stopwatch watch_;
  double next_line_ = 0.5;  // seconds: soon at first, to show that it works, then rarely
  explore::Progress latest_;
};

}  // namespace cairn::cli
