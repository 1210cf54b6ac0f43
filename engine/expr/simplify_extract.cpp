// Extract goes inwards as long as that does not double the work: through everything that only moves bits, and through
// bitwise and low-order arithmetic when their operands give up the bits at no cost.
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

struct Window {
  unsigned low, width;
  [[nodiscard]] unsigned end() const { return low + width; }
};

// Is Extract(x, window) no more than an Extract of something smaller?
bool free_of_cost(const Dag& dag, ExprId id, Window v) {
  const Node& x = dag.node(id);
  switch (x.op) {
    case Op::Const:
    case Op::Input:
    case Op::ZExt:
    case Op::SExt:
    case Op::Extract:
      return true;
    case Op::Concat: {
      const unsigned low = dag.width(x.b);
      return v.end() <= low || v.low >= low;
    }
    default:
      return false;
  }
}

bool of_extension(Dag& dag, Node& n, const Operand& a, Window v) {
  const ExprId x = a.node->a;
  const unsigned narrow = dag.width(x);
  if (v.end() <= narrow) return is(n, Op::Extract, v.width, x, {}, {}, v.low);
  if (a.is(Op::ZExt)) {
    if (v.low >= narrow) return is_constant(dag, n, 0);
    return is(n, Op::ZExt, v.width, dag.extract(x, v.low, narrow - v.low));
  }
  const unsigned low = std::min(v.low, narrow - 1);  // at least the sign bit
  return is(n, Op::SExt, v.width, dag.extract(x, low, narrow - low));
}

bool of_concat(Dag& dag, Node& n, const Operand& a, Window v) {
  const ExprId high = a.node->a, low = a.node->b;
  const unsigned split = dag.width(low);
  if (v.end() <= split) return is(n, Op::Extract, v.width, low, {}, {}, v.low);
  if (v.low >= split) return is(n, Op::Extract, v.width, high, {}, {}, v.low - split);
  return is(n, Op::Concat, v.width, dag.extract(high, 0, v.end() - split), dag.extract(low, v.low, split - v.low));
}

// Only the bytes it touches.
bool of_input(Dag& dag, Node& n, const Operand& a, Window v) {
  const unsigned first = v.low / 8, end = (v.end() + 7) / 8;
  if (end - first == a.width() / 8) return false;
  const ExprId bytes = dag.input(ByteId(static_cast<std::uint32_t>(a.node->imm) + first), end - first);
  return is(n, Op::Extract, v.width, bytes, {}, {}, v.low - 8 * first);
}

bool of_bitwise(Dag& dag, Node& n, const Operand& a, Window v) {
  const ExprId x = a.node->a, y = a.node->b;
  const Operand b = look(dag, y);
  if (b.constant) {
    const u128 c = truncate(b.value >> v.low, v.width), all = ones(v.width);
    if (c == 0 && a.is(Op::And)) return is_constant(dag, n, 0);
    if (c == all && a.is(Op::Or)) return is_constant(dag, n, all);
    const u128 neutral = a.is(Op::And) ? all : 0;
    if (c == neutral) return is(n, Op::Extract, v.width, x, {}, {}, v.low);
  }
  if (!free_of_cost(dag, x, v) || !free_of_cost(dag, y, v)) return false;
  return is(n, a.node->op, v.width, dag.extract(x, v.low, v.width), dag.extract(y, v.low, v.width));
}

bool of_arithmetic(Dag& dag, Node& n, const Operand& a, Window v) {
  const ExprId x = a.node->a, y = a.node->b;
  if (v.low != 0 || !free_of_cost(dag, x, v) || !free_of_cost(dag, y, v)) return false;
  return is(n, a.node->op, v.width, dag.extract(x, 0, v.width), dag.extract(y, 0, v.width));
}

bool of_ite(Dag& dag, Node& n, const Operand& a, Window v) {
  const ExprId x = a.node->b, y = a.node->c;
  if (dag.node(x).op != Op::Const || dag.node(y).op != Op::Const) return false;
  return is(n, Op::Ite, v.width, a.node->a, dag.extract(x, v.low, v.width), dag.extract(y, v.low, v.width));
}

}  // namespace

bool simplify_extract(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a);
  const Window v{static_cast<unsigned>(n.imm), n.width};
  if (v.width == a.width()) return is(n, n.a);
  switch (a.node->op) {
    case Op::Extract:
      return is(n, Op::Extract, v.width, a.node->a, {}, {}, v.low + a.node->imm);
    case Op::ZExt:
    case Op::SExt:
      return of_extension(dag, n, a, v);
    case Op::Concat:
      return of_concat(dag, n, a, v);
    case Op::Input:
      return of_input(dag, n, a, v);
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return of_bitwise(dag, n, a, v);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
      return of_arithmetic(dag, n, a, v);
    case Op::Ite:
      return of_ite(dag, n, a, v);
    case Op::TableRead:
      if (v.low != 0 || v.width % 8 != 0) return false;
      return is(n, dag.table_read(TableId(static_cast<std::uint32_t>(a.node->imm)), a.node->a, v.width));
    default:
      return false;
  }
}

}  // namespace cairn::expr
