// The solver chain: cheap layers first, a complete solver last, stacked in one place. Adding a layer is one file
// (layer_*.cpp), one factory (layers.h) and one line (chain.cpp).
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
#include "engine/solver/solver.h"

namespace cairn::solver {

// Every layer there is, outermost first.
const std::vector<std::string>& layer_names();

struct ChainOptions {
  // Which layers to use. Their order is the chain's, not the list's. Without "z3" there is no complete solver and
  // nothing but the layers answers.
  std::vector<std::string> layers = layer_names();
  ProcessOptions backend;
  AnswerStore* store = nullptr;  // of the cache layer; null: in memory, for this chain. Must outlive the chain.
};

// Are all layers known, and can the back end's executable be found? To be asked before make_chain, which insists.
base::Status check_options(const ChainOptions& options);

// Counters: solver.queries .sat .unsat .unknown .wrong .complete_calls .killed .crashed, gauge solver.seconds, and for
// each layer solver.<layer>.asked .answered and gauge .seconds. `context` and `dag` must outlive the chain.
std::unique_ptr<Solver> make_chain(base::Context& context, expr::Dag& dag, const ChainOptions& options);

}  // namespace cairn::solver
