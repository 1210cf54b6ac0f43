// The floating-point part of the SMT-LIB printer, and the few words both parts use.
#pragma once

#include <string>

#include "engine/expr/expr.h"

namespace cairn::expr::smtlib {

inline std::string sort(unsigned width) { return "(_ BitVec " + std::to_string(width) + ")"; }
std::string bits(u128 value, unsigned width);
inline std::string call(const std::string& f, const std::string& a) { return "(" + f + " " + a + ")"; }
inline std::string call(const std::string& f, const std::string& a, const std::string& b) {
  return "(" + f + " " + a + " " + b + ")";
}

// Is the operation's result a number, so that its bits can only be constrained, not named?
bool constrains_result(Op op);
// The assertion about `result`, with a line end.
std::string constraint(Op op, unsigned width, const std::string& result, unsigned operand_width, const std::string& a,
                       const std::string& b, const std::string& c);
// The value of the other floating-point operations: comparisons, operations on the sign, conversions to integers.
std::string float_value(Op op, unsigned width, unsigned operand_width, const std::string& a, const std::string& b);

}  // namespace cairn::expr::smtlib
