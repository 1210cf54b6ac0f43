// And, Or, Xor. Not x is Xor(x, ones). A mask with one run of ones is a shape (simplify_shape.cpp): And(x, 0xff) is the
// zero-extended low byte. Complements of comparisons are comparisons.
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

bool has_operand(const Operand& x, Op op, ExprId id) { return x.is(op) && (x.node->a == id || x.node->b == id); }

bool complements(Dag& dag, const Operand& x, const Operand& y) {
  return x.is(Op::Xor) && x.node->a == y.id && dag.constant_value(x.node->b) == std::optional<u128>(ones(x.width()));
}

// op(op(x, c1), c2) = op(x, c1 op c2)
bool chain(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  if (!a.is(n.op)) return false;
  const Operand inner = look(dag, a.node->b);
  if (!inner.constant) return false;
  const u128 joined = n.op == Op::And  ? inner.value & b.value
                      : n.op == Op::Or ? inner.value | b.value
                                       : inner.value ^ b.value;
  return is(n, n.op, n.width, a.node->a, dag.constant(joined, n.width));
}

// Of two extensions of one kind: the extension of the operation.
bool narrow(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  if (!a.is(b.node->op) || !(a.is(Op::ZExt) || a.is(Op::SExt))) return false;
  const Op extension = a.node->op;
  ExprId x = a.node->a, y = b.node->a;
  const unsigned w = std::max(dag.width(x), dag.width(y));
  if (w == n.width) return false;
  if (dag.width(x) < w) x = dag.make(extension, w, x);
  if (dag.width(y) < w) y = dag.make(extension, w, y);
  return is(n, extension, n.width, dag.make(n.op, w, x, y));
}

// Of a concatenation and a constant, when that decides or leaves alone one of the parts.
bool split(Dag& dag, Node& n, const Operand& a, u128 c) {
  ExprId high, low;
  unsigned bits = 0;
  if (a.is(Op::ZExt)) {
    bits = dag.width(a.node->a);
    high = dag.constant(0, n.width - bits);
    low = a.node->a;
  } else if (a.is(Op::Concat)) {
    high = a.node->a;
    low = a.node->b;
    bits = dag.width(low);
    const u128 top = c >> bits, bottom = truncate(c, bits);
    const bool decided =
        top == 0 || bottom == 0 || (n.op != Op::Xor && (top == ones(n.width - bits) || bottom == ones(bits)));
    if (!decided && dag.node(high).op != Op::Const && dag.node(low).op != Op::Const) return false;
  } else {
    return false;
  }
  const unsigned rest = n.width - bits;
  return is(n, Op::Concat, n.width, dag.make(n.op, rest, high, dag.constant(c >> bits, rest)),
            dag.make(n.op, bits, low, dag.constant(c, bits)));
}

// A mask with one run of ones.
bool mask(Dag& dag, Node& n, u128 c) {
  const unsigned low = trailing_zeros(c), count = population(c);
  if (c >> low != ones(count)) return false;
  ExprId taken = dag.extract(n.a, low, count);
  if (low != 0) taken = dag.make(Op::Concat, low + count, taken, dag.constant(0, low));
  return is(n, Op::ZExt, n.width, taken);
}

}  // namespace

bool simplify_and(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.a == n.b) return is(n, n.a);
  if (!b.constant) {
    if (complements(dag, a, b) || complements(dag, b, a)) return is_constant(dag, n, 0);
    if (has_operand(a, Op::And, n.b) || has_operand(b, Op::Or, n.a)) return is(n, n.a);
    if (has_operand(b, Op::And, n.a) || has_operand(a, Op::Or, n.b)) return is(n, n.b);
    return narrow(dag, n, a, b);
  }
  if (b.value == 0) return is(n, n.b);
  if (b.value == ones(n.width)) return is(n, n.a);
  if (a.is(Op::Or)) {
    if (const auto c = dag.constant_value(a.node->b)) {
      if ((*c & b.value) == 0) return is(n, Op::And, n.width, a.node->a, n.b);
      if ((b.value & ~*c) == 0) return is(n, n.b);
    }
  }
  return chain(dag, n, a, b) || mask(dag, n, b.value) || split(dag, n, a, b.value);
}

bool simplify_or(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.a == n.b) return is(n, n.a);
  if (!b.constant) {
    if (complements(dag, a, b) || complements(dag, b, a)) return is_constant(dag, n, ones(n.width));
    if (has_operand(a, Op::Or, n.b) || has_operand(b, Op::And, n.a)) return is(n, n.a);
    if (has_operand(b, Op::Or, n.a) || has_operand(a, Op::And, n.b)) return is(n, n.b);
    return narrow(dag, n, a, b) || simplify_disjoint(dag, n);
  }
  if (b.value == 0) return is(n, n.a);
  if (b.value == ones(n.width)) return is(n, n.b);
  if (a.is(Op::And)) {
    if (const auto c = dag.constant_value(a.node->b)) {
      if ((*c | b.value) == ones(n.width)) return is(n, Op::Or, n.width, a.node->a, n.b);
      if ((*c & b.value) != 0) {
        const ExprId masked = dag.make(Op::And, n.width, a.node->a, dag.constant(*c & ~b.value, n.width));
        return is(n, Op::Or, n.width, masked, n.b);
      }
    }
  }
  return chain(dag, n, a, b) || split(dag, n, a, b.value);
}

namespace {

// Xor(comparison, 1)
bool complement_comparison(Node& n, const Operand& a) {
  const ExprId x = a.node->a, y = a.node->b;
  switch (a.node->op) {
    case Op::Eq:
      return is(n, Op::Ne, 1, x, y);
    case Op::Ne:
      return is(n, Op::Eq, 1, x, y);
    case Op::Ult:
      return is(n, Op::Ule, 1, y, x);
    case Op::Ule:
      return is(n, Op::Ult, 1, y, x);
    case Op::Slt:
      return is(n, Op::Sle, 1, y, x);
    case Op::Sle:
      return is(n, Op::Slt, 1, y, x);
    default:
      return false;
  }
}

// Not x = -x - 1 of sums with a constant.
bool complement_sum(Dag& dag, Node& n, const Operand& a) {
  const unsigned w = n.width;
  if (a.is(Op::Add)) {
    if (const auto c = dag.constant_value(a.node->b)) return is(n, Op::Sub, w, dag.constant(~*c, w), a.node->a);
  }
  if (a.is(Op::Sub)) {
    if (const auto c = dag.constant_value(a.node->a)) return is(n, Op::Add, w, a.node->b, dag.constant(~*c, w));
  }
  return false;
}

// Xor(Xor(x, y), z): a constant y goes outwards, and x ^ y ^ x = y.
bool xor_of_xor(Dag& dag, Node& n, const Operand& x, ExprId z) {
  if (!x.is(Op::Xor)) return false;
  if (x.node->a == z) return is(n, x.node->b);
  if (x.node->b == z) return is(n, x.node->a);
  if (dag.node(x.node->b).op != Op::Const) return false;
  return is(n, Op::Xor, n.width, dag.make(Op::Xor, n.width, x.node->a, z), x.node->b);
}

}  // namespace

bool simplify_xor(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.a == n.b) return is_constant(dag, n, 0);
  if (!b.constant) {
    return xor_of_xor(dag, n, a, n.b) || xor_of_xor(dag, n, b, n.a) || narrow(dag, n, a, b) ||
           simplify_disjoint(dag, n);
  }
  if (b.value == 0) return is(n, n.a);
  if (n.width == 1 && complement_comparison(n, a)) return true;
  if (b.value == ones(n.width) && complement_sum(dag, n, a)) return true;
  return chain(dag, n, a, b) || split(dag, n, a, b.value);
}

}  // namespace cairn::expr
