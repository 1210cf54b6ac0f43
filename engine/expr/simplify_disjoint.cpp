// Or, Xor and Add of operands that never have a bit in the same place are concatenations. Programs read multi-byte
// numbers as b[0] | b[1] << 8: this makes them one Input again.
#include <array>

#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

struct Piece {
  unsigned end;  // first bit behind it
  bool zero;
};

// The piece of `id` that starts at bit `at`: known to be zero up to `end`, or not known.
Piece piece(const Dag& dag, ExprId id, unsigned at) {
  unsigned base = 0;
  for (;;) {
    const Operand x = look(dag, id);
    if (x.is(Op::ZExt)) {
      const unsigned narrow = dag.width(x.node->a);
      if (at - base >= narrow) return {base + x.width(), true};
      id = x.node->a;
    } else if (x.is(Op::Concat)) {
      const unsigned low = dag.width(x.node->b);
      if (at - base >= low) {
        base += low;
        id = x.node->a;
      } else {
        id = x.node->b;
      }
    } else if (x.constant) {
      const u128 rest = x.value >> (at - base);
      if ((rest & 1) != 0) return {base + x.width(), false};
      return {std::min(base + x.width(), at + trailing_zeros(rest)), true};
    } else {
      return {base + x.width(), false};
    }
  }
}

bool shaped(const Dag& dag, ExprId id) { return dag.node(id).op == Op::ZExt || dag.node(id).op == Op::Concat; }

}  // namespace

bool simplify_disjoint(Dag& dag, Node& n) {
  if (!shaped(dag, n.a) || !shaped(dag, n.b)) return false;
  struct Part {
    ExprId from;
    unsigned low, end;
  };
  std::array<Part, 128> parts;
  std::size_t count = 0;
  for (unsigned at = 0; at < n.width;) {
    const Piece x = piece(dag, n.a, at), y = piece(dag, n.b, at);
    if (!x.zero && !y.zero) return false;
    const unsigned end = std::min(x.end, y.end);
    const ExprId from = x.zero ? n.b : n.a;
    if (count > 0 && parts[count - 1].from == from) {
      parts[count - 1].end = end;
    } else {
      parts[count++] = {from, at, end};
    }
    at = end;
  }
  ExprId whole;
  for (std::size_t i = 0; i < count; ++i) {
    const Part& part = parts[i];
    const ExprId taken = dag.extract(part.from, part.low, part.end - part.low);
    whole = whole.valid() ? dag.make(Op::Concat, part.end, taken, whole) : taken;
  }
  return is(n, whole);
}

}  // namespace cairn::expr
