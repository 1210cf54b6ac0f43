// Sums, products and quotients. Normal form of sums: a constant stands outermost, Sub by a constant is Add, and minus x
// is Sub(0, x). Of products: powers of two are shifts. At 1 bit Add and Sub are Xor, Mul is And.
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

// x + c, x - y, c - x as seen by the rules.
struct Sum {
  Op op;
  Operand a, b;
};

Sum sum(const Dag& dag, const Operand& x) { return {x.node->op, look(dag, x.node->a), look(dag, x.node->b)}; }
bool is_sum(const Operand& x) { return x.is(Op::Add) || x.is(Op::Sub); }

bool power_of_two(u128 value) { return population(value) == 1; }

// Not x = -x - 1.
bool complemented(const Dag& dag, const Operand& x) {
  return x.is(Op::Xor) && dag.constant_value(x.node->b) == std::optional<u128>(ones(x.width()));
}

bool add_constant(Dag& dag, Node& n, const Operand& a, u128 c) {
  const unsigned w = n.width;
  if (c == 0) return is(n, a.id);
  if (complemented(dag, a)) return is(n, Op::Sub, w, dag.constant(c - 1, w), a.node->a);
  if (!is_sum(a)) return false;
  const Sum s = sum(dag, a);
  if (s.op == Op::Add && s.b.constant) return is(n, Op::Add, w, s.a.id, dag.constant(s.b.value + c, w));
  if (s.op == Op::Sub && s.a.constant) return is(n, Op::Sub, w, dag.constant(s.a.value + c, w), s.b.id);
  return false;
}

// x + y where x is a sum; tried for both orders.
bool add_sum(Dag& dag, Node& n, const Operand& x, const Operand& y) {
  if (!is_sum(x)) return false;
  const unsigned w = n.width;
  const Sum s = sum(dag, x);
  if (s.op == Op::Add && s.b.constant) return is(n, Op::Add, w, dag.make(Op::Add, w, s.a.id, y.id), s.b.id);
  if (s.op == Op::Sub && s.a.constant) return is(n, Op::Add, w, dag.make(Op::Sub, w, y.id, s.b.id), s.a.id);
  if (s.op == Op::Sub && s.b.id == y.id) return is(n, s.a.id);
  return false;
}

bool subtract_from_constant(Dag& dag, Node& n, u128 c, const Operand& b) {
  const unsigned w = n.width;
  if (c == ones(w)) return is(n, Op::Xor, w, b.id, n.a);
  if (complemented(dag, b)) return is(n, Op::Add, w, b.node->a, dag.constant(c + 1, w));
  if (!is_sum(b)) return false;
  const Sum s = sum(dag, b);
  if (s.op == Op::Add && s.b.constant) return is(n, Op::Sub, w, dag.constant(c - s.b.value, w), s.a.id);
  if (s.op == Op::Sub && s.a.constant) return is(n, Op::Add, w, s.b.id, dag.constant(c - s.a.value, w));
  if (s.op == Op::Sub) return is(n, Op::Add, w, dag.make(Op::Sub, w, s.b.id, s.a.id), dag.constant(c, w));
  return false;
}

bool subtract_from_sum(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  if (!is_sum(a)) return false;
  const unsigned w = n.width;
  const Sum s = sum(dag, a);
  if (s.op == Op::Add && s.b.constant) return is(n, Op::Add, w, dag.make(Op::Sub, w, s.a.id, b.id), s.b.id);
  if (s.op == Op::Sub && s.a.constant) return is(n, Op::Sub, w, s.a.id, dag.make(Op::Add, w, s.b.id, b.id));
  if (s.op == Op::Add && s.a.id == b.id) return is(n, s.b.id);
  if (s.op == Op::Add && s.b.id == b.id) return is(n, s.a.id);
  if (s.op == Op::Sub && s.a.id == b.id) return is(n, Op::Sub, w, dag.constant(0, w), s.b.id);
  return false;
}

bool subtract_sum(Dag& dag, Node& n, const Operand& a, const Operand& b) {
  if (!is_sum(b)) return false;
  const unsigned w = n.width;
  const Sum s = sum(dag, b);
  const auto minus = [&](const Operand& c) { return dag.constant(u128{0} - c.value, w); };
  if (s.op == Op::Add && s.b.constant) return is(n, Op::Add, w, dag.make(Op::Sub, w, a.id, s.a.id), minus(s.b));
  if (s.op == Op::Sub && s.a.constant) return is(n, Op::Add, w, dag.make(Op::Add, w, a.id, s.b.id), minus(s.a));
  if (s.op == Op::Add && s.a.id == a.id) return is(n, Op::Sub, w, dag.constant(0, w), s.b.id);
  if (s.op == Op::Add && s.b.id == a.id) return is(n, Op::Sub, w, dag.constant(0, w), s.a.id);
  if (s.op == Op::Sub && s.a.id == a.id) return is(n, s.b.id);
  return false;
}

}  // namespace

bool simplify_add(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.width == 1) return is(n, Op::Xor, 1, n.a, n.b);
  if (b.constant) return add_constant(dag, n, a, b.value);
  if (n.a == n.b) return is(n, Op::Shl, n.width, n.a, dag.constant(1, n.width));
  return add_sum(dag, n, a, b) || add_sum(dag, n, b, a) || simplify_disjoint(dag, n);
}

bool simplify_sub(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  if (n.width == 1) return is(n, Op::Xor, 1, n.a, n.b);
  if (n.a == n.b) return is_constant(dag, n, 0);
  if (b.constant) return is(n, Op::Add, n.width, n.a, dag.constant(u128{0} - b.value, n.width));
  if (a.constant) return subtract_from_constant(dag, n, a.value, b);
  return subtract_from_sum(dag, n, a, b) || subtract_sum(dag, n, a, b);
}

bool simplify_mul(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  const unsigned w = n.width;
  if (w == 1) return is(n, Op::And, 1, n.a, n.b);
  if (!b.constant) return false;
  if (b.value == 0) return is(n, n.b);
  if (b.value == 1) return is(n, n.a);
  if (b.value == ones(w)) return is(n, Op::Sub, w, dag.constant(0, w), n.a);
  if (power_of_two(b.value)) return is(n, Op::Shl, w, n.a, dag.constant(trailing_zeros(b.value), w));
  if (a.is(Op::Mul)) {
    if (const auto c = dag.constant_value(a.node->b))
      return is(n, Op::Mul, w, a.node->a, dag.constant(*c * b.value, w));
  }
  if (a.is(Op::Sub)) {
    if (dag.constant_value(a.node->a) == std::optional<u128>(0)) {
      return is(n, Op::Mul, w, a.node->b, dag.constant(u128{0} - b.value, w));
    }
  }
  return false;
}

bool simplify_division(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a), b = look(dag, n.b);
  const unsigned w = n.width;
  const bool quotient = n.op == Op::UDiv || n.op == Op::SDiv, is_signed = n.op == Op::SDiv || n.op == Op::SRem;
  if (!quotient && n.a == n.b) return is_constant(dag, n, 0);
  if (!b.constant) return false;
  if (is_signed) {
    if (b.value == 1 && w > 1) return quotient ? is(n, n.a) : is_constant(dag, n, 0);
    // Neither is negative.
    if (a.is(Op::ZExt) && !sign_bit(b.value, w)) return is(n, quotient ? Op::UDiv : Op::URem, w, n.a, n.b);
    return false;
  }
  if (b.value == 0) return quotient ? is_constant(dag, n, ones(w)) : is(n, n.a);
  if (power_of_two(b.value)) {
    if (!quotient) return is(n, Op::And, w, n.a, dag.constant(b.value - 1, w));
    const unsigned by = trailing_zeros(b.value);
    return is(n, Op::ZExt, w, dag.extract(n.a, by, w - by));
  }
  if (a.is(Op::ZExt)) {
    const unsigned narrow = dag.width(a.node->a);
    if (b.value > ones(narrow)) return quotient ? is_constant(dag, n, 0) : is(n, n.a);
    return is(n, Op::ZExt, w, dag.make(n.op, narrow, a.node->a, dag.constant(b.value, narrow)));
  }
  return false;
}

}  // namespace cairn::expr
