#include "cli/status.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cairn::cli {
namespace {

using Clock = std::chrono::steady_clock;
// Soon at first, to show that it works, then rarely.
constexpr double kFirstLine = 0.5;
constexpr double kLinePeriod = 5;

std::size_t width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// Nobody may be listening any more; that is no reason to end a run.
void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace

bool live_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string status_text(const explore::Progress& progress) {
  const explore::Totals& totals = progress.totals;
  const double solving = totals.seconds > 0 ? 100 * totals.solver_seconds / totals.seconds : 0;
  return fmt::format("{:.0f}s {} {:.0f}/s, {}, {}, {}/{} branches, {} open, {}, solver {:.0f}%", totals.seconds,
                     counted(totals.runs, "run"), progress.runs_per_second, counted(totals.paths, "path"),
                     counted(totals.tests, "test"), progress.coverage.branches.covered,
                     progress.coverage.branches.total, progress.open, counted(totals.bugs, "bug"), solving);
}

Status::Status() : live_(live_terminal()), next_line_(kFirstLine), begin_(Clock::now()) {}

Status::~Status() {
  if (drawn_) say("\r\x1b[K");
}

void Status::progress(const explore::Progress& progress) {
  latest_ = progress;
  std::string line = status_text(progress);
  if (live_) {
    line.resize(std::min(line.size(), width() - 1));
    say(fmt::format("\r{}\x1b[K", line));
    std::fflush(stderr);
    drawn_ = true;
    return;
  }
  const double now = std::chrono::duration<double>(Clock::now() - begin_).count();
  if (progress.last || now < next_line_) return;  // what the last one has to say stands in the summary
  next_line_ = now + std::min(kLinePeriod, now);
  say(line + "\n");
}

}  // namespace cairn::cli
