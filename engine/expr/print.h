// Expressions as text: for people (C-like, with names of input bytes) and as SMT-LIB 2.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "engine/expr/expr.h"

namespace cairn::expr {

// C-like, with as few parentheses as C needs. `name` gives an input byte's name, such as stdin[3].
// Numbers are unsigned; operations that see signed numbers end in s (x <s 0, x /s 3), several bytes are read by
// load32(x), and what C has no operator for looks like a call. Parts that are used again or too long are named:  t1 < 3
// where t1 = ...
std::string to_text(const Dag& dag, ExprId id, const std::function<std::string(ByteId)>& name);

// A whole SMT-LIB 2 script (QF_BV or QF_BVFP; tables are functions) asserting the constraints, ending with (check-sat)
// and (get-value (...)) of the bytes b0, b1, ... named by their ByteId. Each node is defined once, so sharing is kept.
// Floating-point results are bit vectors constrained to convert to the right number, so the bits of a NaN are free, as
// the operations have it. SMT-LIB knows neither fmod nor the other functions of the mathematical library: their results
// are left free, and comments say so.
std::string to_smtlib(const Dag& dag, std::span<const ExprId> constraints);

}  // namespace cairn::expr
