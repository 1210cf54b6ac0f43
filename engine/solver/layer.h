// What all layers have in common: the next solver, and the counters solver.<layer>.asked, .answered (decided here,
// without asking below) and .seconds (spent here, time below excluded).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/base/stopwatch.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

class Layer : public Solver {
 public:
  Layer(base::Context& context, std::string_view name, std::unique_ptr<Solver> below)
      : below_(std::move(below)),
        asked_(context.stats.counter("solver." + std::string(name) + ".asked")),
        answered_(context.stats.counter("solver." + std::string(name) + ".answered")),
        seconds_(context.stats.gauge("solver." + std::string(name) + ".seconds")) {}

  Answer solve(const Query& query) final {
    ++asked_;
    seconds_below_ = 0;
    passed_on_ = false;
    const base::Stopwatch watch;
    Answer answer = decide(query);
    seconds_ += watch.seconds() - seconds_below_;
    if (!passed_on_ && answer.verdict != Verdict::unknown) ++answered_;
    return answer;
  }

 protected:
  virtual Answer decide(const Query& query) = 0;

  Answer ask_below(const Query& query) {
    passed_on_ = true;
    const base::Stopwatch watch;
    Answer answer = below_->solve(query);
    seconds_below_ += watch.seconds();
    return answer;
  }

 private:
  std::unique_ptr<Solver> below_;
  std::uint64_t& asked_;
  std::uint64_t& answered_;
  double& seconds_;
  double seconds_below_ = 0;
  bool passed_on_ = false;
};

}  // namespace cairn::solver
