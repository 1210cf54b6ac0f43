// Extensions, concatenations and table reads: operations that move bits about. Normal form: Concat is nested to the
// right (the high part is no Concat), zeros on top are a ZExt around the rest, neighbouring constants are one,
// neighbouring bits of one expression are one Extract of it, and neighbouring bytes of one input object are one Input.
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

// Bits [low, low + width) of an expression; of input bytes, of the whole input space.
struct Slice {
  ExprId of;  // invalid: of the input space
  std::uint64_t low;
  unsigned width;
};

Slice slice(const Dag& dag, ExprId id) {
  const Node& n = dag.node(id);
  if (n.op == Op::Input) return {{}, 8 * n.imm, n.width};
  if (n.op != Op::Extract) return {id, 0, n.width};
  const Node& inner = dag.node(n.a);
  if (inner.op == Op::Input) return {{}, 8 * inner.imm + n.imm, n.width};
  return {n.a, n.imm, n.width};
}

// Do bytes [first, end) stand side by side in one object, or have no names at all?
bool one_object(const Dag& dag, std::uint32_t first, std::uint32_t end) {
  const ByteName x = dag.byte_name(ByteId(first)), y = dag.byte_name(ByteId(end - 1));
  return x.named == y.named && x.object == y.object && y.offset - x.offset == end - 1 - first;
}

// The concatenation as one expression, if it is one; otherwise invalid.
ExprId joined(Dag& dag, ExprId high, ExprId low) {
  const Operand h = look(dag, high), l = look(dag, low);
  const unsigned w = h.width() + l.width();
  if (h.constant && l.constant) return dag.constant(h.value << l.width() | l.value, w);
  if (h.constant || l.constant) return {};
  const Slice x = slice(dag, high), y = slice(dag, low);
  if (x.of != y.of || x.low != y.low + y.width) return {};
  if (x.of.valid()) return x.of == high || x.of == low ? ExprId{} : dag.extract(x.of, static_cast<unsigned>(y.low), w);
  const auto first = static_cast<std::uint32_t>(y.low / 8), end = static_cast<std::uint32_t>((y.low + w + 7) / 8);
  if (end - first > CAIRN_MAX_WIDTH / 8 || !one_object(dag, first, end)) return {};
  return dag.extract(dag.input(ByteId(first), end - first), static_cast<unsigned>(y.low % 8), w);
}

}  // namespace

bool simplify_zext(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a);
  if (a.width() == n.width) return is(n, n.a);
  if (a.is(Op::ZExt)) return is(n, Op::ZExt, n.width, a.node->a);
  return false;
}

bool simplify_sext(Dag& dag, Node& n) {
  const Operand a = look(dag, n.a);
  if (a.width() == n.width) return is(n, n.a);
  if (a.is(Op::SExt)) return is(n, Op::SExt, n.width, a.node->a);
  if (a.is(Op::ZExt)) return is(n, Op::ZExt, n.width, n.a);
  if (a.is(Op::Concat)) {
    const Operand top = look(dag, a.node->a);
    if (top.constant && !sign_bit(top.value, top.width())) return is(n, Op::ZExt, n.width, n.a);
    const unsigned more = n.width - a.width();
    if (top.constant) return is(n, Op::Concat, n.width, dag.constant(ones(more), more), n.a);
  }
  return false;
}

bool simplify_concat(Dag& dag, Node& n) {
  const Operand high = look(dag, n.a), low = look(dag, n.b);
  const unsigned w = n.width;
  if (high.constant && high.value == 0) return is(n, Op::ZExt, w, n.b);
  if (high.is(Op::Concat)) {
    const ExprId rest = dag.make(Op::Concat, w - dag.width(high.node->a), high.node->b, n.b);
    return is(n, Op::Concat, w, high.node->a, rest);
  }
  if (high.is(Op::ZExt) || high.is(Op::SExt)) {
    const ExprId x = high.node->a;
    return is(n, high.node->op, w, dag.make(Op::Concat, dag.width(x) + low.width(), x, n.b));
  }
  if (high.constant && low.is(Op::ZExt)) {
    const ExprId x = low.node->a;
    const unsigned bits = low.width() - dag.width(x);
    return is(n, Op::Concat, w, dag.constant(high.value << bits, high.width() + bits), x);
  }
  if (low.is(Op::Concat)) {
    const ExprId top = joined(dag, n.a, low.node->a);
    return top.valid() && is(n, Op::Concat, w, top, low.node->b);
  }
  const ExprId whole = joined(dag, n.a, n.b);
  return whole.valid() && is(n, whole);
}

// At a constant offset: the entries themselves.
bool simplify_table_read(Dag& dag, Node& n) {
  const Operand offset = look(dag, n.a);
  const Table& table = dag.table(TableId(static_cast<std::uint32_t>(n.imm)));
  if (table.bytes.empty()) return is_constant(dag, n, 0);
  if (!offset.constant) return false;
  ExprId whole;
  for (unsigned i = 0; i < n.width / 8u; ++i) {
    const u128 index = offset.value + i;
    ExprId entry;
    if (index < table.exprs.size()) entry = table.exprs[static_cast<std::size_t>(index)];
    if (!entry.valid()) {
      entry = dag.constant(index < table.bytes.size() ? table.bytes[static_cast<std::size_t>(index)] : 0, 8);
    }
    whole = whole.valid() ? dag.make(Op::Concat, 8 * (i + 1), entry, whole) : entry;
  }
  return is(n, whole);
}

}  // namespace cairn::expr
