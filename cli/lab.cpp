// cairn lab: the laboratory's three experiments. What they print is the result, so it goes to stdout.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "engine/base/json_text.h"
#include "engine/markov/export.h"
#include "lab/generate.h"
#include "lab/table.h"

namespace cairn::cli {
namespace {

base::Result<std::vector<lab::Subject>> subjects_of(const std::string& file) {
  TRY(auto models, lab::read_models(file));
  std::vector<lab::Subject> subjects;
  for (lab::Model& model : models) {
    const std::string name = model.name;
    auto subject = lab::Subject::make(std::move(model));
    if (!subject.ok()) {
      return base::environment_error(fmt::format("{}: model {}: {}", file, name, subject.error().message));
    }
    subjects.push_back(std::move(subject).value());
  }
  return subjects;
}

// All ways of solving a model, one row.
void print_optimum(const lab::Subject& subject, bool json) {
  const markov::CoverProcess& process = subject.process();
  const double policy = markov::policy_iteration(process).optimum();
  const markov::Solution values = markov::value_iteration(process, {1e-12, 10'000'000});  // to agree, not only to end
  if (json) {
    const nlohmann::ordered_json row = {{"name", subject.name()},
                                        {"n", subject.chain().size()},
                                        {"mdp_states", process.states.size()},
                                        {"mdp_actions", process.actions.size()},
                                        {"optimum", subject.optimum()},
                                        {"policy_iteration", policy},
                                        {"value_iteration", values.optimum()},
                                        {"vi_iterations", values.iterations},
                                        {"vi_converged", values.converged}};
    fmt::print("{}\n", base::json_text(row));
    return;
  }
  fmt::print("{:<12}{:>7}{:>9}{:>9}{:>16.6f}{:>16.6f}{:>16.6f}{:>9}{}\n", subject.name(), subject.chain().size(),
             process.states.size(), process.actions.size(), subject.optimum(), policy, values.optimum(),
             values.iterations, values.converged ? "" : " (gave up)");
}

base::Status optimal(const Options& options, const std::vector<std::string>& files) {
  if (files.empty()) return base::misuse_error("cairn lab optimal wants files of models");
  const std::string format = options.format.empty() ? "table" : options.format;
  if (format != "table" && format != "json" && format != "prism" && format != "lp") {
    return base::misuse_error(fmt::format("--format is table, json, prism or lp, not \"{}\"", format));
  }
  std::vector<lab::Subject> subjects;
  for (const std::string& file : files) {
    TRY(auto found, subjects_of(file));
    std::move(found.begin(), found.end(), std::back_inserter(subjects));
  }
  if ((format == "prism" || format == "lp") && subjects.size() != 1) {
    return base::misuse_error(fmt::format("--format {} wants one model, and there are {}", format, subjects.size()));
  }
  if (format == "table") {
    fmt::print("{:<12}{:>7}{:>9}{:>9}{:>16}{:>16}{:>16}{:>9}\n", "model", "states", "covers", "actions", "optimum",
               "policy iter.", "value iter.", "rounds");
  }
  for (const lab::Subject& subject : subjects) {
    if (format == "prism") {
      fmt::print("{}", markov::to_prism(subject.process()));
    } else if (format == "lp") {
      fmt::print("{}", markov::to_lp(subject.process()));
    } else {
      print_optimum(subject, format == "json");
    }
  }
  return {};
}

base::Status table(const Options& options) {
  if (options.models.empty()) return base::misuse_error("cairn lab table wants --models FILE");
  if (!options.format.empty() && options.format != "table" && options.format != "json") {
    return base::misuse_error(fmt::format("--format is table or json here, not \"{}\"", options.format));
  }
  if (options.accounting != "paper" && options.accounting != "steps") {
    return base::misuse_error(fmt::format("--accounting is paper or steps, not \"{}\"", options.accounting));
  }
  TRY(const auto subjects, subjects_of(options.models));
  const auto accounting = options.accounting == "paper" ? lab::Accounting::paper : lab::Accounting::steps;
  const lab::Table made = lab::make_table(subjects, lab::heuristics(), {options.repeat, options.seed, accounting});
  fmt::print("{}", options.format == "json" ? lab::to_json(made) : lab::to_text(made));
  return {};
}

base::Status generate(const Options& options) {
  if (!options.format.empty() && options.format != "json") {
    return base::misuse_error(fmt::format("models are written as json, not as \"{}\"", options.format));
  }
  base::Rng rng(options.seed);
  for (std::uint64_t i = 0; i < options.count; ++i) {
    TRY(const auto model,
        lab::generate(lab::published_parameters(options.states), fmt::format("{}-{}", options.states, i), rng));
    fmt::print("{}\n", lab::to_line(model));
  }
  return {};
}

base::Status dispatch(const Options& options) {
  if (options.words.empty())
    return base::misuse_error("cairn lab wants optimal, table or generate; see cairn lab --help");
  const std::string& what = options.words.front();
  const std::vector<std::string> rest(options.words.begin() + 1, options.words.end());
  if (what == "optimal") return optimal(options, rest);
  if (what != "table" && what != "generate") {
    return base::misuse_error(fmt::format("cairn lab knows optimal, table and generate, not {}", what));
  }
  if (!rest.empty()) return base::misuse_error(fmt::format("cairn lab {} takes no {}", what, rest.front()));
  return what == "table" ? table(options) : generate(options);
}

}  // namespace

int lab_command(const Options& options) {
  const base::Status status = dispatch(options);
  return status.ok() ? kDone : fail(status.error());
}

}  // namespace cairn::cli
