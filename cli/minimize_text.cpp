#include "cli/minimize_text.h"

#include <fmt/format.h>

#include <iterator>

#include "cli/summary.h"

namespace cairn::cli {
namespace {

// "12, as before", or "12, 14 before".
template <typename Number>
std::string beside(Number now, Number before) {
  return now == before ? fmt::format("{}, as before", now) : fmt::format("{}, {} before", now, before);
}

}  // namespace

std::string progress_text(const explore::MinimizeProgress& progress) {
  return fmt::format("{}: {} of {} tests", progress.choosing ? "running the suite" : "making inputs smaller",
                     progress.done, progress.all);
}

std::string minimized_text(const explore::Minimized& minimized, const std::filesystem::path& out) {
  const explore::SuiteSize &before = minimized.before, &after = minimized.after;
  std::string text;
  auto print = std::back_inserter(text);
  fmt::format_to(print, "tests        {} of {} in {}\n", after.tests, before.tests, typed(out / "tests"));
  fmt::format_to(print, "inputs       {} bytes of {}\n", after.bytes, before.bytes);
  fmt::format_to(print, "branches     {}\n", beside(after.coverage.branches.covered, before.coverage.branches.covered));
  if (before.bugs > 0 || after.bugs > 0) fmt::format_to(print, "bugs         {}\n", beside(after.bugs, before.bugs));
  if (minimized.restored > 0) {
    fmt::format_to(print, "             {} stayed as they were: smaller inputs showed less when they were recorded\n",
                   minimized.restored);
  }
  if (minimized.unsteady > 0) {
    fmt::format_to(print, "             {} did not end as they once did; their inputs were not changed\n",
                   minimized.unsteady);
  }
  if (minimized.edited > 0) {
    fmt::format_to(print, "             {} expect what was edited in them, still; their inputs were not changed\n",
                   minimized.edited);
  }
  if (minimized.dropped > 0) {
    fmt::format_to(print, "             {} that were edited are not needed, and not among them\n", minimized.dropped);
  }
  return text;
}

}  // namespace cairn::cli
