#include "engine/solver/distance.h"

#include <algorithm>
#include <cmath>

#include "engine/expr/bits.h"
#include "engine/solver/float_moves.h"

namespace cairn::solver {
namespace {

using expr::Op;
using expr::u128;

constexpr unsigned kDeepest = 24;
// What a condition that does not hold costs at least: one more satisfied must weigh more than one closer.
constexpr double kViolated = 0.5;

double logarithm(u128 value) { return std::log2(1.0 + static_cast<double>(value)); }

double scaled(double amount, unsigned width) { return kViolated + amount / (width + 1.0); }

double unequal(u128 a, u128 b, unsigned width) {
  const u128 up = expr::truncate(a - b, width), down = expr::truncate(b - a, width);
  const double bits = expr::population(a ^ b);
  return scaled(std::min(bits, logarithm(std::min(up, down))), width);
}

// By how much a exceeds b.
double excess(u128 a, u128 b, unsigned width, bool is_signed) {
  const u128 bias = is_signed ? u128{1} << (width - 1) : 0;
  return scaled(logarithm((a ^ bias) - (b ^ bias)), width);
}

double measure(const Flat& flat, std::uint32_t index, bool wanted, unsigned depth, unsigned& left) {
  if ((flat.value(index) != 0) == wanted) return 0;
  const Flat::Item& item = flat.item(index);
  if (depth == kDeepest || left == 0) return 1;
  --left;
  const auto below = [&](std::uint32_t operand, bool value) { return measure(flat, operand, value, depth + 1, left); };
  const auto value = [&](std::uint32_t operand) { return flat.value(operand); };
  const bool logic = item.from == 1;
  switch (item.op) {
    case Op::And:
      return wanted ? below(item.a, true) + below(item.b, true) : std::min(below(item.a, false), below(item.b, false));
    case Op::Or:
      return wanted ? std::min(below(item.a, true), below(item.b, true)) : below(item.a, false) + below(item.b, false);
    case Op::Xor:
      return std::min(below(item.a, value(item.a) == 0), below(item.b, value(item.b) == 0));
    case Op::Ite:
      return std::min(below(item.a, true) + below(item.b, wanted), below(item.a, false) + below(item.c, wanted));
    case Op::Const:
      return 100;  // never
    case Op::Eq:
    case Op::Ne:
      if (logic) return std::min(below(item.a, value(item.a) == 0), below(item.b, value(item.b) == 0));
      if ((item.op == Op::Eq) != wanted) return kViolated;
      return unequal(value(item.a), value(item.b), item.from);
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: {
      const bool is_signed = item.op == Op::Slt || item.op == Op::Sle;
      return wanted ? excess(value(item.a), value(item.b), item.from, is_signed)
                    : excess(value(item.b), value(item.a), item.from, is_signed);
    }
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
      if (!wanted && item.op == Op::FEq) return kViolated;
      return scaled(logarithm(numbers_between(static_cast<std::uint64_t>(value(item.a)),
                                              static_cast<std::uint64_t>(value(item.b)), item.from)),
                    item.from);
    default:
      return 1;
  }
}

}  // namespace

double distance(const Flat& flat, std::uint32_t item, bool wanted, std::uint64_t& visits) {
  unsigned left = kMostVisits;
  const double result = measure(flat, item, wanted, 0, left);
  visits += kMostVisits - left;
  return result;
}

}  // namespace cairn::solver
