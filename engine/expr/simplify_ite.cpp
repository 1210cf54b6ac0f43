// If-then-else. The condition is never a complement; arms of 1 bit make it And and Or, arms 0, 1 and -1 an extension.
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

bool complement(const Dag& dag, const Operand& c) {
  switch (c.node->op) {
    case Op::Ne:
    case Op::Ule:
    case Op::Sle:
      return true;
    case Op::Xor:
      return dag.node(c.node->b).op == Op::Const;
    default:
      return false;
  }
}

bool of_one_bit(Dag& dag, Node& n, const Operand& yes, const Operand& no) {
  const ExprId c = n.a;
  if (yes.constant && no.constant) return yes.value != 0 ? is(n, c) : is_not(dag, n, c);  // the arms differ
  if (yes.constant) {
    return yes.value != 0 ? is(n, Op::Or, 1, c, no.id) : is(n, Op::And, 1, dag.negate(c), no.id);
  }
  if (no.constant) {
    return no.value != 0 ? is(n, Op::Or, 1, dag.negate(c), yes.id) : is(n, Op::And, 1, c, yes.id);
  }
  if (yes.id == c) return is(n, Op::Or, 1, c, no.id);
  if (no.id == c) return is(n, Op::And, 1, c, yes.id);
  return false;
}

bool of_constants(Dag& dag, Node& n, u128 yes, u128 no) {
  const u128 all = ones(n.width);
  if (yes == 1 && no == 0) return is(n, Op::ZExt, n.width, n.a);
  if (yes == 0 && no == 1) return is(n, Op::ZExt, n.width, dag.negate(n.a));
  if (yes == all && no == 0) return is(n, Op::SExt, n.width, n.a);
  if (yes == 0 && no == all) return is(n, Op::SExt, n.width, dag.negate(n.a));
  return false;
}

}  // namespace

bool simplify_ite(Dag& dag, Node& n) {
  const Operand c = look(dag, n.a), yes = look(dag, n.b), no = look(dag, n.c);
  if (c.constant) return is(n, c.value != 0 ? n.b : n.c);
  if (n.b == n.c) return is(n, n.b);
  if (complement(dag, c)) return is(n, Op::Ite, n.width, dag.negate(n.a), n.c, n.b);
  if (n.width == 1) {
    if (of_one_bit(dag, n, yes, no)) return true;
  } else if (yes.constant && no.constant && of_constants(dag, n, yes.value, no.value)) {
    return true;
  }
  if (yes.is(Op::Ite) && yes.node->a == n.a) return is(n, Op::Ite, n.width, n.a, yes.node->b, n.c);
  if (no.is(Op::Ite) && no.node->a == n.a) return is(n, Op::Ite, n.width, n.a, n.b, no.node->c);
  return false;
}

}  // namespace cairn::expr
