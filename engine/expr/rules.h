// The language the simplification rules are written in, and the list of rule files.
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

}  // namespace cairn::expr
