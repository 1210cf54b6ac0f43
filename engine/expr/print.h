// Expressions as text: for people (C-like, with names of input bytes) and as SMT-LIB 2.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "engine/expr/expr.h"

namespace cairn::expr {

// C-like. `name` gives an input byte's name, such as stdin[3].
std::string to_text(const Dag& dag, ExprId id, const std::function<std::string(ByteId)>& name);

// A whole SMT-LIB 2 script (QF_ABVFP) asserting the constraints, ending with (check-sat) and (get-value (...)) of the
// bytes b0, b1, ... named by their ByteId.
std::string to_smtlib(const Dag& dag, std::span<const ExprId> constraints);

}  // namespace cairn::expr
