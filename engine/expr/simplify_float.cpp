// Floating point: scaling by a power of two that is a number itself is a product, rounded once like the other. Solvers
// know products.
#include <bit>
#include <cmath>

#include "engine/expr/rules.h"

namespace cairn::expr {

bool simplify_scale(Dag& dag, Node& n) {
  const Operand by = look(dag, n.b);
  if (!by.constant) return false;
  const bool wide = n.width == 64;
  const double exponent = wide ? std::bit_cast<double>(static_cast<std::uint64_t>(by.value))
                               : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(by.value)));
  const int most = wide ? 1022 : 126;
  if (!(std::fabs(exponent) <= most) || std::trunc(exponent) != exponent) return false;
  const auto biased = static_cast<u128>(static_cast<int>(exponent) + most + 1);
  return is(n, Op::FMul, n.width, n.a, dag.constant(biased << (wide ? 52 : 23), n.width));
}

}  // namespace cairn::expr
