// Floating-point operations on bit patterns, carried out by the processor.
#pragma once

#include "engine/expr/expr.h"

namespace cairn::expr {

// Requires: `op` is a floating-point operation and the widths are well formed (Dag::well_formed).
[[nodiscard]] u128 apply_float(Op op, unsigned width, unsigned operand_width, u128 a, u128 b, u128 c);

}  // namespace cairn::expr
