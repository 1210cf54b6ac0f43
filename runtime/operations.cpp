// Hooks for operations on values: each builds at most a node or two.
#include "runtime/nodes.h"

namespace cairn::runtime {
namespace {

uint32_t op_of(uint32_t packed) { return packed & 0xff; }
uint32_t width_in(uint32_t packed) { return packed >> 8; }

bool commutes(uint32_t op) {
  return op == CAIRN_OP_Add || op == CAIRN_OP_Mul || op == CAIRN_OP_And || op == CAIRN_OP_Or || op == CAIRN_OP_Xor ||
         op == CAIRN_OP_Eq || op == CAIRN_OP_Ne;
}

// x + c1 + c2 would otherwise grow a chain for every step of a pointer or an index.
uint32_t add_constant(uint32_t a, uint64_t c, uint32_t width) {
  c &= mask(width);
  if (!is_input_byte(a)) {
    const cairn_node* n = stored(a);
    if (n->op == CAIRN_OP_Add && n->flags == CAIRN_NODE_IMM) {
      a = n->a;
      c = (c + n->imm) & mask(width);
    }
  }
  if (c == 0) return a;
  return make_node(CAIRN_OP_Add, width, CAIRN_NODE_IMM, a, c);
}

// A binary node, result_width bits wide, over operands of width bits, at most 64.
CAIRN_HOT cairn_label narrow(uint32_t op, uint32_t result_width, uint32_t width, cairn_label a, cairn_label b,
                             uint64_t x, uint64_t y) {
  if (!follows(a | b)) return 0;
  uint32_t node;
  if (a != 0 && b != 0) {
    node = make_binary(op, result_width, node_of(a), node_of(b));
  } else if (b == 0) {
    y &= mask(width);
    if (op == CAIRN_OP_Add)
      node = add_constant(node_of(a), y, width);
    else if (op == CAIRN_OP_Sub)
      node = add_constant(node_of(a), 0 - y, width);
    else if (op == CAIRN_OP_Mul && y == 1)
      node = node_of(a);
    else
      node = make_node(op, result_width, CAIRN_NODE_IMM, node_of(a), y);
  } else {
    x &= mask(width);
    if (op == CAIRN_OP_Add)
      node = add_constant(node_of(b), x, width);
    else
      node = make_node(op, result_width, commutes(op) ? CAIRN_NODE_IMM : (CAIRN_NODE_IMM | CAIRN_NODE_IMM_LEFT),
                       node_of(b), x);
  }
  return label_of(node);
}

cairn_label wide(uint32_t op, uint32_t result_width, uint32_t width, cairn_label a, cairn_label b, uint64_t x,
                 uint64_t x_high, uint64_t y, uint64_t y_high) {
  if (!follows(a | b)) return 0;
  const uint32_t left = operand(a, x, x_high, width);
  const uint32_t right = operand(b, y, y_high, width);
  if (left == 0 || right == 0) return 0;
  return label_of(make_binary(op, result_width, left, right));
}

cairn_label choose(uint32_t width, cairn_label condition, uint32_t taken, cairn_label a, cairn_label b, uint64_t x,
                   uint64_t x_high, uint64_t y, uint64_t y_high) {
  if (!follows(condition | a | b)) return 0;
  if (condition == 0) return taken ? a : b;
  const uint32_t then_node = operand(a, x, x_high, width);
  const uint32_t else_node = operand(b, y, y_high, width);
  if (then_node == 0 || else_node == 0) return 0;
  if (then_node == else_node) return label_of(then_node);
  return label_of(
      make_node(CAIRN_OP_Ite, width, 0, node_of(condition), then_node | (static_cast<uint64_t>(else_node) << 32)));
}

}  // namespace
}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT cairn_label __cairn_binary(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t y) {
  return narrow(op_of(op), width_in(op), width_in(op), a, b, x, y);
}

CAIRN_EXPORT cairn_label __cairn_binary_wide(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t x_high,
                                             uint64_t y, uint64_t y_high) {
  return wide(op_of(op), width_in(op), width_in(op), a, b, x, x_high, y, y_high);
}

CAIRN_EXPORT cairn_label __cairn_compare(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t y) {
  return narrow(op_of(op), 1, width_in(op), a, b, x, y);
}

CAIRN_EXPORT cairn_label __cairn_compare_wide(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t x_high,
                                              uint64_t y, uint64_t y_high) {
  return wide(op_of(op), 1, width_in(op), a, b, x, x_high, y, y_high);
}

CAIRN_EXPORT cairn_label __cairn_unary(uint32_t op, cairn_label a) {
  if (!follows(a)) return 0;
  return label_of(make_node(op_of(op), width_in(op), 0, node_of(a), 0));
}

CAIRN_EXPORT cairn_label __cairn_convert(uint32_t op, cairn_label a) {
  if (!follows(a)) return 0;
  const uint32_t width = width_in(op);
  if (op_of(op) == CAIRN_OP_Extract) return label_of(make_extract(node_of(a), 0, width));
  return label_of(make_node(op_of(op), width, 0, node_of(a), 0));
}

CAIRN_EXPORT cairn_label __cairn_extract(cairn_label a, uint32_t low, uint32_t width) {
  if (!follows(a)) return 0;
  return label_of(make_extract(node_of(a), low, width));
}

CAIRN_EXPORT cairn_label __cairn_join(cairn_label high, cairn_label low, uint64_t x_high, uint64_t x_low,
                                      uint32_t high_width, uint32_t low_width) {
  if (!follows(high | low)) return 0;
  const uint32_t h = operand(high, x_high, 0, high_width);
  const uint32_t l = operand(low, x_low, 0, low_width);
  if (h == 0 || l == 0) return 0;
  return label_of(make_binary(CAIRN_OP_Concat, high_width + low_width, h, l));
}

CAIRN_EXPORT cairn_label __cairn_ite(uint32_t width, cairn_label condition, uint32_t taken, cairn_label a,
                                     cairn_label b, uint64_t x, uint64_t y) {
  return choose(width, condition, taken, a, b, x, 0, y, 0);
}

CAIRN_EXPORT cairn_label __cairn_ite_wide(uint32_t width, cairn_label condition, uint32_t taken, cairn_label a,
                                          cairn_label b, uint64_t x, uint64_t x_high, uint64_t y, uint64_t y_high) {
  return choose(width, condition, taken, a, b, x, x_high, y, y_high);
}

CAIRN_EXPORT cairn_label __cairn_ternary(uint32_t op, cairn_label a, cairn_label b, cairn_label c, uint64_t x,
                                         uint64_t y, uint64_t z) {
  if (!follows(a | b | c)) return 0;
  const uint32_t width = width_in(op);
  const uint32_t na = operand(a, x, 0, width);
  const uint32_t nb = operand(b, y, 0, width);
  const uint32_t nc = operand(c, z, 0, width);
  if (na == 0 || nb == 0 || nc == 0) return 0;
  return label_of(make_node(op_of(op), width, 0, na, nb | (static_cast<uint64_t>(nc) << 32)));
}
