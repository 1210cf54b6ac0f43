#include "cli/unit_watch.h"

#include <fmt/core.h>

#include <algorithm>

#include "engine/target/plain.h"

namespace cairn::cli {
namespace {

// Runs of one process; what they tell must fit into what is read of a program's output.
constexpr std::size_t kBatch = 8;
// A call that takes longer is no test of a unit, and there may be many that never end.
constexpr std::uint32_t kMilliseconds = 250;  // of processor time
constexpr std::uint32_t kPatience = 6000;     // of the clock, for a run that waits
constexpr unsigned kFillers[2] = {0x5a, 0xa5};

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
                                             const std::vector<unit::Inputs>& inputs, const target::Options& limits) {
  target::Options options = limits;
  const std::uint32_t limit = std::min(limits.run_milliseconds, kMilliseconds);
  options.command = {harness.string(), std::to_string(function), std::to_string(limit)};
  options.run_milliseconds = static_cast<std::uint32_t>(2 * kBatch * kPatience);
  std::vector<WatchedPair> pairs;
  for (std::size_t from = 0; from < inputs.size(); from += kBatch) {
    const std::size_t to = std::min(inputs.size(), from + kBatch);
    std::string text;
    for (std::size_t i = from; i < to; ++i) {
      for (const unsigned filler : kFillers) text += unit::format_run(filler, inputs[i]);
    }
    TRY(std::vector<unit::Watched> runs, run(options, text));
    for (std::size_t i = 0; from + i < to && 2 * i + 1 < runs.size(); ++i)
      pairs.push_back({from + i, std::move(runs[2 * i]), std::move(runs[2 * i + 1])});
  }
  return pairs;
}

}  // namespace cairn::cli
