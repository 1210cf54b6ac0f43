// What there is to know about an operation besides its meaning (evaluate.h): name, arity, class. From CAIRN_OPS.
#pragma once

#include <array>
#include <cstdint>

#include "engine/expr/expr.h"

namespace cairn::expr {

enum class OpClass : std::uint8_t { leaf, bin, cmp, un, conv, tern, other };

struct OpInfo {
  const char* name;
  std::uint8_t arity;
  OpClass cls;
};

inline constexpr std::array<OpInfo, CAIRN_OP_COUNT> kOperations = {{
#define CAIRN_EXPR_INFO(name, arity, cls, ...) {#name, arity, OpClass::cls},
    CAIRN_OPS(CAIRN_EXPR_INFO)
#undef CAIRN_EXPR_INFO
}};

constexpr const OpInfo& info(Op op) { return kOperations[static_cast<std::size_t>(op)]; }
constexpr unsigned arity(Op op) { return info(op).arity; }

// Operand i of a node (0 .. arity - 1).
inline ExprId operand(const Node& node, unsigned i) { return i == 0 ? node.a : i == 1 ? node.b : node.c; }

// Floating-point addition and multiplication are not listed: which NaN they give depends on the order.
constexpr bool commutative(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Eq:
    case Op::Ne:
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::UAddO:
    case Op::SAddO:
    case Op::UMulO:
    case Op::SMulO:
      return true;
    default:
      return false;
  }
}

// Operands and result are floating-point numbers of the node's width.
constexpr bool float_arithmetic(Op op) {
  return (op >= Op::FAdd && op <= Op::FCopySign) || (op >= Op::FNeg && op <= Op::Fma) || op >= Op::FFraction;
}
// Computed by the C library, and known to no solver.
constexpr bool library_function(Op op) { return op == Op::FRem || op >= Op::FExponent; }
constexpr bool float_comparison(Op op) { return op >= Op::FOrd && op <= Op::FLe; }
// Operands are floating-point numbers.
constexpr bool takes_floats(Op op) { return op >= Op::FAdd && op != Op::SIToF && op != Op::UIToF; }
constexpr bool float_format(unsigned width) { return width == 32 || width == 64; }

}  // namespace cairn::expr
