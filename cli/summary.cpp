#include "cli/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/report/report.h"
#include "engine/suite/layout.h"
#include "engine/suite/test_file.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kBugsShown = 10;

// Nothing is left to try; that is everything there is if nothing was lost, given up, passed over or cut off. What is
// open then lies behind a bound of the search.
bool out_of_reach(const explore::Progress& progress) {
  const explore::Totals& totals = progress.totals;
  return totals.symbolic_loss > 0 || totals.full > 0 || totals.corrupted > 0 || totals.timeouts > 0 ||
         progress.unknown > 0 || progress.diverged > 0 || progress.beyond_cap > 0 || progress.beyond_depth > 0 ||
         progress.open > 0;
}

std::string why(explore::End end, const explore::Progress& progress) {
  switch (end) {
    case explore::End::explored:
      return out_of_reach(progress) ? "explored everything within reach" : "explored everything";
    case explore::End::time:
      return "the time is used up";
    case explore::End::runs:
      return "the runs are used up";
    case explore::End::queries:
      return "the queries are used up";
    case explore::End::stopped:
      return "stopped";
  }
  return "ended";
}

std::string share(const program::Share& part) {
  const double percent =
      part.total == 0 ? 0 : 100.0 * static_cast<double>(part.covered) / static_cast<double>(part.total);
  return fmt::format("{} of {} ({:.1f} %)", part.covered, part.total, percent);
}

void print_bugs(std::string& out, const Closing& closing) {
  auto print = std::back_inserter(out);
  for (std::size_t i = 0; i < closing.bugs.size() && i < kBugsShown; ++i) {
    const suite::BugRecord& bug = closing.bugs[i];
    fmt::format_to(print, "  {} {}  {}\n", bug.kind, place(bug), typed(suite::bug_path(closing.out, bug.id)));
  }
  if (closing.bugs.size() > kBugsShown) {
    fmt::format_to(print, "  and {} more in {}\n", closing.bugs.size() - kBugsShown, typed(closing.out / "bugs.json"));
  }
}

// Largest share first; what is missing to the whole went into everything else.
std::string where_time_went(const explore::Totals& totals) {
  std::vector<std::pair<double, std::string_view>> parts = {
      {totals.running_seconds, "running"}, {totals.decoding_seconds, "decoding"},
      {totals.solver_seconds, "solving"},  {totals.strategy_seconds, "choosing"},
      {totals.mutant_seconds, "mutants"},  {totals.keeping_seconds, "keeping"}};
  std::ranges::sort(parts, std::ranges::greater{});
  std::vector<std::string> words;
  for (const auto& [seconds, what] : parts)
    words.push_back(fmt::format("{:.0f} % {}", 100 * seconds / totals.seconds, what));
  return fmt::format("{}", fmt::join(words, ", "));
}

// ": mostly strtod, regexec": the functions most was lost to, at most three.
std::string mostly(const std::vector<suite::LossRecord>& losses) {
  std::vector<std::string> names;
  for (const suite::LossRecord& loss : losses) {
    const std::string name = what_was_lost(loss);
    if (names.size() < 3 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names.empty() ? "" : fmt::format(": mostly {}", fmt::join(names, ", "));
}

}  // namespace

std::string place(const suite::BugRecord& bug) {
  std::string out = bug.function.empty() ? "somewhere" : "in " + bug.function;
  if (!bug.file.empty()) fmt::format_to(std::back_inserter(out), " ({}:{})", from_here(bug.file), bug.line);
  return out;
}

std::string from_here(const std::filesystem::path& path) {
  std::error_code error;
  const auto below = path.lexically_proximate(std::filesystem::current_path(error));
  return below.empty() || *below.begin() == ".." ? path.string() : below.string();
}

std::string typed(const std::filesystem::path& path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%";
  const std::string below = from_here(path);
  const std::string text = below.starts_with('-') ? "./" + below : below;  // no option, when it is typed
  if (text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted += "'";
}

std::string closing_text(const Closing& closing) {
  const explore::Totals& totals = closing.progress.totals;
  const program::Figures& coverage = closing.progress.coverage;
  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "{} after {:.1f} s: {} runs, {} paths\n", why(closing.end, closing.progress), totals.seconds,
                 totals.runs, totals.paths);
  fmt::format_to(print, "branches     {}, lines {}\n", share(coverage.branches), share(coverage.lines));
  fmt::format_to(print, "tests        {} in {}\n", totals.tests, typed(closing.out / "tests"));
  fmt::format_to(print, "bugs         {}\n", closing.bugs.size());
  print_bugs(out, closing);
  fmt::format_to(print, "divergences  {} of {} runs\n", totals.divergences, totals.runs);
  if (totals.mutants > 0) {
    fmt::format_to(print, "mutants      {} further runs on changed inputs; {} showed something new and were recorded\n",
                   totals.mutants, totals.mutants_found);
  }
  if (totals.peers.workers > 0) {
    fmt::format_to(print, "cluster      up to {} worker{}, {} further runs; {} inputs came from them\n",
                   totals.peers.workers, totals.peers.workers == 1 ? "" : "s", totals.peers.runs,
                   totals.peers.received);
  }
  if (totals.seconds >= 1) fmt::format_to(print, "time         {}\n", where_time_went(totals));
  if (const auto& variables = closing.progress.variables; !variables.empty()) {
    fmt::format_to(print, "variables    {}: asked for by the program, and set in some runs\n",
                   fmt::join(variables, ", "));
  }
  if (totals.symbolic_loss > 0) {
    fmt::format_to(print, "lost         {} times the input went where it cannot be followed{}\n", totals.symbolic_loss,
                   mostly(closing.losses));
  }
  if (totals.pins > 0) {
    fmt::format_to(print, "pinned       {} addresses and sizes that depend on the input{}\n", totals.pins,
                   closing.progress.beyond_cap > 0 ? "; not all their values were tried" : "");
  }
  const std::size_t deeper = closing.progress.open + closing.progress.beyond_depth;
  if (closing.end == explore::End::explored && deeper > 0) {
    fmt::format_to(print, "bounded      {} sides of branches lie deeper than the search may go (--depth)\n", deeper);
  }
  if (totals.full > 0)
    fmt::format_to(print, "cut          {} runs were too long to be recorded to the end\n", totals.full);
  if (totals.corrupted > 0) {
    fmt::format_to(print, "corrupted    {} runs left recordings that make no sense from some place on\n",
                   totals.corrupted);
  }
  if (totals.timeouts > 0)
    fmt::format_to(print, "timeouts     {} runs took too long and were ended\n", totals.timeouts);
  if (totals.unknown > 0 && closing.progress.unknown > 0)
    fmt::format_to(print, "undecided    {} queries the solver gave up\n", totals.unknown);
  if (closing.unsteady > 0) {
    fmt::format_to(print, "unsteady     {} tests ended otherwise when they were run again\n", closing.unsteady);
  }
  if (!closing.inputs_known) {
    out +=
        "The program used no symbolic input: make its standard input one with --stdin 64, or mark memory with "
        "cairn_symbolic().\n";
  }
  if (closing.undecided) {
    fmt::format_to(
        print, "No branch of the program depended on its input; it {}.{}\n", suite::describe(*closing.undecided),
        *closing.undecided == trace::Outcome{}
            ? ""
            : " If it does more when it is run by hand, containment may be in its way: compare with --sandbox off.");
  }
  const std::string directory = typed(closing.out);
  fmt::format_to(print,
                 "Look at the tests with: cairn show {0}\nRun them with:          cairn replay {0}\n"
                 "See it in a browser:    cairn report {0}\n",
                 directory);
  if (closing.end != explore::End::explored)
    fmt::format_to(print, "Go on with:             cairn resume {}\n", directory);
  if (totals.symbolic_loss > 0) fmt::format_to(print, "See what was lost with: cairn report --loss {}\n", directory);
  return out;
}

}  // namespace cairn::cli
