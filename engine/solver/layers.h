// The layers of the chain. Each decorates a Solver, is one idea, and lives invisible in its own layer_*.cpp; only
// chain.cpp and the tests call these factories. What a layer may share with the others stands in Shared.
#pragma once

#include <memory>

#include "engine/base/context.h"
#include "engine/expr/support.h"
#include "engine/solver/answer_store.h"
#include "engine/solver/byte_conditions.h"
#include "engine/solver/parent_truth.h"
#include "engine/solver/process_backend.h"
#include "engine/solver/query_log.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

struct Shared {
  Shared(base::Context& c, expr::Dag& d) : context(c), dag(d), supports(d), truth(d), byte_conditions(d) {}

  base::Context& context;
  expr::Dag& dag;
  expr::Supports supports;
  ParentTruth truth;
  ByteConditions byte_conditions;
};

using Below = std::unique_ptr<Solver>;

// Each keeps a reference to `shared`, which must outlive it.

// Evaluates every assignment on the full query before it leaves the chain; a wrong one is counted and becomes unknown.
Below with_check(Shared& shared, Below below);

// Constants, duplicates, and a goal that stands on the path already, or whose complement does.
Below with_fold(Shared& shared, Below below);

// Draws new values for bytes that the goal does not depend on.
Below with_scatter(Shared& shared, Below below);

// Passes on only what shares input bytes with the goal; all other bytes keep the parent's value.
Below with_slice(Shared& shared, Below below);

// Answers from the store, and stores what the layers below answer. `store` must outlive the layer.
Below with_cache(Shared& shared, AnswerStore& store, Below below);

// Puts what no complete solver has answered to Z3 as well; ends the program when they differ.
Below with_crosscheck(Shared& shared, const ProcessOptions& z3, Below below);

// Tries the parent's assignment and the recent satisfying ones.
Below with_assignments(Shared& shared, Below below);

// Sets of allowed values per byte; decides queries over one byte, and what leaves few combinations of values. With much
// patience it tries any number of combinations for a while, as they often come to few states: behind the search, which
// finds more natural values where there are any.
enum class Patience : std::uint8_t { little, much };
Below with_domains(Shared& shared, Patience patience, Below below);

// What comparisons with constants leave of whole terms, and what follows for the rest.
Below with_ranges(Shared& shared, Below below);

// The flipped condition first, then what its solution violates (IPPC): our variant, which shares the complete solvers'
// limit in steps (0: none) among all that it asks, and exactly the published algorithm.
Below with_ippc(Shared& shared, std::uint64_t step_limit, Below below);
Below with_published_ippc(Shared& shared, Below below);

// Rewrites constraints by what others say is equal to a constant, or true.
Below with_substitute(Shared& shared, Below below);

// Makes constants of the bits that the one-byte conditions leave no choice.
Below with_narrow(Shared& shared, Below below);

// Local search from the parent's assignment; never says unsat.
Below with_search(Shared& shared, Below below);

// One of two complete solvers, by what is in the query; both where more effort is due. The limit in steps is theirs.
Below choose_backend(Shared& shared, std::uint64_t step_limit, Below bits, Below z3);

// Writes down what is asked and what the answer is. `log` must outlive the layer.
Below with_log(QueryLog& log, Below below);

// The end of a chain without a complete back end: always unknown.
Below no_backend();

}  // namespace cairn::solver
