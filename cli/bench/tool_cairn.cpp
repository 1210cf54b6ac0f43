#include "cli/bench/tool_cairn.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/bench/child.h"
#include "cli/bench/contenders.h"
#include "cli/exit_status.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"
#include "engine/suite/tests.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kLargest = std::size_t{1} << 24;

std::vector<std::string> command_of(const Cell& cell, const Budget& budget, const std::vector<std::string>& options,
                                    const fs::path& work) {
  std::vector<std::string> words = {(base::own_directory() / "cairn").string(), "run", "--force", "-o",
                                    fs::absolute(work).string()};
  const auto add = [&words](const char* option, std::string value) {
    words.emplace_back(option);
    words.push_back(std::move(value));
  };
  add("--strategy", cell.contender.strategy);
  add("--seed", std::to_string(cell.repeat));
  if (cell.contender.prune == kRounds) {
    words.emplace_back("--rounds");
  } else if (!cell.contender.prune.empty()) {
    add("--prune", cell.contender.prune);
  }
  if (cell.contender.depth) add("--depth", std::to_string(*cell.contender.depth));
  if (budget.runs) add("--runs", std::to_string(*budget.runs));
  if (budget.seconds) add("--time", fmt::format("{}s", *budget.seconds));
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), cell.subject.inputs.begin(), cell.subject.inputs.end());
  words.emplace_back("--");
  words.push_back(fs::absolute(cell.subject.builds.at("cairn")).string());
  words.insert(words.end(), cell.subject.arguments.begin(), cell.subject.arguments.end());
  return words;
}

// The last line of what it said.
std::string last_words(const fs::path& log) {
  const auto text = suite::read_file(log, kLargest);
  if (!text.ok()) return "it said nothing";
  const auto end = text->find_last_not_of('\n');
  if (end == std::string::npos) return "it said nothing";
  const auto begin = text->rfind('\n', end);
  return text->substr(begin + 1, end - begin);
}

void read_summary(const Json& summary, const Cost& cost, Outcome& outcome) {
  outcome.branches_total = summary.at("branches").at("total").get<double>();
  outcome.branches_reachable = summary.at("branches").at("reachable").get<double>();
  outcome.lines_total = summary.at("lines").at("total").get<double>();
  const auto figure = [&](const char* name, const char* path) {
    outcome.figures[name] = summary.at(Json::json_pointer(path)).get<double>();
  };
  figure("runs", "/runs");
  figure("paths", "/paths");
  figure("tests", "/tests");
  figure("bugs", "/bugs");
  figure("divergences", "/divergences");
  figure("queries", "/solver/queries");
  figure("feasible", "/solver/sat");
  figure("complete_calls", "/solver/complete_calls");
  figure("solver_seconds", "/solver/seconds");
  figure("open", "/tree/open_average");
  figure("seconds", "/elapsed_seconds");
  outcome.figures["cpu_seconds"] = cost.cpu_seconds;
  outcome.figures["peak_bytes"] = cost.peak_bytes;
}

// Tests are exactly the runs that covered something first.
base::Status read_curve(const fs::path& work, const Json& summary, Outcome& outcome) {
  TRY(const auto tests, suite::load_tests(work));
  double branches = 0;
  for (const suite::Test& test : tests) {
    branches += test.content.path.new_sides;
    outcome.curve.push_back({test.content.path.run, test.content.path.seconds, branches, 0});
  }
  outcome.curve.push_back({summary.at("runs").get<std::uint64_t>(), summary.at("elapsed_seconds").get<double>(),
                           summary.at("branches").at("covered").get<double>(),
                           summary.at("lines").at("covered").get<double>()});
  return {};
}

}  // namespace

base::Result<Outcome> run_cairn(const Cell& cell, const Budget& budget, const std::vector<std::string>& options,
                                const fs::path& work, const fs::path& where, const fs::path& log,
                                const std::atomic<bool>& stop) {
  TRY(const Cost cost, run_child({command_of(cell, budget, options, work), {}, where, log, {}, {}}, stop));
  Outcome outcome{cell.subject.name, cell.contender.name, cell.repeat, {}, {}, 0, 0, 0, {}, {}};
  if (cost.status != cli::kDone && cost.status != cli::kFound) {
    outcome.error = fmt::format("cairn run ended with status {}: {}", cost.status, last_words(log));
    return outcome;
  }
  const auto text = suite::read_file(work / "summary.json", kLargest);
  if (!text.ok()) return text.error();
  try {
    const Json summary = Json::parse(*text);
    if (summary.at("stopped").get<int>() != 0) {
      outcome.error = "somebody stopped the run before its budget was used up";
      return outcome;
    }
    read_summary(summary, cost, outcome);
    TRY_STATUS(read_curve(work, summary, outcome));
  } catch (const Json::exception& error) {
    outcome.error = fmt::format("summary.json of this cell cannot be read: {}", error.what());
  }
  return outcome;
}

}  // namespace cairn::bench
