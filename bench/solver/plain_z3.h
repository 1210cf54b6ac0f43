// Z3 as a symbolic executor without our layers uses it, in its own process and with nothing between: what the chain is
// measured against. Fresh: a solver for each query. Incremental: one solver, whose stack of assertions follows the
// prefix that a query shares with the one before.
#pragma once

#include <memory>

#include "engine/solver/solver.h"

namespace cairn::bench {

enum class PlainZ3 { fresh, incremental };

// `milliseconds`: the limit of a query, as far as Z3 keeps it.
std::unique_ptr<solver::Solver> make_plain_z3(const expr::Dag& dag, PlainZ3 kind, unsigned milliseconds);

}  // namespace cairn::bench
