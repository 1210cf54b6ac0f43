// Eq and Ne. Against a constant, whatever can be undone is undone: Eq(x + 1, 3) is Eq(x, 2). Ne has the rules of Eq.
#include "engine/expr/evaluate.h"
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

// Modulo a power of two, by Newton's iteration; each round doubles the number of correct bits (3 at the start).
u128 inverse(u128 odd) {
  u128 x = odd;
  for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
  return x;
}

bool with_constant(Dag& dag, Node& n, const Operand& a, u128 c) {
  const unsigned w = a.width();
  const ExprId x = a.node->a, y = a.node->b;
  const auto solved = [&](ExprId id, u128 value) { return is(n, Op::Eq, 1, id, dag.constant(value, dag.width(id))); };
  const auto never = [&] { return is(n, dag.truth(false)); };
  const auto constant = [&](ExprId id) { return dag.constant_value(id); };
  switch (a.node->op) {
    case Op::ZExt:
      return c > ones(dag.width(x)) ? never() : solved(x, c);
    case Op::SExt: {
      const unsigned narrow = dag.width(x);
      const bool fits = apply(Op::SExt, w, 0, narrow, truncate(c, narrow), 0, 0) == c;
      return fits ? solved(x, c) : never();
    }
    case Op::Concat: {
      const unsigned low = dag.width(y);
      if (const auto top = constant(x)) return *top == c >> low ? solved(y, c) : never();
      if (const auto bottom = constant(y)) return *bottom == truncate(c, low) ? solved(x, c >> low) : never();
      const Node& rest = dag.node(y);
      return rest.op == Op::ZExt && truncate(c, low) > ones(dag.width(rest.a)) && never();
    }
    case Op::Add:
      if (const auto k = constant(y)) return solved(x, c - *k);
      return false;
    case Op::Sub:
      if (const auto k = constant(x)) return solved(y, *k - c);
      return c == 0 && is(n, Op::Eq, 1, x, y);
    case Op::Xor:
      if (const auto k = constant(y)) return solved(x, *k ^ c);
      return c == 0 && is(n, Op::Eq, 1, x, y);
    case Op::And:
      if (const auto k = constant(y)) return (c & ~*k) != 0 && never();
      return false;
    case Op::Or:
      if (const auto k = constant(y)) return (*k & ~c) != 0 && never();
      return false;
    case Op::Mul:
      if (const auto k = constant(y)) return (*k & 1) != 0 && solved(x, c * inverse(*k));
      return false;
    case Op::Bswap:
    case Op::BitReverse:
      return solved(x, apply(a.node->op, w, 0, w, c, 0, 0));
    case Op::Ite: {
      const auto yes = constant(y), no = constant(a.node->c);
      if (!yes || !no) return false;
      if (*yes == c) return is(n, x);
      return *no == c ? is_not(dag, n, x) : never();
    }
    default:
      return false;
  }
}

bool extensions(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  if (!a.is(b.node->op) || !(a.is(Op::ZExt) || a.is(Op::SExt))) return false;
  ExprId x = a.node->a, y = b.node->a;
  const unsigned w = std::max(dag.width(x), dag.width(y));
  if (dag.width(x) < w) x = dag.make(a.node->op, w, x);
  if (dag.width(y) < w) y = dag.make(a.node->op, w, y);
  return is(n, Op::Eq, 1, x, y);
}

// x + c == x never holds (c is not 0), x + c == y + c holds when x == y.
bool shifted(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  const auto offset = [&](const Operand& x) { return x.is(Op::Add) ? dag.constant_value(x.node->b) : std::nullopt; };
  const auto p = offset(a), q = offset(b);
  if ((p && a.node->a == b.id) || (q && b.node->a == a.id)) return is(n, dag.truth(false));
  if (!p || !q) return false;
  if (a.node->a == b.node->a) return is(n, dag.truth(*p == *q));
  return *p == *q && is(n, Op::Eq, 1, a.node->a, b.node->a);
}

bool equality(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.a == n.b) return is(n, dag.truth(true));
  if (a.width() == 1) {
    if (!b.constant) return is_not(dag, n, dag.make(Op::Xor, 1, n.a, n.b));
    return b.value != 0 ? is(n, n.a) : is_not(dag, n, n.a);
  }
  if (b.constant) return with_constant(dag, n, a, b.value);
  return extensions(dag, n, a, b) || shifted(dag, n, a, b);
}

}  // namespace

bool simplify_equality(Dag& dag, Node& n) {
  if (n.op == Op::Eq) return equality(dag, n);
  Node positive = n;
  positive.op = Op::Eq;
  if (!equality(dag, positive)) return false;
  if (positive.op == Op::Eq) {
    n = positive;
    n.op = Op::Ne;
    return true;
  }
  if (positive.op == Op::None) return is_not(dag, n, positive.a);
  return is_not(dag, n, dag.make(positive.op, 1, positive.a, positive.b, positive.c, positive.imm));
}

}  // namespace cairn::expr
