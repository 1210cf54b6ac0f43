// Ult, Ule, Slt, Sle. With a constant c the normal forms are x < c and c <= x, which are each other's complements, and
// an equality where only one value is left. The rules are those of the strict orders: x <= y is the complement of y <
// x.
#include "engine/expr/evaluate.h"
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

bool always(Dag& dag, Node& n, bool value) { return is(n, dag.truth(value)); }

// Is c the extension of a number of `narrow` bits?
bool sign_extended(u128 c, unsigned narrow, unsigned w) {
  return apply(Op::SExt, w, 0, narrow, truncate(c, narrow), 0, 0) == c;
}

// Both operands lose the same kind of extension.
bool narrow_extensions(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  if (!a.is(b.node->op) || !(a.is(Op::ZExt) || a.is(Op::SExt))) return false;
  ExprId x = a.node->a, y = b.node->a;
  const unsigned w = std::max(dag.width(x), dag.width(y));
  if (dag.width(x) < w) x = dag.make(a.node->op, w, x);
  if (dag.width(y) < w) y = dag.make(a.node->op, w, y);
  return is(n, a.is(Op::ZExt) ? Op::Ult : n.op, 1, x, y);
}

// Concat(h, l) < c, or c < Concat(h, l), when one of the parts is constant.
bool split(Dag& dag, Node& n, const Operand& x, u128 c, bool left) {
  if (!x.is(Op::Concat)) return false;
  const Operand high = look(dag, x.node->a), low = look(dag, x.node->b);
  const u128 top = c >> low.width(), bottom = truncate(c, low.width());
  if (high.constant) {
    if (high.value != top) return always(dag, n, left == (high.value < top));
    const ExprId k = dag.constant(bottom, low.width());
    return left ? is(n, Op::Ult, 1, low.id, k) : is(n, Op::Ult, 1, k, low.id);
  }
  if (!low.constant) return false;
  const ExprId k = dag.constant(top, high.width());
  if (left) return is(n, low.value < bottom ? Op::Ule : Op::Ult, 1, high.id, k);
  return is(n, bottom < low.value ? Op::Ule : Op::Ult, 1, k, high.id);
}

bool below_constant(Dag& dag, Node& n, const Operand& a, u128 c) {
  const unsigned w = a.width();
  if (c == 0) return always(dag, n, false);
  if (c == 1) return is(n, Op::Eq, 1, n.a, dag.constant(0, w));
  if (c == ones(w)) return is(n, Op::Ne, 1, n.a, n.b);
  if (a.is(Op::ZExt)) {
    const ExprId x = a.node->a;
    const unsigned narrow = dag.width(x);
    return c > ones(narrow) ? always(dag, n, true) : is(n, Op::Ult, 1, x, dag.constant(c, narrow));
  }
  if (a.is(Op::SExt)) {
    const ExprId x = a.node->a;
    const unsigned narrow = dag.width(x);
    if (sign_extended(c, narrow, w)) return is(n, Op::Ult, 1, x, dag.constant(c, narrow));
    return is(n, Op::Sle, 1, dag.constant(0, narrow), x);  // c lies between those below and those above zero
  }
  return split(dag, n, a, c, true);
}

bool above_constant(Dag& dag, Node& n, u128 c, const Operand& b) {
  const unsigned w = b.width();
  if (c == ones(w)) return always(dag, n, false);
  if (b.is(Op::ZExt)) {
    const ExprId x = b.node->a;
    const unsigned narrow = dag.width(x);
    return c >= ones(narrow) ? always(dag, n, false) : is(n, Op::Ult, 1, dag.constant(c, narrow), x);
  }
  if (b.is(Op::SExt)) {
    const ExprId x = b.node->a;
    const unsigned narrow = dag.width(x);
    if (sign_extended(c, narrow, w)) return is(n, Op::Ult, 1, dag.constant(c, narrow), x);
    return is(n, Op::Slt, 1, x, dag.constant(0, narrow));
  }
  return split(dag, n, b, c, false) || is(n, Op::Ule, 1, dag.constant(c + 1, w), n.b);
}

bool unsigned_less(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.a == n.b) return always(dag, n, false);
  if (a.width() == 1) return is(n, Op::And, 1, dag.negate(n.a), n.b);
  if (b.constant) return below_constant(dag, n, a, b.value);
  if (a.constant) return above_constant(dag, n, a.value, b);
  return narrow_extensions(dag, n, a, b);
}

bool negative(const Operand& x) { return x.constant && sign_bit(x.value, x.width()); }
bool not_negative(const Operand& x) { return x.constant ? !sign_bit(x.value, x.width()) : x.is(Op::ZExt); }

bool below_signed_constant(Dag& dag, Node& n, const Operand& a, u128 c) {
  const unsigned w = a.width();
  const u128 least = u128{1} << (w - 1), most = least - 1;
  if (c == least) return always(dag, n, false);
  if (c == least + 1) return is(n, Op::Eq, 1, n.a, dag.constant(least, w));
  if (c == most) return is(n, Op::Ne, 1, n.a, n.b);
  if (a.is(Op::SExt)) {
    const ExprId x = a.node->a;
    const unsigned narrow = dag.width(x);
    if (!sign_extended(c, narrow, w)) return always(dag, n, !sign_bit(c, w));
    return is(n, Op::Slt, 1, x, dag.constant(c, narrow));
  }
  return false;
}

bool above_signed_constant(Dag& dag, Node& n, u128 c, const Operand& b) {
  const unsigned w = b.width();
  const u128 most = (u128{1} << (w - 1)) - 1;
  if (c == most) return always(dag, n, false);
  if (b.is(Op::SExt)) {
    const ExprId x = b.node->a;
    const unsigned narrow = dag.width(x);
    if (!sign_extended(c, narrow, w)) return always(dag, n, sign_bit(c, w));
    return is(n, Op::Slt, 1, dag.constant(c, narrow), x);
  }
  return is(n, Op::Sle, 1, dag.constant(c + 1, w), n.b);
}

bool signed_less(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.a == n.b) return always(dag, n, false);
  if (a.width() == 1) return is(n, Op::And, 1, n.a, dag.negate(n.b));
  if (not_negative(a) && not_negative(b)) return is(n, Op::Ult, 1, n.a, n.b);
  if (not_negative(a) && negative(b)) return always(dag, n, false);
  if (negative(a) && not_negative(b)) return always(dag, n, true);
  if (b.constant) return below_signed_constant(dag, n, a, b.value);
  if (a.constant) return above_signed_constant(dag, n, a.value, b);
  return narrow_extensions(dag, n, a, b);
}

}  // namespace

bool simplify_order(Dag& dag, Node& n) {
  if (n.op == Op::Ult) return unsigned_less(dag, n);
  if (n.op == Op::Slt) return signed_less(dag, n);
  Node strict = n;
  strict.op = n.op == Op::Ule ? Op::Ult : Op::Slt;
  std::swap(strict.a, strict.b);
  if (!(strict.op == Op::Ult ? unsigned_less(dag, strict) : signed_less(dag, strict))) return false;
  switch (strict.op) {
    case Op::None:
      return is_not(dag, n, strict.a);
    case Op::Ult:
      return is(n, Op::Ule, 1, strict.b, strict.a);
    case Op::Ule:
      return is(n, Op::Ult, 1, strict.b, strict.a);
    case Op::Slt:
      return is(n, Op::Sle, 1, strict.b, strict.a);
    case Op::Sle:
      return is(n, Op::Slt, 1, strict.b, strict.a);
    case Op::Eq:
      return is(n, Op::Ne, 1, strict.a, strict.b);
    case Op::Ne:
      return is(n, Op::Eq, 1, strict.a, strict.b);
    default:
      return is_not(dag, n, dag.make(strict.op, 1, strict.a, strict.b, strict.c, strict.imm));
  }
}

}  // namespace cairn::expr
