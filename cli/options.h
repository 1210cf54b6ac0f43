// Every option of every command: one table, one line each (options.cpp). Parsing, usage texts and docs/command-line.md
// come from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/target.h"

namespace cairn::cli {

// An option that may be given again, with its words: those that declare inputs, where the order among all of them
// counts, and the lists of other commands.
struct RepeatedOption {
  std::string name;  // "--arg"
  std::vector<std::string> values;
};

// What the words on the command line mean. Fields a command does not know keep their defaults.
struct Options {
  std::string out;                     // -o; empty: cairn-out/PROGRAM
  std::optional<double> time;          // seconds
  std::optional<std::uint64_t> runs;   // --runs
  std::optional<std::uint64_t> depth;  // --depth
  std::string strategy = "portfolio";
  std::string solver = "full";               // --solver
  std::optional<std::string> solver_layers;  // --solver-layers, instead of those of --solver
  std::string record_queries;                // --record-queries; empty: nowhere
  std::string prior = "uniform";
  std::string estimate = "laplace";
  std::string prune = "none";
  bool rounds = false;
  std::string prune_options;
  std::optional<std::uint64_t> memory;  // MB
  std::uint64_t seed = 1;
  std::uint64_t jobs = 1;
  std::string cluster;            // --cluster; empty: it explores alone
  std::uint64_t worker_jobs = 1;  // --jobs of worker
  std::uint64_t bench_jobs = 1;   // --jobs of bench
  bool once = false;              // its --once
  bool keep_all = false;
  bool optimistic = false;
  std::optional<std::uint64_t> stdin_bytes;
  std::vector<RepeatedOption> repeated;  // --arg, --args, --file, --env; --merge; --function and more of unit
  std::string seeds;                     // --seeds; empty: none
  std::uint64_t failures = 0;            // --fail
  std::uint64_t variables = 8;           // --variables
  std::optional<std::string> sandbox;    // none: as it was in a run that is resumed, else automatic
  double timeout = 1;                    // seconds for one run
  std::optional<double> replay_timeout;  // replay's; none: as in the run
  bool force = false;
  std::string mode = "sound";                // --mode of update
  std::optional<std::uint64_t> replay_jobs;  // its --jobs; none: as many as there are processors
  std::uint64_t split_after = 500;           // --split-after
  std::string range;                         // --range; empty: everything
  std::string old_program;                   // --old; empty: none
  std::string since;                         // --since; empty: no patch coverage
  std::string base;                          // --base; empty: none
  bool changed_first = false;
  bool whole = false;          // --whole of minimize
  std::uint64_t tries = 1000;  // its --runs

  // The laboratory's.
  std::string models;  // --models
  std::string format;  // --format; empty: the first a command knows
  std::string accounting = "paper";
  std::uint64_t repeat = 300;
  std::uint64_t states = 20;
  std::uint64_t count = 50;

  // The proving ground's.
  std::string program;             // --program
  std::string strategies = "all";  // --strategies
  std::string set;                 // --set
  std::string subjects;            // --subjects; empty: those of the build directory
  std::uint64_t repeats = 3;       // --repeat
  std::string at;                  // --at
  std::string cells;               // --cells; empty: none are known from elsewhere

  // Those of cairn unit, beside the repeated ones.
  bool all = false;
  bool any_enum = false;
  std::string require;
  std::string unit_strategy = "generational+random-path";
  std::uint64_t cases = 24;
  std::uint64_t pointers = 3;
  std::uint64_t elements = 4;
  std::uint64_t text_length = 8;

  // Words that are no options.
  std::vector<std::string> words;    // before "--"
  std::vector<std::string> command;  // after "--"
  bool command_given = false;        // "--" was there

  // Reports: which.
  bool lcov = false, sarif = false, junit = false, testcomp = false, ktest = false, gtest = false, corpus = false;
  bool loss = false;
};

// Which commands know an option.
enum CommandSet : unsigned {
  kRun = 1,
  kResume = 2,
  kReplay = 4,
  kShow = 8,
  kDoctor = 16,
  kStrategies = 32,
  kLab = 64,
  kBench = 128,
  kUpdate = 256,
  kUnit = 512,
  kReport = 1024,
  kMinimize = 2048,
  kWorker = 4096
};

using Seconds = double;
using Field = std::variant<bool Options::*, std::uint64_t Options::*, std::optional<std::uint64_t> Options::*,
                           Seconds Options::*, std::optional<Seconds> Options::*, std::string Options::*,
                           std::optional<std::string> Options::*, std::vector<RepeatedOption> Options::*>;

struct OptionRow {
  std::string_view names;     // "-o,--out"
  std::string_view value;     // what the value is called; empty for a switch; repeated ones may have several words
  std::string_view fallback;  // the default, in words
  Field field;
  std::uint64_t minimum, maximum;  // of whole numbers; the most seconds of a time
  unsigned commands;
  std::string_view help;
};

std::span<const OptionRow> option_table();

// How many words an option takes each time it is repeated; 0 for options that may not be.
std::size_t words_of(const OptionRow& row);

// Sets the field, or says what is wrong with the text.
base::Status set_option(Options& options, const OptionRow& row, const std::string& text);

// Nothing when it was not given.
base::Result<std::optional<target::Sandbox>> sandbox_of(const Options& options);

}  // namespace cairn::cli
