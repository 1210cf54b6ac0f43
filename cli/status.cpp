#include "cli/status.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace cairn::cli {
namespace {

constexpr double kLinePeriod = 5;

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace

std::string status_text(const explore::Progress& progress) {
  const explore::Totals& totals = progress.totals;
  const double solving = totals.seconds > 0 ? 100 * totals.solver_seconds / totals.seconds : 0;
  const std::string help =
      totals.peers.workers > 0 ? fmt::format(", up to {}", counted(totals.peers.workers, "worker")) : "";
  return fmt::format("{:.0f}s {} {:.0f}/s, {}, {}, {}/{} branches, {} open, {}, solver {:.0f}%{}", totals.seconds,
                     counted(totals.runs, "run"), progress.runs_per_second, counted(totals.paths, "path"),
                     counted(totals.tests, "test"), progress.coverage.branches.covered,
                     progress.coverage.branches.total, progress.open, counted(totals.bugs, "bug"), solving, help);
}

void Status::progress(const explore::Progress& progress) {
  latest_ = progress;
  if (!line_.live()) {
    const double now = watch_.seconds();
    if (progress.last || now < next_line_) return;  // what the last one has to say stands in the summary
    next_line_ = now + std::min(kLinePeriod, now);
  }
  line_.show(status_text(progress));
}

}  // namespace cairn::cli
