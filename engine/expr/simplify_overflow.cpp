// Overflow bits and saturation. Against a constant, overflow is a comparison.
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

bool below(Node& n, Op op, ExprId a, ExprId b) { return is(n, op, 1, a, b); }

}  // namespace

bool simplify_overflow(Dag& dag, Node& n) {
  const Operand b = look(dag, n.b);
  const unsigned w = b.width();
  if (n.op == Op::USubO) return below(n, Op::Ult, n.a, n.b);
  if (n.op == Op::SSubO && n.a == n.b) return is_constant(dag, n, 0);
  if (!b.constant) return false;
  const u128 c = b.value, least = u128{1} << (w - 1), most = least - 1;
  const auto number = [&](u128 value) { return dag.constant(value, w); };
  switch (n.op) {
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::USubSat:
    case Op::SSubSat:
      return c == 0 && is(n, n.a);
    case Op::UAddO:
      return below(n, Op::Ult, number(ones(w) - c), n.a);
    case Op::SAddO:
      if (sign_bit(c, w)) return below(n, Op::Slt, n.a, number(least - c));
      return below(n, Op::Slt, number(most - c), n.a);
    case Op::SSubO:
      if (sign_bit(c, w)) return below(n, Op::Slt, number(most + c), n.a);
      return below(n, Op::Slt, n.a, number(least + c));
    case Op::UMulO:
      return c == 0 ? is_constant(dag, n, 0) : below(n, Op::Ult, number(ones(w) / c), n.a);
    case Op::SMulO:
      return (c == 0 || (c == 1 && w > 1)) && is_constant(dag, n, 0);
    default:
      return false;
  }
}

}  // namespace cairn::expr
