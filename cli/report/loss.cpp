// cairn report OUT --loss: where symbolic data was lost, by function and call site.
#include <fmt/format.h>

#include <iterator>
#include <map>

#include "cli/report/report.h"
#include "cli/summary.h"
#include "engine/explore/summary.h"
#include "engine/program/readable.h"

namespace cairn::cli {
namespace {

std::string where(const suite::LossRecord& loss) {
  const std::string function = program::readable(loss.function);
  if (loss.file.empty()) return function.empty() ? "somewhere" : function;
  return fmt::format("{}:{} in {}", from_here(loss.file), loss.line, function);
}

}  // namespace

std::string what_was_lost(const suite::LossRecord& loss) {
  return loss.callee.empty() || loss.kind != "library function" ? loss.kind : program::readable(loss.callee);
}

base::Result<std::string> report_loss(Material& material) {
  TRY(const auto losses, suite::read_losses(material.directory.path()));
  std::string out(kLossOpening);
  if (losses.empty()) {
    const std::uint64_t lost = explore::read_totals(material.directory.path() / "summary.json").symbolic_loss;
    if (lost == 0) return out + "nothing was lost: all symbolic data could be followed\n";
    return out + fmt::format("{} times the input went where it cannot be followed; where is not known\n", lost);
  }
  struct Sum {
    std::uint64_t count = 0, bytes = 0;
    std::size_t places = 0;
  };
  std::map<std::string, Sum> sums;
  for (const auto& loss : losses) {
    Sum& sum = sums[what_was_lost(loss)];
    sum.count += loss.count;
    sum.bytes += loss.bytes;
    ++sum.places;
  }
  auto print = std::back_inserter(out);
  fmt::format_to(print, "\n{:>10}  {:>10}  {:>6}  {}\n", "times", "bytes", "places", "lost to");
  for (const auto& [name, sum] : sums)
    fmt::format_to(print, "{:>10}  {:>10}  {:>6}  {}\n", sum.count, sum.bytes, sum.places, name);
  fmt::format_to(print, "\n{:>10}  {:>10}  {:>8}  {:<28}  {}\n", "times", "bytes", "runs", "lost to", "where");
  for (const auto& loss : losses) {
    fmt::format_to(print, "{:>10}  {:>10}  {:>8}  {:<28}  {}\n", loss.count, loss.bytes, loss.runs, what_was_lost(loss),
                   where(loss));
  }
  return out;
}

}  // namespace cairn::cli
