#include "cli/unit_watch.h"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>

#include "engine/target/plain.h"

namespace cairn::cli {
namespace {

// Runs of one process; what they tell must fit into what is read of a program's output.
constexpr std::size_t kBatch = 8;
// A call that takes longer is no test of a unit, and there may be many that never end.
constexpr std::uint32_t kMilliseconds = 250;  // of processor time
constexpr std::uint32_t kPatience = 6000;     // of the clock, for a run that waits
constexpr std::uint32_t kLost = 8000;         // that calls without an end may take altogether

base::Result<std::vector<unit::Watched>> run(target::Options options, const std::string& text) {
  trace::Object standard_input;
  standard_input.kind = trace::ObjectKind::standard_input;
  standard_input.name = "stdin";
  standard_input.bytes.assign(text.begin(), text.end());
  TRY(const target::PlainRun run, target::run_plain(options, {{standard_input}}));
  return unit::parse_watched(run.output);
}

}  // namespace

base::Result<std::vector<WatchedPair>> watch(const std::filesystem::path& harness, std::size_t function,
                                             const std::vector<unit::Inputs>& inputs, const target::Options& limits,
                                             const std::atomic<bool>& stop) {
  target::Options options = limits;
  const std::uint32_t limit = std::min(limits.run_milliseconds, kMilliseconds);
  options.command = {harness.string(), std::to_string(function), std::to_string(limit)};
  options.run_milliseconds = static_cast<std::uint32_t>(2 * kBatch * kPatience);
  std::vector<WatchedPair> pairs;
  std::uint32_t lost = 0;
  for (std::size_t from = 0; from < inputs.size() && lost < kLost && !stop;) {
    const std::size_t to = std::min(inputs.size(), from + kBatch);
    std::string text;
    for (std::size_t i = from; i < to; ++i) {
      for (const unsigned filler : unit::kFillers) text += unit::format_run(filler, inputs[i]);
    }
    TRY(std::vector<unit::Watched> runs, run(options, text));
    // The harness ends with a run that took too long; what it did not get to follows.
    if (!runs.empty() && unit::timed_out(runs.back())) {
      lost += runs.back().code == SIGALRM ? kPatience : limit;
      if (runs.size() % 2 != 0) runs.push_back(runs.back());
    }
    const std::size_t told = std::min(to - from, runs.size() / 2);
    for (std::size_t i = 0; i < told; ++i)
      pairs.push_back({from + i, std::move(runs[2 * i]), std::move(runs[2 * i + 1])});
    from += std::max<std::size_t>(1, told);
  }
  return pairs;
}

}  // namespace cairn::cli
