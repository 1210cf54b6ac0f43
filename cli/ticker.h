// A sign of life from work that takes longer than a few seconds: on a terminal one line, redrawn; elsewhere a line now
// and then. On stderr.
#pragma once

#include <functional>
#include <string>

#include "engine/base/stopwatch.h"

namespace cairn::cli {

class Ticker {
 public:
  Ticker();
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  // Cheap; `text` is asked for only when it is shown.
  void tick(const std::function<std::string()>& text);

 private:
  base::Stopwatch watch_;
  bool live_, drawn_ = false;
  double next_;
};

}  // namespace cairn::cli
