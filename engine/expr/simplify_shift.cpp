// Shifts and rotations by constants are shapes (simplify_shape.cpp); then shifts of shifts, of extensions and of masks
// need no rules of their own.
#include "engine/expr/rules.h"

namespace cairn::expr {

bool simplify_shift(Dag& dag, Node& n) {
  const unsigned w = n.width;
  const bool funnel = n.op == Op::Fshl || n.op == Op::Fshr;
  const Operand a = look(dag, n.a), by = look(dag, funnel ? n.c : n.b);
  if (!by.constant) {
    const bool fixed = a.constant && (a.value == 0 || (n.op == Op::AShr && a.value == ones(w)));
    return fixed && !funnel && is(n, n.a);
  }
  const auto k = static_cast<unsigned>(funnel ? by.value % w : std::min<u128>(by.value, w));
  switch (n.op) {
    case Op::Shl:
      if (k == 0) return is(n, n.a);
      if (k == w) return is_constant(dag, n, 0);
      return is(n, Op::Concat, w, dag.extract(n.a, 0, w - k), dag.constant(0, k));
    case Op::LShr:
      if (k == 0) return is(n, n.a);
      if (k == w) return is_constant(dag, n, 0);
      return is(n, Op::ZExt, w, dag.extract(n.a, k, w - k));
    case Op::AShr: {
      const unsigned kept = std::min(k, w - 1);
      return is(n, Op::SExt, w, dag.extract(n.a, kept, w - kept));
    }
    case Op::Fshl:
      if (k == 0) return is(n, n.a);
      return is(n, Op::Concat, w, dag.extract(n.a, 0, w - k), dag.extract(n.b, w - k, k));
    case Op::Fshr:
      if (k == 0) return is(n, n.b);
      return is(n, Op::Concat, w, dag.extract(n.a, 0, k), dag.extract(n.b, k, w - k));
    default:
      return false;
  }
}

bool simplify_permutation(Dag& dag, Node& n) {
  if (dag.node(n.a).op == n.op) return is(n, dag.node(n.a).a);
  const unsigned unit = n.op == Op::Bswap ? 8 : 1;
  return n.width == unit && is(n, n.a);
}

}  // namespace cairn::expr
