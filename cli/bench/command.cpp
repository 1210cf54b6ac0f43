// cairn bench strategies | run: experiments on strategies and tools, with their tables and plots.
#include "cli/command.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "cli/bench/contenders.h"
#include "cli/bench/harness.h"
#include "cli/bench/plot.h"
#include "cli/bench/replay.h"
#include "cli/bench/report.h"
#include "cli/bench/subjects.h"
#include "cli/bench/tool_cairn.h"
#include "cli/bench/tool_external.h"
#include "cli/compile.h"
#include "cli/duration.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/summary.h"
#include "engine/base/json_text.h"
#include "engine/suite/files.h"
#include "engine/target/command_line.h"
#include "engine/target/start_failure.h"

namespace cairn::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kDefaultRuns = 1000;
constexpr double kDefaultSeconds = 60;

// Options of `cairn run` that are the same for all cells.
std::vector<std::string> passed_on(const Options& options) {
  std::vector<std::string> words;
  const auto add = [&words](const std::string& name, const std::string& value) {
    words.push_back(name);
    words.push_back(value);
  };
  if (options.sandbox) add("--sandbox", *options.sandbox);
  if (options.failures > 0) add("--fail", std::to_string(options.failures));
  add("--variables", std::to_string(options.variables));
  if (!options.seeds.empty()) add("--seeds", fs::absolute(options.seeds).string());
  add("--timeout", fmt::format("{}s", options.timeout));
  if (options.memory) add("--memory", std::to_string(*options.memory));
  return words;
}

std::vector<std::string> inputs_of_words(const Options& options) {
  std::vector<std::string> words;
  if (options.stdin_bytes) words.insert(words.end(), {"--stdin", std::to_string(*options.stdin_bytes)});
  for (const RepeatedOption& input : options.repeated) {
    words.push_back(input.name);
    words.insert(words.end(), input.values.begin(), input.values.end());
  }
  return words;
}

bench::Budget budget_of_bench(const Options& options, const std::string& kind) {
  bench::Budget budget{options.runs, options.time};
  if (budget.runs || budget.seconds) return budget;
  if (kind == "run") return {{}, kDefaultSeconds};
  return {kDefaultRuns, {}};
}

std::optional<double> place_of(std::string_view word, bench::Axis axis) {
  if (axis == bench::Axis::seconds) return parse_duration(word);
  std::uint64_t runs = 0;
  const auto [end, error] = std::from_chars(word.begin(), word.end(), runs);
  if (error != std::errc{} || end != word.end() || runs == 0) return std::nullopt;
  return static_cast<double>(runs);
}

base::Result<std::vector<double>> places_of(const std::string& list, bench::Axis axis) {
  std::vector<double> places;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    const auto place = place_of(word, axis);
    if (!place) {
      return base::misuse_error(fmt::format("--at wants {} with commas between, not \"{}\"",
                                            axis == bench::Axis::seconds ? "times such as 30s" : "numbers of runs",
                                            word));
    }
    places.push_back(*place);
  }
  std::ranges::sort(places);
  return places;
}

base::Result<bench::Scale> scale_of(const bench::Budget& budget, const std::string& at) {
  bench::Scale scale;
  scale.axis = budget.runs ? bench::Axis::runs : bench::Axis::seconds;
  scale.budget = budget.runs ? static_cast<double>(*budget.runs) : *budget.seconds;
  TRY(scale.on_the_way, places_of(at, scale.axis));
  if (!scale.on_the_way.empty()) return scale;
  for (const double divisor : {30.0, 10.0, 3.0}) {
    const double place = scale.budget / divisor;
    scale.on_the_way.push_back(budget.runs ? std::max(1.0, std::round(place)) : place);
  }
  return scale;
}

struct Experiment {
  std::string kind;  // "strategies": coverage as cairn counts it; "run": by replay on gcov builds
  std::vector<bench::Subject> subjects;
  std::vector<bench::Contender> contenders;
  std::optional<std::uint32_t> depth;  // of contenders whose names have none
  std::vector<std::string> passed;     // options of every `cairn run`
  target::Options replay;              // limits of a replayed test
  bench::Budget budget;                // of a cell
  bench::Scale scale;                  // of the tables
  fs::path out;
};

// What decides the results of a cell, apart from the contender's name and the repetition.
base::Result<std::string> question_of(const Experiment& experiment) {
  const bench::Budget& budget = experiment.budget;
  Json json;
  json["kind"] = experiment.kind;
  json["runs"] = budget.runs ? Json(*budget.runs) : Json(nullptr);
  json["seconds"] = budget.seconds ? Json(*budget.seconds) : Json(nullptr);
  if (experiment.depth) json["depth"] = *experiment.depth;
  json["options"] = experiment.passed;
  for (const bench::Subject& subject : experiment.subjects) {
    TRY(const std::uint64_t hash, suite::hash_file(subject.builds.at("cairn")));
    json["subjects"][subject.name] = {
        {"program", fmt::format("{:016x}", hash)}, {"arguments", subject.arguments}, {"inputs", subject.inputs}};
  }
  return base::json_text(json, 1) + "\n";
}

base::Status write_results(const bench::Store& store, const bench::Comparison& comparison, const bench::Scale& scale,
                           const std::string& question) {
  const std::string markdown = bench::to_markdown(comparison, scale);
  TRY_STATUS(suite::write_atomically(store.path() / "results.md", markdown));
  TRY_STATUS(suite::write_atomically(store.path() / "results.csv", bench::to_csv(comparison)));
  TRY_STATUS(suite::write_atomically(store.path() / "results.json", bench::to_json(comparison, scale, question)));
  fmt::print("{}", markdown);
  TRY_STATUS(bench::draw(comparison, store.path() / "plots"));
  fmt::print("Tables in {}, plots in {}.\n", typed(store.path() / "results.md"), typed(store.path() / "plots"));
  return {};
}

template <class T>
std::vector<std::string> names_of(const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const T& thing : things) names.push_back(thing.name);
  return names;
}

base::Status choose_contenders(const Options& options, bool external_allowed, Experiment& experiment) {
  if (options.depth) experiment.depth = static_cast<std::uint32_t>(*options.depth);
  TRY(experiment.contenders, bench::contenders_of(options.strategies, external_allowed, experiment.depth));
  return {};
}

target::Options limits_of_replay(const Options& options) {
  target::Options limits;
  limits.run_milliseconds = static_cast<std::uint32_t>(std::ceil(options.timeout * 1000));
  return limits;
}

// The inputs a cell kept outlive its working directory.
void keep_inputs(const fs::path& from, const fs::path& into) {
  std::error_code ignored;
  fs::remove_all(into, ignored);
  fs::rename(from, into, ignored);
}

base::Result<bench::Outcome> run_other_tool(const Experiment& experiment, const bench::Cell& cell, const fs::path& work,
                                            const bench::Store& store, const std::atomic<bool>& stop) {
  const std::optional<double> seconds = experiment.budget.seconds;
  if (!seconds) return base::misuse_error("other tools count time, not runs: give a --time");
  TRY(const bench::Gathered gathered, bench::run_external(cell, *seconds, work, store.log(cell)));
  bench::Outcome outcome{cell.subject.name, cell.contender.name, cell.repeat, gathered.error, {}, 0, 0, 0, {}, {}};
  outcome.figures["runs"] = static_cast<double>(gathered.end.runs);
  if (outcome.error.empty() && !stop) {
    TRY_STATUS(bench::replay_found(cell.subject, gathered.found, gathered.end, experiment.scale, work,
                                   experiment.replay, stop, outcome));
  }
  keep_inputs(work / "kept", store.inputs(cell));
  return outcome;
}

base::Result<bench::Outcome> run_cell(const Experiment& experiment, const bench::Cell& cell, const fs::path& work,
                                      const bench::Store& store, const std::atomic<bool>& stop) {
  if (cell.contender.tool != "cairn") return run_other_tool(experiment, cell, work, store, stop);
  const fs::path directory = work / "run";
  fs::path where;  // a subject knows nothing of the files here: the user's may have names of its inputs
  if (experiment.kind == "run") {
    where = work / "empty";
    TRY_STATUS(suite::make_directories(where));
  }
  TRY(bench::Outcome outcome,
      bench::run_cairn(cell, experiment.budget, experiment.passed, directory, where, store.log(cell), stop));
  if (experiment.kind == "run" && outcome.error.empty() && !stop) {
    const bench::Point end = outcome.curve.back();
    TRY(const auto found, bench::found_by_cairn(directory));
    TRY_STATUS(bench::replay_found(cell.subject, found, end, experiment.scale, work, experiment.replay, stop, outcome));
  }
  keep_inputs(directory / "tests", store.inputs(cell));
  return outcome;
}

base::Result<int> carry_out(Experiment experiment, const Options& options) {
  experiment.budget = budget_of_bench(options, experiment.kind);
  TRY(experiment.scale, scale_of(experiment.budget, options.at));
  TRY(const std::string question, question_of(experiment));
  std::optional<bench::Ledger> ledger;
  if (!options.cells.empty()) {
    std::vector<std::string> words = experiment.passed;
    if (experiment.depth) words.insert(words.end(), {"--depth", std::to_string(*experiment.depth)});
    TRY(ledger, bench::Ledger::open(options.cells, experiment.budget, std::move(words)));
  }
  TRY(const bench::Store store, bench::Store::open(experiment.out, question, options.force, std::move(ledger)));
  std::atomic<bool> stop = false;
  const StopOnInterrupt interrupt(stop);
  const auto cells =
      bench::cells_of(experiment.subjects, experiment.contenders, static_cast<std::uint32_t>(options.repeats));
  const bench::RunCell run = [&](const bench::Cell& cell, const fs::path& work) {
    return run_cell(experiment, cell, work, store, stop);
  };
  const bench::Pace pace{options.bench_jobs, experiment.budget.seconds};
  TRY(const bench::Finished finished, bench::run_cells(cells, store, run, pace, stop));
  if (finished.stopped) {
    fmt::print("stopped; the same command goes on where it was\n");
    return kEnvironment;
  }
  const bench::Comparison comparison =
      bench::compare(finished.outcomes, names_of(experiment.subjects), names_of(experiment.contenders));
  TRY_STATUS(write_results(store, comparison, experiment.scale, question));
  for (const bench::Outcome& outcome : finished.outcomes) {
    if (!outcome.error.empty()) {
      return base::environment_error(fmt::format("{} with {} failed: {}; the same command tries it again",
                                                 outcome.subject, outcome.contender, outcome.error));
    }
  }
  return kDone;
}

// --program FILE, or the program and its arguments behind --.
base::Result<std::vector<std::string>> program_of(const Options& options) {
  std::vector<std::string> command = options.command;
  if (!options.program.empty()) command.insert(command.begin(), options.program);
  if (command.empty()) {
    return base::misuse_error("no program given; for example: cairn bench strategies --stdin 32 --program ./program");
  }
  return command;
}

base::Result<int> strategies(const Options& options) {
  if (!options.set.empty()) return base::misuse_error("--set belongs to cairn bench run");
  TRY(const auto command, program_of(options));
  Experiment experiment;
  experiment.kind = "strategies";
  TRY_STATUS(choose_contenders(options, false, experiment));
  const fs::path program = command.front();
  experiment.out = options.out.empty() ? "cairn-out/bench-" + program.stem().string() : options.out;
  TRY_STATUS(bench::Store::check(experiment.out));
  bench::Subject subject;
  subject.name = program.stem().string();
  subject.arguments.assign(command.begin() + 1, command.end());
  subject.builds["cairn"] = fs::absolute(program).string();
  if (is_source(program)) {
    TRY(const fs::path built, compile_source(program, experiment.out / "build"));
    subject.builds["cairn"] = built.string();
  }
  TRY(const auto line, target::CommandLine::resolve({subject.builds["cairn"]}));
  TRY_STATUS(target::check_instrumented(line.program(), command.front()));
  subject.inputs = inputs_of_words(options);
  experiment.passed = passed_on(options);
  experiment.subjects.push_back(std::move(subject));
  return carry_out(std::move(experiment), options);
}

base::Result<int> run_set(const Options& options) {
  if (!options.program.empty() || options.command_given) {
    return base::misuse_error("--program belongs to cairn bench strategies; cairn bench run takes a --set");
  }
  if (options.set.empty()) return base::misuse_error("no set given; for example: cairn bench run --set coreutils");
  Experiment experiment;
  experiment.kind = "run";
  TRY(experiment.subjects,
      bench::load_subjects(options.subjects.empty() ? bench::default_index() : fs::path(options.subjects),
                           options.set));
  TRY_STATUS(choose_contenders(options, true, experiment));
  for (const bench::Subject& subject : experiment.subjects) {
    for (const char* build : {"cairn", "gcov"}) {
      if (subject.builds.contains(build)) continue;
      return base::misuse_error(fmt::format("{} has no {} build; make bench-subjects makes it", subject.name, build));
    }
  }
  experiment.out = options.out.empty() ? "cairn-out/bench-" + options.set : options.out;
  experiment.passed = passed_on(options);
  experiment.replay = limits_of_replay(options);
  return carry_out(std::move(experiment), options);
}

base::Result<int> dispatch(const Options& options) {
  if (options.words.size() != 1) {
    return base::misuse_error("cairn bench wants one word, strategies or run; see cairn bench --help");
  }
  if (options.words.front() == "strategies") return strategies(options);
  if (options.words.front() == "run") return run_set(options);
  return base::misuse_error(fmt::format("cairn bench knows strategies and run, not {}", options.words.front()));
}

}  // namespace

int bench_command(const Options& options) {
  const auto status = dispatch(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
