// The solver chain: cheap layers first, a complete solver last, stacked in one place. Adding a layer is one file
// (layer_*.cpp), one factory (layers.h) and two lines (chain.cpp): its name and its place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/expr/expr.h"
#include "engine/solver/answer_store.h"
#include "engine/solver/process_backend.h"
#include "engine/solver/query_log.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

// The layers of the default chain, outermost first. There are more: "published-ippc" to stand in for "ippc", "smtlib",
// a command, for the complete solvers "bits" and "z3"; "scatter" gives bytes that the goal does not depend on new
// values, and "crosscheck", always there in debug builds with Z3, puts what cheap layers answer to Z3 as well.
const std::vector<std::string>& layer_names();

// The layers of a chain by name: "full" is the default; "ippc" is the published algorithm with what its paper had
// beside it, slicing and one incremental solver; "z3" and "bits" are a complete solver alone. Anything else is the
// command of a solver that reads SMT-LIB (to be given as ChainOptions::command), behind all other layers.
base::Result<std::vector<std::string>> layers_of(const std::string& chain);

struct ChainOptions {
  // Which layers to use. Their order is the chain's, not the list's. Without "z3", "bits" and "smtlib" there is no
  // complete solver and nothing but the layers answers.
  std::vector<std::string> layers = layer_names();
  std::string command;           // of the layer "smtlib" (smtlib_backend.h)
  ProcessOptions backend;        // limits of the complete solvers; steps as Z3 counts them
  AnswerStore* store = nullptr;  // of the cache layer; null: in memory, for this chain. Must outlive the chain.
  QueryLog* log = nullptr;       // where to write every query, if anywhere. Must outlive the chain.
  QueryLog* hard_log = nullptr;  // likewise those that reach the complete solvers, as they reach them
};

// Are all layers known, and can the complete solvers' executables be found? To be asked before make_chain, which
// insists.
base::Status check_options(const ChainOptions& options);

// Counters: solver.queries .sat .unsat .unknown .wrong .complete_calls .killed .crashed, gauge solver.seconds, and for
// each layer solver.<layer>.asked .answered and gauge .seconds. `context` and `dag` must outlive the chain.
std::unique_ptr<Solver> make_chain(base::Context& context, expr::Dag& dag, const ChainOptions& options);

}  // namespace cairn::solver
