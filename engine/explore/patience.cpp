#include "engine/explore/patience.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cairn::explore {

namespace {

constexpr std::uint32_t kDoubted = 8;
constexpr std::uint64_t kFree = 4;  // waits, before anybody is hurried
constexpr double kShare = 1.0 / 8;  // of the time of all runs that waiting may take
constexpr double kTimes = 20;       // the time of an average run
constexpr double kLeast = 0.05;     // seconds: so long may a busy machine keep a run waiting

}  // namespace

Patience::Patience(Clock clock) : clock_(std::move(clock)) {}

template <class Run>
base::Result<trace::RawRun> Patience::timed(Run run) {
  const double begin = clock_();
  TRY(trace::RawRun raw, run());
  const bool late = raw.outcome.ending == trace::Ending::timed_out;
  Spent& spent = !late ? ended_ : raw.hurried ? hurried_ : waited_;
  ++spent.runs;
  spent.seconds += clock_() - begin;
  return raw;
}

bool Patience::hurries() const {
  const double all = ended_.seconds + waited_.seconds + hurried_.seconds;
  return waited_.runs >= kFree && waited_.seconds > kShare * all;
}

std::uint32_t Patience::short_milliseconds() const {
  const double average = ended_.runs == 0 ? 0 : ended_.seconds / static_cast<double>(ended_.runs);
  return static_cast<std::uint32_t>(std::ceil(1000 * std::max(kLeast, kTimes * average)));
}

base::Result<trace::RawRun> Patience::run_once(target::Target& target, const trace::Input& input) {
  return timed([&] { return hurries() ? target.run_for(input, short_milliseconds()) : target.run(input); });
}

base::Result<trace::RawRun> Patience::run_fully(target::Target& target, const trace::Input& input) {
  return timed([&] { return target.run(input); });
}

base::Result<trace::RawRun> Patience::run(target::Target& target, const trace::Input& input) {
  TRY(trace::RawRun raw, run_once(target, input));
  if (raw.outcome.ending != trace::Ending::timed_out || raw.hurried || hangs_ >= kDoubted) return raw;
  TRY(raw, run_fully(target, input));
  hangs_ += raw.outcome.ending == trace::Ending::timed_out ? 1 : 0;
  return raw;
}

}  // namespace cairn::explore
