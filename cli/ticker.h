// A sign of life from work that takes longer than a few seconds: on a terminal one line, redrawn; elsewhere a line now
// and then. On stderr.
#pragma once

#include <functional>
#include <string>

#include "cli/live_line.h"
#include "engine/base/stopwatch.h"

namespace cairn::cli {

class Ticker {
 public:
  // Cheap; `text` is asked for only when it is shown.
  void tick(const std::function<std::string()>& text);
  // Before something else is printed.
  void clear() { line_.clear(); }

 private:
  LiveLine line_;
  base::Stopwatch watch_;
  double next_ = 2;  // seconds
};

}  // namespace cairn::cli
