// Bit-vector operations that Z3 lacks, built from those it has.
#pragma once

#include <z3++.h>

#include "engine/expr/expr.h"

namespace cairn::solver {

z3::expr z3_value(z3::context& context, expr::u128 value, unsigned width);

// The units of `unit` bits in reverse order: 8 swaps bytes, 1 reverses bits.
z3::expr z3_reverse(const z3::expr& a, unsigned unit);
z3::expr z3_population(const z3::expr& a);
z3::expr z3_leading_zeros(const z3::expr& a);
z3::expr z3_trailing_zeros(const z3::expr& a);
// The high (left) or low (right) half of high:low shifted by amount modulo the width.
z3::expr z3_funnel(const z3::expr& high, const z3::expr& low, const z3::expr& amount, bool left);
// The Boolean of an overflow operation (Op::UAddO ... Op::SMulO).
z3::expr z3_overflow(expr::Op op, const z3::expr& a, const z3::expr& b);
// The least or greatest signed value, on the side of the sign of `a`.
z3::expr z3_signed_bound(const z3::expr& a);

}  // namespace cairn::solver
