#include "cli/update_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "cli/summary.h"
#include "engine/suite/layout.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kShown = 10;

std::string plural(std::uint64_t number, std::string_view one, std::string_view ending = "s") {
  return fmt::format("{} {}{}", number, one, number == 1 ? "" : ending);
}

// "2-3, 7": which stored paths a range holds.
std::string range_text(const explore::ChangedRange& range) {
  std::vector<std::uint32_t> paths = range.paths;
  if (paths.size() > kShown) {
    return fmt::format("{}, ... ({} paths)", fmt::join(paths.begin(), paths.begin() + kShown, ", "), paths.size());
  }
  return fmt::format("{}", fmt::join(paths, ", "));
}

void print_ranges(std::string& out, const explore::UpdateReport& report) {
  auto print = std::back_inserter(out);
  for (std::size_t i = 0; i < std::min(report.ranges.size(), kShown); ++i) {
    fmt::format_to(print, "  changed range: stored paths {}\n", range_text(report.ranges[i]));
  }
  if (report.ranges.size() > kShown) fmt::format_to(print, "  and {} more ranges\n", report.ranges.size() - kShown);
}

void print_behaviour(std::string& out, const explore::UpdateReport& report) {
  auto print = std::back_inserter(out);
  fmt::format_to(print, "behaviour    {} with another outcome or output ({} compared)\n",
                 plural(report.behaviour.size(), "input"), plural(report.outputs_compared, "output"));
  for (std::size_t i = 0; i < std::min(report.behaviour.size(), kShown); ++i) {
    const explore::BehaviourChange& change = report.behaviour[i];
    const std::string name = change.test != 0       ? fmt::format("test {}", change.test)
                             : change.old_test != 0 ? fmt::format("old test {}", change.old_test)
                                                    : fmt::format("stored path {}", change.path);
    const char* origin = change.test != 0 && change.path == 0 ? " (new)" : "";
    fmt::format_to(print, "  {}{}: {}\n", name, origin, fmt::join(change.differences, "; "));
  }
  if (report.behaviour.size() > kShown) {
    fmt::format_to(print, "  and {} more in update.json\n", report.behaviour.size() - kShown);
  }
}

void print_bugs(std::string& out, const explore::UpdateReport& report, const std::filesystem::path& directory) {
  auto print = std::back_inserter(out);
  fmt::format_to(print, "bugs         {} new, {} known, {} fixed\n", report.new_bugs.size(), report.known_bugs,
                 report.fixed_bugs);
  for (std::size_t i = 0; i < std::min(report.new_bugs.size(), kShown); ++i) {
    const suite::BugRecord& bug = report.new_bugs[i];
    fmt::format_to(print, "  NEW {} {}  {}\n", bug.kind, place(bug), typed(suite::bug_path(directory, bug.id)));
  }
}

std::vector<std::string> limits_of(const explore::UpdateReport& report) {
  std::vector<std::string> limits;
  if (report.capped_addresses > 0)
    limits.push_back(fmt::format("not all values of {} were tried", plural(report.capped_addresses, "address", "es")));
  if (report.given_up > 0)
    limits.push_back(fmt::format("the solver gave up {} of branches", plural(report.given_up, "side")));
  if (report.totals.divergences > 0)
    limits.push_back(fmt::format("{} went another way than expected", plural(report.totals.divergences, "run")));
  return limits;
}

}  // namespace

std::string patch_text(const explore::PatchCoverage& patch, const std::string& since) {
  if (patch.total == 0) return fmt::format("patch        no changed line since {} holds code of the program\n", since);
  std::string out =
      fmt::format("patch        {} of {} run ({:.1f} %) since {}\n", patch.covered, plural(patch.total, "changed line"),
                  100.0 * static_cast<double>(patch.covered) / static_cast<double>(patch.total), since);
  for (const auto& [file, lines] : patch.missed) {
    fmt::format_to(std::back_inserter(out), "  not run: {}:{}\n", file, fmt::join(lines, ","));
  }
  return out;
}

std::string update_text(const explore::Updated& updated, const std::filesystem::path& out_directory,
                        const std::string& since) {
  const explore::UpdateReport& report = updated.report;
  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "{} after {:.1f} s (the run on the old version took {:.1f} s)\n",
                 report.end == explore::End::explored ? "up to date" : "stopped by the budget or the user",
                 report.seconds, report.base.seconds);
  if (!report.changed_functions.empty()) {
    const auto& names = report.changed_functions;
    const auto shown = static_cast<std::ptrdiff_t>(std::min(names.size(), kShown));
    fmt::format_to(print, "changed      {}{}\n", fmt::join(names.begin(), names.begin() + shown, ", "),
                   names.size() > kShown ? fmt::format(" and {} more functions", names.size() - kShown) : "");
  }
  if (report.end == explore::End::explored && !report.complete)
    fmt::format_to(print, "open         the suite is not complete: what was left open before the change still is\n");
  if (report.unchanged)
    fmt::format_to(print, "unchanged    the new build executes the same as the old one: nothing was run\n");
  const std::uint64_t kept = report.kept_paths();
  fmt::format_to(print, "paths        {} kept, {} changed, {} new: {} now\n", kept, report.followed.size() - kept,
                 report.new_paths, report.paths);
  print_ranges(out, report);
  if (!report.part.empty()) {
    fmt::format_to(print, "part         range {} only; cairn update --merge {} joins the parts\n", report.part,
                   typed(out_directory));
  } else if (report.explorations > 1 || report.merged > 0) {
    fmt::format_to(print, "ranges       {} explored side by side, {} merged\n", report.explorations, report.merged);
  }
  fmt::format_to(print, "tests        {} kept, {} new, {} dropped: {} now in {}\n", report.kept_tests(),
                 report.new_tests, report.dropped_tests(), report.tests, typed(out_directory / "tests"));
  if (report.edited > 0)
    fmt::format_to(print, "             {} expect what was edited in them, still\n", report.edited);
  if (report.edited_before > report.edited) {
    fmt::format_to(print, "             {} that were edited are not needed, and not among them\n",
                   report.edited_before - report.edited);
  }
  // Those that all parts begin with were asked by each.
  fmt::format_to(print, "queries      {} asked{}, {} saved ({} sides settled, {} answers stored)\n", report.asked,
                 report.merged > 0 ? " here and by the parts" : "", report.totals.settled + report.totals.stored,
                 report.totals.settled, report.totals.stored);
  if (!report.exact())
    fmt::format_to(print, "limits       {}: a run from nothing may differ\n", fmt::join(limits_of(report), ", "));
  print_behaviour(out, report);
  print_bugs(out, report, out_directory);
  if (updated.patch) out += patch_text(*updated.patch, since);
  fmt::format_to(print, "Everything as JSON: {}\n", typed(out_directory / "update.json"));
  if (!report.complete) {
    fmt::format_to(print, "Go on with:         cairn resume {}\n", typed(out_directory));
  }
  return out;
}

}  // namespace cairn::cli
