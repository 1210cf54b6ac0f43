// cairn run [options] -- ./program fixed-arguments
#include <fmt/core.h>

#include <cmath>
#include <sstream>

#include "cli/command.h"
#include "cli/compile.h"
#include "cli/exit_status.h"
#include "cli/exploring.h"
#include "cli/git.h"
#include "cli/inputs.h"
#include "cli/summary.h"
#include "cli/workers.h"
#include "engine/explore/inputs.h"
#include "engine/explore/memory.h"
#include "engine/explore/prior.h"
#include "engine/search/registry.h"
#include "engine/solver/chain.h"
#include "engine/suite/layout.h"
#include "engine/target/command_line.h"
#include "engine/target/start_failure.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

// The program and its arguments, wherever they stand.
base::Result<std::vector<std::string>> command_of(const Options& options) {
  if (!options.words.empty() && options.command_given) {
    return base::misuse_error(
        fmt::format("\"{}\" stands before the --; the program and its arguments come after it", options.words.front()));
  }
  const auto& command = options.command_given ? options.command : options.words;
  if (command.empty() || command.front().empty()) {
    return base::misuse_error("no program given; for example: cairn run --stdin 32 -- ./program");
  }
  return command;
}

fs::path out_of(const Options& options, const fs::path& program) {
  if (!options.out.empty()) return options.out;
  return fs::path("cairn-out") / (is_source(program) ? program.stem() : program.filename());
}

// With --force a run is about to be replaced: not by one that cannot even start.
base::Status check_program(const std::vector<std::string>& command) {
  TRY(const auto line, target::CommandLine::resolve(command));
  return target::check_instrumented(line.program(), command.front());
}

// Before anything is compiled or started.
base::Status check_free(const fs::path& out, bool force) {
  if (!force && suite::holds_run(out)) {
    return base::misuse_error(
        fmt::format("{0} holds a run already; go on with cairn resume {0}, or replace it with --force", typed(out)));
  }
  return suite::check_directory(out);
}

base::Result<std::vector<std::string>> solver_layers(const Options& options) {
  if (!options.solver_layers) return solver::layers_of(options.solver);
  std::vector<std::string> layers;
  std::istringstream list(*options.solver_layers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "full")
      layers.insert(layers.end(), solver::layer_names().begin(), solver::layer_names().end());
    else
      layers.push_back(name);
  }
  solver::ChainOptions chain;
  chain.layers = layers;
  chain.command = options.solver;
  TRY_STATUS(solver::check_options(chain));
  return layers;
}

base::Result<search::Estimate> estimate_of(const Options& options) {
  if (options.estimate == "laplace") return search::Estimate::laplace;
  if (options.estimate == "good-turing") return search::Estimate::good_turing;
  return base::misuse_error(fmt::format("--estimate is laplace or good-turing, not \"{}\"", options.estimate));
}

// A run of hours would take all there is. The log of queries refers to what a limit makes us drop.
std::uint64_t memory_of(const Options& options) {
  if (options.memory) return *options.memory << 20;
  return options.record_queries.empty() ? explore::machine_bytes() / 2 : 0;
}

base::Result<explore::Options> exploration(const Options& options, const std::vector<std::string>& command) {
  explore::Options wanted;
  TRY(Inputs inputs, inputs_of(options, command));
  wanted.target.command = std::move(inputs.command);
  wanted.declared = std::move(inputs.declared);
  if (!options.seeds.empty()) {
    TRY(wanted.seeds, seeds_of(options.seeds, wanted.declared));
  }
  TRY(const auto sandbox, sandbox_of(options));
  if (sandbox) wanted.target.sandbox = *sandbox;
  wanted.target.run_milliseconds = static_cast<std::uint32_t>(std::ceil(options.timeout * 1000));
  wanted.target.variables = static_cast<std::uint32_t>(options.variables);
  wanted.strategy = options.strategy;
  TRY(wanted.layers, solver_layers(options));
  wanted.solver_command = options.solver;
  wanted.query_log = options.record_queries;
  if (options.depth) wanted.depth = static_cast<std::uint32_t>(*options.depth);
  TRY_STATUS(search::make_strategy(wanted.strategy, {.depth = wanted.depth}, base::Rng(options.seed)));
  TRY(wanted.estimate, estimate_of(options));
  TRY(wanted.prune, search::prune_mode(options.prune));
  wanted.rounds = options.rounds;
  if (wanted.rounds && wanted.prune == search::PruneMode::memory)
    return base::misuse_error("--prune memory knows no rounds; leave --rounds away");
  if (!options.prune_options.empty() && wanted.prune == search::PruneMode::none && !wanted.rounds)
    return base::misuse_error("--prune-options are for --prune or --rounds, and neither is given");
  search::PruneOptions constants;
  TRY_STATUS(search::set_prune_options(constants, options.prune_options));
  wanted.prune_options = options.prune_options;
  wanted.memory_bytes = memory_of(options);
  wanted.prior = options.prior;
  TRY_STATUS(explore::Prior::parse(wanted.prior));
  wanted.seed = options.seed;
  wanted.jobs = static_cast<unsigned>(options.jobs);
  wanted.keep_all = options.keep_all;
  wanted.optimistic = options.optimistic;
  return wanted;
}

// What a run on another version left: its inputs, fitted to what is declared now, are run first; its answers and proofs
// are not asked for again.
struct Base {
  std::shared_ptr<const explore::Heritage> heritage;

  static base::Result<Base> load(const Options& options) {
    if (options.base.empty()) {
      if (options.changed_first) return base::misuse_error("--changed-first needs --base: changed since which run?");
      return Base();
    }
    TRY(auto heritage, explore::Heritage::load(options.base));
    return Base{std::make_shared<const explore::Heritage>(std::move(heritage))};
  }

  void add_inputs(explore::Options& wanted) const {
    if (!heritage) return;
    if (wanted.declared.empty()) wanted.declared = heritage->options.declared;
    for (const explore::OldPath& path : heritage->paths)
      wanted.seeds.push_back(explore::fitted(path.record.input, wanted.declared, wanted.target.variables));
  }

  [[nodiscard]] explore::Inheritance inheritance(bool changed_first) const {
    explore::Inheritance inherited;
    if (!heritage) return inherited;
    inherited.answers = heritage->answers;
    inherited.precedent = [from = heritage](const explore::Knowledge& knowledge) {
      return explore::with_proven_cores(std::make_unique<explore::Proofs>(*from, true), from->answers, knowledge);
    };
    if (changed_first) inherited.changed_since = heritage->code;
    return inherited;
  }
};

base::Result<int> run(const Options& options) {
  TRY(auto command, command_of(options));
  const fs::path out = out_of(options, command.front());
  TRY_STATUS(check_free(out, options.force));
  TRY(auto wanted, exploration(options, command));
  if (is_source(command.front())) {
    TRY(const fs::path program, compile_source(command.front(), out / "build"));
    wanted.target.command.front() = program.string();
  }
  TRY_STATUS(check_program(wanted.target.command));
  TRY(const Base inherited, Base::load(options));
  inherited.add_inputs(wanted);
  Closer closer;
  if (!options.since.empty()) {
    TRY(closer.changed, changed_since(options.since));
    closer.since = options.since;
  }
  TRY(const Workers workers, Workers::call(options.cluster, wanted, budget_of(options)));
  const int status = explore_with(
      budget_of(options),
      [&](base::Context& context, double report_seconds) {
        wanted.report_seconds = report_seconds;
        return explore::Session::create(context, wanted, out, options.force,
                                        inherited.inheritance(options.changed_first), workers.peers());
      },
      closer);
  workers.tell_troubles();
  return status;
}

}  // namespace

int run_command(const Options& options) {
  const auto status = run(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
