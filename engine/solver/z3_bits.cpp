#include "engine/solver/z3_bits.h"

#include <vector>

#include "engine/base/check.h"

namespace cairn::solver {

using expr::Op;
using expr::u128;

namespace {

unsigned width_of(const z3::expr& a) { return a.get_sort().bv_size(); }
z3::expr number(const z3::expr& like, u128 value) { return z3_value(like.ctx(), value, width_of(like)); }
z3::expr bit(const z3::expr& a, unsigned i) { return a.extract(i, i); }
z3::expr is_set(const z3::expr& a, unsigned i) { return bit(a, i) == z3_value(a.ctx(), 1, 1); }
z3::expr negative(const z3::expr& a) { return is_set(a, width_of(a) - 1); }

}  // namespace

z3::expr z3_value(z3::context& context, u128 value, unsigned width) {
  const auto low = static_cast<std::uint64_t>(value), high = static_cast<std::uint64_t>(value >> 64);
  if (width <= 64) return context.bv_val(low, width);
  return z3::concat(context.bv_val(high, width - 64), context.bv_val(low, 64)).simplify();
}

z3::expr z3_reverse(const z3::expr& a, unsigned unit) {
  z3::expr result = a.extract(unit - 1, 0);
  for (unsigned low = unit; low < width_of(a); low += unit) result = z3::concat(result, a.extract(low + unit - 1, low));
  return result;
}

// A balanced tree of additions; each is of the full width, the high zeros cost nothing after bit-blasting.
z3::expr z3_population(const z3::expr& a) {
  const unsigned width = width_of(a);
  std::vector<z3::expr> terms;
  for (unsigned i = 0; i < width; ++i) terms.push_back(width == 1 ? a : z3::zext(bit(a, i), width - 1));
  while (terms.size() > 1) {
    std::vector<z3::expr> sums;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) sums.push_back(terms[i] + terms[i + 1]);
    if (terms.size() % 2 != 0) sums.push_back(terms.back());
    terms = std::move(sums);
  }
  return terms.front();
}

z3::expr z3_leading_zeros(const z3::expr& a) {
  const unsigned width = width_of(a);
  z3::expr result = number(a, width);
  for (unsigned i = 0; i < width; ++i) result = z3::ite(is_set(a, i), number(a, width - 1 - i), result);
  return result;
}

z3::expr z3_trailing_zeros(const z3::expr& a) {
  const unsigned width = width_of(a);
  z3::expr result = number(a, width);
  for (unsigned i = width; i-- > 0;) result = z3::ite(is_set(a, i), number(a, i), result);
  return result;
}

z3::expr z3_funnel(const z3::expr& high, const z3::expr& low, const z3::expr& amount, bool left) {
  const unsigned width = width_of(high);
  if (width == 1) return left ? high : low;  // every amount is 0 modulo 1, and 1 has no representation modulo
  const bool power = (width & (width - 1)) == 0;
  const z3::expr by = power ? amount & number(amount, width - 1) : z3::urem(amount, number(amount, width));
  const z3::expr both = z3::concat(high, low), wide_by = z3::zext(by, width);
  return left ? z3::shl(both, wide_by).extract(2 * width - 1, width) : z3::lshr(both, wide_by).extract(width - 1, 0);
}

z3::expr z3_overflow(Op op, const z3::expr& a, const z3::expr& b) {
  const unsigned width = width_of(a);
  switch (op) {
    case Op::UAddO:
      return z3::ult(a + b, a);
    case Op::USubO:
      return z3::ult(a, b);
    case Op::SAddO:
      return negative((a ^ (a + b)) & (b ^ (a + b)));
    case Op::SSubO:
      return negative((a ^ b) & (a ^ (a - b)));
    case Op::UMulO:
      return !z3::bvmul_no_overflow(a, b, false);
    default:
      break;
  }
  CHECK(op == Op::SMulO);
  if (width == 1) return (a & b) == number(a, 1);  // -1 * -1
  return !(z3::bvmul_no_overflow(a, b, true) && z3::bvmul_no_underflow(a, b));
}

z3::expr z3_signed_bound(const z3::expr& a) {
  const unsigned width = width_of(a);
  const u128 least = u128{1} << (width - 1);
  return z3::ite(negative(a), number(a, least), number(a, least - 1));
}

}  // namespace cairn::solver
