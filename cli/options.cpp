#include "cli/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "cli/duration.h"

namespace cairn::cli {
namespace {

constexpr std::uint64_t kAny = UINT64_MAX;
constexpr std::uint64_t kMaxStdin = 1 << 19;  // half of the input space of a run
constexpr std::uint64_t kMaxVariable = 1 << 12;
constexpr std::uint64_t kMaxFailures = 16;        // as many as the runtime keeps
constexpr std::uint64_t kLongestRun = 3'600'000;  // seconds: kept in milliseconds, and in 32 bits

// clang-format off
constexpr OptionRow kTable[] = {
    // names        value   default              field                  range         commands               help
    {"-o,--out",    "OUT",  "cairn-out/PROGRAM", &Options::out,         0, kAny,      kRun,                  "directory for everything the run produces"},
    {"-o,--out",    "OUT",  "cairn-out/bench-PROGRAM, or -NAME of --set", &Options::out, 0, kAny, kBench,    "directory for the results and what they are made from"},
    {"-o,--out",    "NEW",  "OUT itself",        &Options::out,         0, kAny,      kUpdate,               "directory for the updated suite; what OUT holds stays as it is then"},
    {"-o,--out",    "NEW",  "OUT-min",           &Options::out,         0, kAny,      kMinimize,             "directory for the smaller suite"},
    {"--whole",     "",     "off",               &Options::whole,       0, kAny,      kMinimize,             "choose among the tests only, and leave their inputs as they are"},
    {"--runs",      "N",    "1000",              &Options::tries,       1, kAny,      kMinimize,             "runs to make one input smaller, at most"},
    {"--time",      "TIME", "60s",               &Options::time,        0, kAny,      kRun | kResume | kUpdate, "stop after this time: 90s, 5m, 1h"},
    {"--time",      "TIME", "run: 60s without --runs", &Options::time,  0, kAny,      kBench,                "stop each run after this time: 90s, 5m, 1h"},
    {"--runs",      "N",    "no limit",          &Options::runs,        1, kAny,      kRun | kResume | kUpdate, "stop after N recorded runs, or N bursts of unrecorded ones; without --time there is no time limit then, and the run repeats exactly"},
    {"--runs",      "N",    "strategies: 1000 without --time", &Options::runs, 1, kAny, kBench,              "stop each run after N recorded runs; without --time there is no time limit then, and the results repeat exactly"},
    {"--depth",     "D",    "no limit",          &Options::depth,       1, UINT32_MAX, kRun | kBench,                 "look at the first D symbolic branches of a path only; bounded-dfs forces at most D along it instead"},
    {"--strategy",  "NAME", "portfolio",         &Options::strategy,    0, kAny,      kRun,                  "what to try next; cairn strategies lists them"},
    {"--solver",    "NAME", "full",              &Options::solver,      0, kAny,      kRun,                  "how conditions are solved: full, ippc (the published algorithm), z3 or bits alone, or the command of a solver that reads SMT-LIB, such as \"z3 -in\""},
    {"--solver-layers", "LIST", "those of --solver", &Options::solver_layers, 0, kAny, kRun,                 "layers of the solver, separated by commas (full: the default ones); a wrong name lists them"},
    {"--record-queries", "FILE", "off",          &Options::record_queries, 0, kAny,   kRun,                  "write every query to FILE, to be asked again by bench/solver"},
    {"--prior",     "WHAT", "uniform",           &Options::prior,       0, kAny,      kRun,                  "how random inputs are drawn: uniform, text, small (half of the bytes zero) or file:PATH (as often as in that file)"},
    {"--estimate",  "HOW",  "laplace",           &Options::estimate,    0, kAny,      kRun,                  "how greedy and optimal estimate probabilities: laplace or good-turing"},
    {"--prune",     "NAME", "none",              &Options::prune,       0, kAny,      kRun,                  "which open sides to leave alone for a while: none, random, homi (learnt), memory, auto (homi, random, plain search or earlier inputs, by what each has covered)"},
    {"--rounds",    "",     "off",               &Options::rounds,      0, kAny,      kRun,                  "with --prune none: selection starts over in rounds as long as those of homi"},
    {"--prune-options", "LIST", "the published ones", &Options::prune_options, 0, kAny, kRun,                "NAME=NUMBER with commas between: the constants of --prune; a wrong name lists them"},
    {"--memory",    "MB",   "half of the machine's", &Options::memory,      32, kAny >> 20, kRun | kBench,             "keep this process below so many megabytes: parts of the tree are dropped and computed again when their turn comes"},
    {"--seed",      "S",    "1",                 &Options::seed,        0, kAny,      kRun | kLab | kUnit,   "seed of all random choices"},
    {"--jobs",      "N",    "1",                 &Options::jobs,        1, 64,        kRun | kResume,        "runs of the program at the same time, beside solving; with more than 1 an exploration does not repeat exactly"},
    {"--cluster",   "URL",  "none",              &Options::cluster,     0, kAny,      kRun | kResume,        "explore together with the workers (cairn worker) that meet at this NATS server, such as nats://host:4222; does not repeat exactly"},
    {"--jobs",      "N",    "1",                 &Options::worker_jobs, 1, 1024,      kWorker,               "how many workers to start: one for each processor that shall work"},
    {"--once",      "",     "off",               &Options::once,        0, kAny,      kWorker,               "end after the first job"},
    {"--optimistic", "",    "off",               &Options::optimistic,  0, kAny,      kRun,                  "where a path cannot be had, run an input that satisfies its last condition alone if nobody took that side of the source yet"},
    {"--keep-all",  "",     "off",               &Options::keep_all,    0, kAny,      kRun,                  "keep a test for every path, not only for new coverage and bugs"},
    {"--stdin",     "N",    "not an input",      &Options::stdin_bytes, 0, kMaxStdin, kRun | kBench,                  "standard input is symbolic, up to N bytes"},
    {"--arg",       "N",    "none",              &Options::repeated,    0, kAny,      kRun | kBench,                  "one symbolic argument of up to N bytes, behind the fixed ones or at @arg; may be repeated"},
    {"--args",      "MIN MAX N", "none",         &Options::repeated,    0, kAny,      kRun | kBench,                  "between MIN and MAX symbolic arguments of up to N bytes each; may be repeated"},
    {"--file",      "NAME N", "none",            &Options::repeated,    0, kAny,      kRun | kBench,                  "a symbolic file of up to N bytes; @NAME among the arguments is its path; may be repeated"},
    {"--env",       "NAME N", "none",            &Options::repeated,    0, kAny,      kRun | kBench,                  "an environment variable with a symbolic value of up to N bytes; may be repeated"},
    {"--variables", "N",    "8",                 &Options::variables,   0, kMaxVariable, kRun | kBench,               "variables that the program asks for and nobody has set may be set, to values of up to N bytes; 0: they stay unset"},
    {"--seeds",     "DIR",  "none",              &Options::seeds,       0, kAny,      kRun | kBench,                  "start from the files in DIR: each is a standard input, else the first --file, else the first argument"},
    {"--fail",      "N",    "0",                 &Options::failures,    0, kMaxFailures, kRun | kBench,               "up to N calls of a run may fail (malloc, open, read, write and the like)"},
    {"--sandbox",   "MODE", "auto",              &Options::sandbox,     0, kAny,      kRun | kResume | kReplay | kReport | kBench | kUpdate | kUnit | kMinimize | kWorker, "containment of the program: auto, namespaces, landlock, off"},
    {"--timeout",   "TIME", "1s",                &Options::timeout,     0, kLongestRun, kRun | kBench | kUnit, "a single run that takes longer is ended; in a program that often hangs, some are ended sooner"},
    {"--timeout",   "TIME", "that of the run",   &Options::replay_timeout, 0, kLongestRun, kReplay,          "a single run that takes longer is ended"},
    {"--force",     "",     "off",               &Options::force,       0, kAny,      kRun,                  "replace the run that OUT holds"},
    {"--force",     "",     "off",               &Options::force,       0, kAny,      kBench,                "replace the results that OUT holds"},
    {"--force",     "",     "off",               &Options::force,       0, kAny,      kUpdate | kMinimize,   "replace the run that NEW holds"},
    {"--jobs",      "N",    "processors",        &Options::replay_jobs, 1, 64,        kUpdate,               "inputs run, and ranges explored, at the same time; the result is the same for every N"},
    {"--split-after", "N",  "500",               &Options::split_after, 1, kAny,      kUpdate,               "explore what is left after N queries in ranges side by side"},
    {"--range",     "K/M",  "everything",        &Options::range,       0, kAny,      kUpdate,               "explore the K-th of M ranges only, and leave the others to other machines; with -o, for --merge"},
    {"--merge",     "DIR",  "none",              &Options::repeated,    0, kAny,      kUpdate,               "take in what --range found in DIR; may be repeated"},
    {"--mode",      "MODE", "sound",             &Options::mode,        0, kAny,      kUpdate,               "sound, or published: the method of the paper, which takes sides without tests as infeasible"},
    {"--old",       "PROGRAM", "none",           &Options::old_program, 0, kAny,      kUpdate,               "a build of the old version: exit status and output of every test are compared with it"},
    {"--base",      "OUT",  "none",              &Options::base,        0, kAny,      kRun,                  "start from the inputs and answers of a run on another version of the program"},
    {"--changed-first", "", "off",               &Options::changed_first, 0, kAny,    kRun,                  "with --base: branches in functions that have changed since come first"},
    {"--since",     "REV",  "none",              &Options::since,       0, kAny,      kRun | kUpdate,        "report which of the lines changed since this git revision were run"},
    {"--program",   "FILE", "none",              &Options::program,     0, kAny,      kBench,                "strategies: the program, built with cairn-cc, or one source file"},
    {"--strategies", "LIST", "all",              &Options::strategies,  0, kAny,      kBench,                "what is compared: names with commas between, all for every strategy, NAME@D for one with --depth D, NAME:P for one with --prune P, NAME:rounds with --rounds; run: afl and libfuzzer too"},
    {"--set",       "NAME", "none",              &Options::set,         0, kAny,      kBench,                "run: which subjects: all, choose or report (the two halves), a package, or names with commas between"},
    {"--subjects",  "FILE", "build/subjects/index.json", &Options::subjects, 0, kAny, kBench,                "run: the index of the subjects, as make bench-subjects leaves it"},
    {"--repeat",    "N",    "3",                 &Options::repeats,     1, 1000,      kBench,                "how often each does its work, with the seeds 1 to N"},
    {"--at",        "LIST", "a thirtieth, a tenth and a third of the budget", &Options::at, 0, kAny, kBench,      "tell what was covered on the way at these times, or after so many runs if runs are the budget: 30s,60s or 100,1000; run looks there if it is told beforehand, and else a little sooner"},
    {"--jobs",      "N",    "1",                 &Options::bench_jobs,  1, 64,        kBench,                "cells measured at the same time: no more than processors, or they take each other's time; give them a --memory of which the machine has N times as much"},
    {"--cells",     "FILE", "none",              &Options::cells,       0, kAny,      kBench,                "cells measured before, a line each: those in FILE are not measured again, and new ones are added to it, so that a long table can be made in pieces, by several commands and machines"},
    {"-o,--out",    "OUT",  "cairn-unit/FILE",   &Options::out,         0, kAny,      kUnit,                 "directory for the tests and everything behind them"},
    {"--time",      "TIME", "10s",               &Options::time,        0, kAny,      kUnit,                 "time for each function: 90s, 5m"},
    {"--runs",      "N",    "no limit",          &Options::runs,        1, kAny,      kUnit,                 "runs for each function; without --time there is no time limit then, and it repeats exactly"},
    {"--function",  "NAME", "none",              &Options::repeated,    0, kAny,      kUnit,                 "write tests for this function; may be repeated"},
    {"--strategy",  "NAME", "generational+random-path", &Options::unit_strategy, 0, kAny, kUnit,             "what to try next; cairn strategies lists them"},
    {"--all",       "",     "off",               &Options::all,         0, kAny,      kUnit,                 "write tests for every function of the file"},
    {"--require",   "EXPR", "none",              &Options::require,     0, kAny,      kUnit,                 "a precondition over the parameters, in C: \"n > 0 && p\""},
    {"--length",    "P=N",  "by their names",    &Options::repeated,    0, kAny,      kUnit,                 "parameter N says how many elements pointer P leads to (P=none: nothing does); may be repeated"},
    {"--global",    "NAME", "none",              &Options::repeated,    0, kAny,      kUnit,                 "a variable of the file is an input too (\"*\": all of them); may be repeated"},
    {"--stub",      "NAME", "none",              &Options::repeated,    0, kAny,      kUnit,                 "replace this callee by one that returns any value; may be repeated"},
    {"--any-enum",  "",     "off",               &Options::any_enum,    0, kAny,      kUnit,                 "enums may have values without a name"},
    {"--cases",     "N",    "24",                &Options::cases,       1, 10'000,    kUnit,                 "paths of a function that become cases, at most: those that cover something new first; calls close to them double it"},
    {"--pointers",  "N",    "3",                 &Options::pointers,    0, 16,        kUnit,                 "how many pointers are followed when objects are made up"},
    {"--elements",  "N",    "4",                 &Options::elements,    1, 64,        kUnit,                 "elements of an array behind a pointer, at most"},
    {"--text",      "N",    "8",                 &Options::text_length, 1, 1024,      kUnit,                 "characters of a string or bytes of a buffer, at most"},
    {"-o,--out",    "FILE", "standard output",   &Options::out,         0, kAny,      kReport,               "file for the report; directory for reports of several files, OUT/FORMAT if not given"},
    {"--force",     "",     "off",               &Options::force,       0, kAny,      kReport,               "write over files that are no earlier report"},
    {"--lcov",      "",     "off",               &Options::lcov,        0, kAny,      kReport,               "coverage of the suite by line, branch and function, as a tracefile of lcov"},
    {"--sarif",     "",     "off",               &Options::sarif,       0, kAny,      kReport,               "the bugs, for code scanning (SARIF 2.1.0)"},
    {"--junit",     "",     "off",               &Options::junit,       0, kAny,      kReport,               "every test as a JUnit testcase, failed where it shows a bug"},
    {"--gtest",     "",     "off",               &Options::gtest,       0, kAny,      kReport,               "a GoogleTest file that runs any build on every test's input"},
    {"--corpus",    "",     "off",               &Options::corpus,      0, kAny,      kReport,               "raw inputs for AFL++ and libFuzzer, a file each"},
    {"--ktest",     "",     "off",               &Options::ktest,       0, kAny,      kReport,               "tests as KLEE keeps them"},
    {"--testcomp",  "",     "off",               &Options::testcomp,    0, kAny,      kReport,               "tests in the Test-Comp exchange format"},
    {"--loss",      "",     "off",               &Options::loss,        0, kAny,      kReport,               "where symbolic data was lost, by function and line, how often and how much"},
    {"--models",    "FILE", "none",              &Options::models,      0, kAny,      kLab,                  "table: the models, one a line"},
    {"--repeat",    "N",    "300",               &Options::repeat,      1, 1'000'000, kLab,                  "table: how often every heuristic runs on every model"},
    {"--accounting", "WHAT", "paper",            &Options::accounting,  0, kAny,      kLab,                  "table: paper (a random test costs 1) or steps (as the paper's authors measured)"},
    {"--states",    "N",    "20",                &Options::states,      3, 64,        kLab,                  "generate: states of a model"},
    {"--count",     "N",    "50",                &Options::count,       1, 1'000'000, kLab,                  "generate: how many models"},
    {"--format",    "NAME", "table",             &Options::format,      0, kAny,      kLab,                  "table or json; optimal also prism or lp, the decision process for other tools"},
};
// clang-format on

std::string_view long_name(const OptionRow& row) { return row.names.substr(row.names.rfind(',') + 1); }

base::Result<std::uint64_t> whole_number(const OptionRow& row, const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  if (number && value >= row.minimum && value <= row.maximum) return value;
  if (row.maximum == kAny) {
    return base::misuse_error(fmt::format("{} wants a whole number{}, not \"{}\"", long_name(row),
                                          row.minimum > 0 ? fmt::format(" of at least {}", row.minimum) : "", text));
  }
  return base::misuse_error(
      fmt::format("{} wants a whole number from {} to {}, not \"{}\"", long_name(row), row.minimum, row.maximum, text));
}

base::Result<double> seconds(const OptionRow& row, const std::string& text) {
  const auto value = parse_duration(text);
  if (!value)
    return base::misuse_error(fmt::format("{} wants a time such as 90s, 5m or 1h, not \"{}\"", long_name(row), text));
  const auto most = static_cast<double>(row.maximum);
  if (*value <= most) return *value;
  return base::misuse_error(
      fmt::format("{} wants a time of at most {}, not \"{}\"", long_name(row), format_duration(most), text));
}

}  // namespace

std::span<const OptionRow> option_table() { return kTable; }

std::size_t words_of(const OptionRow& row) {
  if (!std::holds_alternative<std::vector<RepeatedOption> Options::*>(row.field)) return 0;
  return 1 + static_cast<std::size_t>(std::count(row.value.begin(), row.value.end(), ' '));
}

base::Status set_option(Options& options, const OptionRow& row, const std::string& text) {
  struct Set {
    Options& options;
    const OptionRow& row;
    const std::string& text;
    base::Status operator()(bool Options::* field) const {
      options.*field = true;
      return {};
    }
    base::Status operator()(std::uint64_t Options::* field) const {
      TRY(options.*field, whole_number(row, text));
      return {};
    }
    base::Status operator()(std::optional<std::uint64_t> Options::* field) const {
      TRY(options.*field, whole_number(row, text));
      return {};
    }
    base::Status operator()(Seconds Options::* field) const {
      TRY(options.*field, seconds(row, text));
      return {};
    }
    base::Status operator()(std::optional<Seconds> Options::* field) const {
      TRY(options.*field, seconds(row, text));
      return {};
    }
    base::Status operator()(std::string Options::* field) const {
      if (text.empty()) return base::misuse_error(fmt::format("{} wants a value", long_name(row)));
      options.*field = text;
      return {};
    }
    base::Status operator()(std::optional<std::string> Options::* field) const {
      options.*field = text;
      return {};
    }
    base::Status operator()(std::vector<RepeatedOption> Options::* field) const {
      (options.*field).push_back({std::string(long_name(row)), {text}});
      return {};
    }
  };
  return std::visit(Set{options, row, text}, row.field);
}

base::Result<std::optional<target::Sandbox>> sandbox_of(const Options& options) {
  using Mode = std::optional<target::Sandbox>;
  if (!options.sandbox) return Mode();
  if (*options.sandbox == "auto") return Mode(target::Sandbox::automatic);
  if (*options.sandbox == "namespaces") return Mode(target::Sandbox::namespaces);
  if (*options.sandbox == "landlock") return Mode(target::Sandbox::landlock);
  if (*options.sandbox == "off") return Mode(target::Sandbox::off);
  return base::misuse_error(
      fmt::format("--sandbox is auto, namespaces, landlock or off, not \"{}\"", *options.sandbox));
}

}  // namespace cairn::cli
