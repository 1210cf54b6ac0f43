// Constant folding, and the choice of the rules for an operation.
#include "engine/expr/simplify.h"

#include "engine/expr/evaluate.h"
#include "engine/expr/operation.h"
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

bool fold(Dag& dag, Node& n) {
  const unsigned operands = arity(n.op);
  if (operands == 0 || n.op == Op::TableRead) return false;
  u128 values[3] = {};
  for (unsigned i = 0; i < operands; ++i) {
    const auto value = dag.constant_value(operand(n, i));
    if (!value) return false;
    values[i] = *value;
  }
  return is(n, dag.constant(apply(n.op, n.width, n.imm, dag.width(n.a), values[0], values[1], values[2]), n.width));
}

// Constants to the right; otherwise the operand with the smaller structural hash first.
bool order(Dag& dag, Node& n) {
  if (!commutative(n.op)) return false;
  const bool left = dag.node(n.a).op == Op::Const, right = dag.node(n.b).op == Op::Const;
  if (left == right ? dag.hash(n.a) <= dag.hash(n.b) : right) return false;
  std::swap(n.a, n.b);
  return true;
}

}  // namespace

bool rewrite(Dag& dag, Node& n) { return fold(dag, n) || order(dag, n); }

}  // namespace cairn::expr
