// A complete solver as a process of its own, fed flat queries (wire.h). A query that hangs, eats memory or crashes
// costs its limit and a restart, never the run: each of these gives Verdict::unknown with a reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/expr/expr.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

struct ProcessOptions {
  std::string program = "cairn-solve-z3";  // or cairn-solve-bits
  std::filesystem::path worker;            // empty: the program next to the engine's own executable or in ../libexec
  std::uint64_t step_limit = 31'250;       // the deterministic budget of a first try, in Z3's steps; 0: none
  std::uint64_t memory_bytes = 2ull << 30;
  std::uint32_t wall_milliseconds = 3'000;  // the backstop behind the step limit: SIGKILL
  bool cores = true;                        // ask which constraints an unsat answer needs (never known with floats)
};

// Where the worker's executable is, or what to do when it is nowhere.
base::Result<std::filesystem::path> find_worker(const ProcessOptions& options);

// Starts the process with the first query. Counters: solver.complete_calls, .complete_conditions (of all
// calls), .complete_largest (the most of one); solver.killed (by the backstop);
// solver.crashed (it ended by itself, or could not be started). `context` and `dag` must outlive the solver.
std::unique_ptr<Solver> make_process_backend(base::Context& context, const expr::Dag& dag,
                                             const ProcessOptions& options);

}  // namespace cairn::solver
