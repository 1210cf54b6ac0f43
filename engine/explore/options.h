// What a session is asked to do, but for its budget. What is not marked otherwise is stored in the run directory, so
// that a run can be resumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/search/pruner.h"
#include "engine/search/registry.h"
#include "engine/solver/chain.h"
#include "engine/target/target.h"
#include "engine/trace/input.h"

namespace cairn::explore {

struct Options {
  target::Options target;
  std::vector<trace::Object> declared;  // objects every input holds (see standard_input); their bytes are ignored
  std::vector<trace::Input> seeds;      // run after the first input; stored as long as that is to come (seeds.h)
  std::string strategy;                 // search::make_strategy; one has to be named
  std::optional<std::uint32_t> depth;
  search::Estimate estimate = search::Estimate::laplace;
  std::string prior = "uniform";  // of random inputs: prior.h
  search::PruneMode prune = search::PruneMode::none;
  bool rounds = false;             // search::PruneOptions::rounds
  std::string prune_options;       // search::set_prune_options
  std::uint64_t memory_bytes = 0;  // of this process; 0: no limit
  std::uint64_t seed = 1;
  bool keep_all = false;
  bool optimistic = false;     // run what satisfies a condition alone where the whole path cannot be had
  std::uint32_t pin_cap = 64;  // open alternatives per pin site
  std::vector<std::string> layers = solver::layer_names();
  std::string solver_command;  // of the layer "smtlib"
  solver::ProcessOptions solver;
  std::filesystem::path query_log;  // where to write every query (solver/query_log.h); empty: nowhere; not stored
  double report_seconds = 1;        // not stored
  unsigned jobs = 1;                // runs at the same time; not stored
};

// Standard input of up to `capacity` bytes, for Options::declared.
[[nodiscard]] trace::Object standard_input(std::uint32_t capacity);

// The stored form: a JSON object. The target's command is not part of it: the manifest has it.
[[nodiscard]] std::string to_json(const Options& options);
base::Result<Options> options_from_json(const std::string& text);

}  // namespace cairn::explore
