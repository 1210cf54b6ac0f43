#include "cli/bench/progress.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>

#include "cli/live_line.h"

namespace cairn::bench {

namespace {

constexpr std::size_t kBar = 20;

std::string bar(std::size_t done, std::size_t all) {
  const std::size_t filled = all == 0 ? kBar : kBar * done / all;
  return "[" + std::string(filled, '#') + std::string(kBar - filled, '.') + "]";
}

}  // namespace

std::string time_left(std::size_t cells_left, std::size_t cells_timed, double seconds_timed, const Pace& pace) {
  if (cells_timed == 0 && !pace.expected_seconds) return "";
  const double each = cells_timed == 0 ? *pace.expected_seconds : seconds_timed / static_cast<double>(cells_timed);
  const double left = each * static_cast<double>(cells_left) / static_cast<double>(pace.jobs);
  if (left < 90) return fmt::format("about {:.0f} s left", std::ceil(left));
  if (left < 90 * 60) return fmt::format("about {:.0f} min left", std::ceil(left / 60));
  return fmt::format("about {:.1f} h left", left / 3600);
}

Progress::Progress(std::size_t cells, std::size_t done, const Pace& pace)
    : cells_(cells), done_(done), done_before_(done), pace_(pace), live_(cli::live_terminal()) {
  if (done > 0) say(fmt::format("{} of {} cells are there from before", done, cells), false);
}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

std::string Progress::left() const {
  const std::string text = time_left(cells_ - done_, done_ - done_before_, seconds_, pace_);
  return text.empty() ? "" : ", " + text;
}

void Progress::begin(const std::string& cell) {
  const std::lock_guard lock(told_);
  say(fmt::format("{} {}/{} {}{}", bar(done_, cells_), done_, cells_, cell, left()), true);
}

void Progress::end(const Outcome& outcome, double seconds) {
  const std::lock_guard lock(told_);
  ++done_;
  seconds_ += seconds;
  const std::string what = outcome.error.empty()
                               ? fmt::format("{:.0f} of {:.0f} branches", outcome.branches(), outcome.branches_total)
                               : "failed: " + outcome.error;
  say(fmt::format("{}/{} {} {} {}: {}{}", done_, cells_, outcome.subject, outcome.contender, outcome.repeat, what,
                  left()),
      false);
}

// Passing lines are for terminals, where the next one takes their place.
void Progress::say(const std::string& line, bool passing) {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = passing && live_;
  if (passing && !live_) return;
  fmt::print(stderr, "{}{}", line, passing ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace cairn::bench
