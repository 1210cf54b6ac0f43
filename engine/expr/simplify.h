// Local simplification: what Dag::make does to a request before it interns it.
//
// A request is a node that may not exist yet. Each rule looks at the request and a level or two below, and either
// leaves it, turns it into another request (to be looked at again), or answers it with an existing expression. Rules
// depend on structure and structural hashes only, never on ids, so that the form reached is the same in every DAG.
#pragma once

#include "engine/expr/expr.h"

namespace cairn::expr {

// One rule that applies to the request, if any: true when the request was changed. A request that became an existing
// expression has op None and the expression in `a`.
bool rewrite(Dag& dag, Node& request);

// The rule that all commutative operations share, alone: constants to the right, otherwise the operand with the smaller
// structural hash first.
bool order_operands(Dag& dag, Node& request);

}  // namespace cairn::expr
