// The language the simplification rules are written in, and the list of rule files.
//
// A rule has the form  if (pattern) return is(request, replacement).  Replacements that are requests themselves are
// looked at again in a loop; operands they need are made by dag.make(), so a rule must not call it on something as
// large as the request, or it would recurse without end: every nested request is narrower, or has one operation less.
#pragma once

#include "engine/expr/bits.h"
#include "engine/expr/expr.h"

namespace cairn::expr {

// The request becomes an existing expression, or another request.
inline bool is(Node& n, ExprId id) {
  n = {.op = Op::None, .width = 0, .a = id};
  return true;
}
inline bool is(Node& n, Op op, unsigned width, ExprId a, ExprId b = {}, ExprId c = {}, std::uint64_t imm = 0) {
  n = {.op = op, .width = static_cast<std::uint8_t>(width), .a = a, .b = b, .c = c, .imm = imm};
  return true;
}
inline bool is_constant(Dag& dag, Node& n, u128 value) { return is(n, dag.constant(value, n.width)); }
// For requests of 1 bit: the complement of that expression.
inline bool is_not(Dag& dag, Node& n, ExprId id) { return is(n, Op::Xor, 1, id, dag.truth(true)); }

// An operand with what rules ask of it.
struct Operand {
  ExprId id;
  const Node* node;
  bool constant;
  u128 value;  // of a constant

  [[nodiscard]] bool is(Op op) const { return node->op == op; }
  [[nodiscard]] unsigned width() const { return node->width; }
};

inline Operand look(const Dag& dag, ExprId id) {
  const Node& node = dag.node(id);
  if (node.op != Op::Const) return {id, &node, false, 0};
  return {id, &node, true, node.width <= 64 ? u128{node.imm} : *dag.constant_value(id)};
}

// One rule file each.
bool simplify_add(Dag& dag, Node& n);  // simplify_arithmetic.cpp
bool simplify_sub(Dag& dag, Node& n);
bool simplify_mul(Dag& dag, Node& n);
bool simplify_division(Dag& dag, Node& n);
bool simplify_overflow(Dag& dag, Node& n);  // simplify_overflow.cpp
bool simplify_and(Dag& dag, Node& n);       // simplify_logic.cpp
bool simplify_or(Dag& dag, Node& n);
bool simplify_xor(Dag& dag, Node& n);
bool simplify_disjoint(Dag& dag, Node& n);  // simplify_disjoint.cpp
bool simplify_shift(Dag& dag, Node& n);     // simplify_shift.cpp
bool simplify_permutation(Dag& dag, Node& n);
bool simplify_zext(Dag& dag, Node& n);  // simplify_shape.cpp
bool simplify_sext(Dag& dag, Node& n);
bool simplify_concat(Dag& dag, Node& n);
bool simplify_table_read(Dag& dag, Node& n);
bool simplify_extract(Dag& dag, Node& n);   // simplify_extract.cpp
bool simplify_equality(Dag& dag, Node& n);  // simplify_equality.cpp
bool simplify_order(Dag& dag, Node& n);     // simplify_order.cpp
bool simplify_ite(Dag& dag, Node& n);       // simplify_ite.cpp
bool simplify_scale(Dag& dag, Node& n);     // simplify_float.cpp

}  // namespace cairn::expr
