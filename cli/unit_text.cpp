#include "cli/unit_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"

namespace cairn::cli {
namespace {

nlohmann::ordered_json json_of(const Outcome& outcome) {
  if (outcome.failed) return {{"function", outcome.function}, {"skipped", outcome.skipped}, {"failed", true}};
  if (!outcome.skipped.empty()) return {{"function", outcome.function}, {"skipped", outcome.skipped}};
  return {{"function", outcome.function},
          {"cases", outcome.cases},
          {"crashes", outcome.crashes},
          {"undefined", outcome.undefined},
          {"unsteady", outcome.unsteady},
          {"explored", outcome.explored},
          {"runs", outcome.totals.runs},
          {"paths", outcome.totals.paths},
          {"divergences", outcome.totals.divergences},
          {"symbolic_loss", outcome.totals.symbolic_loss},
          {"branches",
           {{"covered", outcome.coverage.branches.covered},
            {"reachable", outcome.coverage.reachable},
            {"tested", outcome.tested()}}},
          {"lines", {{"covered", outcome.coverage.lines.covered}}}};
}

}  // namespace

std::string line_of(const Outcome& outcome) {
  if (!outcome.skipped.empty()) {
    return fmt::format("  {:<28} {}: {}\n", outcome.function, outcome.failed ? "failed" : "skipped", outcome.skipped);
  }
  const std::size_t tested = outcome.tested();
  std::string text = fmt::format("  {:<28} {:>3} cases, {}/{} branches", outcome.function, outcome.cases, tested,
                                 outcome.coverage.reachable);
  if (outcome.coverage.branches.covered > tested)
    text += fmt::format(" ({} explored)", outcome.coverage.branches.covered);
  if (outcome.crashes > 0) text += fmt::format(", {} crash", outcome.crashes);
  if (outcome.undefined > 0) text += fmt::format(", {} undefined", outcome.undefined);
  if (outcome.unsteady > 0) text += fmt::format(", {} unsteady", outcome.unsteady);
  if (!outcome.explored) text += ", not explored to the end";
  return text + "\n";
}

std::string unit_json(const std::filesystem::path& file, const std::vector<Outcome>& outcomes) {
  nlohmann::ordered_json json = {
      {"schema", 1}, {"file", file.string()}, {"functions", nlohmann::ordered_json::array()}};
  for (const Outcome& outcome : outcomes) json["functions"].push_back(json_of(outcome));
  return base::json_text(json, 2) + "\n";
}

std::string totals_of(const std::vector<Outcome>& all) {
  std::size_t handled = 0, cases = 0, crashes = 0, undefined = 0;
  std::uint64_t tested = 0, reachable = 0;
  for (const Outcome& each : all) {
    if (!each.skipped.empty()) continue;
    ++handled;
    cases += each.cases;
    crashes += each.crashes;
    undefined += each.undefined;
    tested += each.tested();
    reachable += each.coverage.reachable;
  }
  return fmt::format("all files: {} functions tested, {} skipped, {} cases, {}/{} branches, {} crashes, {} undefined\n",
                     handled, all.size() - handled, cases, tested, reachable, crashes, undefined);
}

}  // namespace cairn::cli
