// How long a run is waited for.
//
// The clock that ends a run goes on while a busy machine does not let it. So a run that was ended is made again, until
// so many have been ended twice: then the program is one that hangs.
//
// Waiting for one run that hangs takes as long as a thousand that do not; a program that waits for something under one
// of its options would spend nearly all its time there. So once a few runs have been waited for to the end of their
// time, such waiting may take an eighth of the time of all runs. Beyond that, runs are hurried: ended when they take
// many times as long as those that end by themselves.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/base/result.h"
#include "engine/base/stopwatch.h"
#include "engine/target/target.h"

namespace cairn::explore {

class Patience {
 public:
  using Clock = std::function<double()>;  // seconds

  explicit Patience(Clock clock = [watch = base::Stopwatch()] { return watch.seconds(); });

  // RawRun::hurried tells whether it was ended before its time was up.
  base::Result<trace::RawRun> run(target::Target& target, const trace::Input& input);
  // The same, without a second run for one that was ended.
  base::Result<trace::RawRun> run_once(target::Target& target, const trace::Input& input);
  // A run that was hurried, with all the time it has.
  base::Result<trace::RawRun> run_fully(target::Target& target, const trace::Input& input);

 private:
  template <class Run>
  base::Result<trace::RawRun> timed(Run run);
  [[nodiscard]] bool hurries() const;
  [[nodiscard]] std::uint32_t short_milliseconds() const;

  Clock clock_;
  std::uint32_t hangs_ = 0;  // runs that had to be ended twice
  struct Spent {
    std::uint64_t runs = 0;
    double seconds = 0;
  };
  Spent ended_;    // by themselves
  Spent waited_;   // to the end of their time
  Spent hurried_;  // and ended by that
};

}  // namespace cairn::explore
