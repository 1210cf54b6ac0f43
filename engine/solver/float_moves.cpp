#include "engine/solver/float_moves.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/expr/operation.h"

namespace cairn::solver {
namespace {

using expr::Op;

std::uint64_t sign_of(unsigned width) { return std::uint64_t{1} << (width - 1); }

// Bit patterns in the order of the numbers they stand for; both zeros are one place.
std::uint64_t place(std::uint64_t bits, unsigned width) {
  const std::uint64_t sign = sign_of(width);
  return (bits & sign) != 0 ? sign - (bits & (sign - 1)) : sign + bits;
}

std::uint64_t bits_at(std::uint64_t place, unsigned width) {
  const std::uint64_t sign = sign_of(width);
  return place >= sign ? place - sign : sign | (sign - place);
}

bool is_nan(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::isnan(std::bit_cast<double>(bits));
}

std::uint64_t encode(double value, unsigned width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : std::bit_cast<std::uint64_t>(value);
}

double decode(std::uint64_t bits, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::bit_cast<double>(bits);
}

bool is_comparison(Op op) { return expr::float_comparison(op) || (op >= Op::Eq && op <= Op::Sle); }

// How much the left side of a comparison is to grow for both to be equal. Integers count too: they may be made of
// numbers.
std::optional<double> missing(const Flat& flat, std::uint32_t root) {
  while (flat.item(root).op == Op::Xor && flat.item(root).width == 1) root = flat.item(root).a;  // a complement
  const Flat::Item& item = flat.item(root);
  if (!is_comparison(item.op) || item.from < 8 || item.from > 64) return std::nullopt;
  const auto number = [&](std::uint32_t at) {
    const auto bits = static_cast<std::uint64_t>(flat.value(at));
    if (expr::float_comparison(item.op)) return decode(bits, item.from);
    return static_cast<double>(static_cast<std::int64_t>(bits << (64 - item.from)) >> (64 - item.from));
  };
  const double gap = number(item.b) - number(item.a);
  return std::isfinite(gap) ? std::optional(gap) : std::nullopt;
}

}  // namespace

std::uint64_t numbers_between(std::uint64_t a, std::uint64_t b, unsigned width) {
  if (is_nan(a, width) || is_nan(b, width)) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t first = place(a, width), second = place(b, width);
  return first > second ? first - second : second - first;
}

FloatMoves::FloatMoves(const Flat& flat) {
  for (std::uint32_t i = 0; i < flat.size(); ++i) {
    const Flat::Item& item = flat.item(i);
    if (!expr::takes_floats(item.op)) continue;
    for (const std::uint32_t operand : {item.a, item.b, item.c}) {
      if (operand == Flat::kNone) continue;
      const Flat::Item& used = flat.item(operand);
      if (used.op == Op::Const)
        constants_.push_back(decode(static_cast<std::uint64_t>(flat.value(operand)), used.width));
      if (used.op != Op::Input || !expr::float_format(used.width)) continue;
      const bool known = std::ranges::any_of(inputs_, [&](const Input& each) { return each.item == operand; });
      const std::uint32_t first = flat.place_of(expr::ByteId(static_cast<std::uint32_t>(used.imm)));
      if (!known) inputs_.push_back({operand, first, used.width});
    }
  }
}

std::vector<Flat::Change> FloatMoves::propose(const Flat& flat, base::Rng& rng) const {
  const Input& input = inputs_[rng.below(inputs_.size())];
  const unsigned width = input.width;
  const auto now = static_cast<std::uint64_t>(flat.value(input.item));
  std::uint64_t next = now;
  const auto step = [&](std::uint64_t from) {
    const std::uint64_t by = std::uint64_t{1} << rng.below(width - 1);
    const std::uint64_t at = place(from, width), moved = rng.coin() ? at + by : at - by;
    return bits_at(width == 32 ? moved & 0xffffffffu : moved, width);
  };
  switch (rng.below(6)) {
    case 0: {
      static constexpr double kSpecial[] = {0.0,
                                            -0.0,
                                            1.0,
                                            -1.0,
                                            0.5,
                                            2.0,
                                            1e10,
                                            -1e10,
                                            std::numeric_limits<double>::infinity(),
                                            -std::numeric_limits<double>::infinity(),
                                            std::numeric_limits<double>::quiet_NaN()};
      next = encode(kSpecial[rng.below(std::size(kSpecial))], width);
      if (rng.below(4) == 0) next = rng.coin() ? 1 : sign_of(width) | 1;  // the smallest denormal
      break;
    }
    case 1:
    case 2: {
      // A constant, a neighbour of it, or a simple function of two.
      if (constants_.empty()) return {};
      const double a = constants_[rng.below(constants_.size())], b = constants_[rng.below(constants_.size())];
      const double candidates[] = {a, -a, a + b, a - b, a * b, a / b, std::sqrt(std::fabs(a)), std::cbrt(a)};
      next = encode(candidates[rng.below(std::size(candidates))], width);
      const auto off = static_cast<std::int64_t>(rng.below(5)) - 2;
      if (!is_nan(next, width)) next = bits_at(place(next, width) + static_cast<std::uint64_t>(off), width);
      break;
    }
    case 3: {
      // Another exponent, near zero more often than not.
      const auto exponent = static_cast<int>(rng.below(rng.coin() ? 40 : 2100)) - 20;
      const double fraction = 1.0 + static_cast<double>(rng.below(1u << 20)) / (1u << 20);
      next = encode(std::ldexp(rng.coin() ? fraction : -fraction, rng.coin() ? exponent : -exponent), width);
      break;
    }
    default:
      next = step(now);
  }
  std::vector<Flat::Change> changes;
  put(input, next, changes);
  return changes;
}

void FloatMoves::put(const Input& input, std::uint64_t bits, std::vector<Flat::Change>& changes) {
  for (unsigned i = 0; i < input.width / 8; ++i)
    changes.push_back({input.first + i, static_cast<std::uint8_t>(bits >> (8 * i))});
}

std::vector<Flat::Change> FloatMoves::approach(Flat& flat, std::uint32_t root, base::Rng& rng) const {
  const auto gap = missing(flat, root);
  if (!gap) return {};
  const Input& first = inputs_[rng.below(inputs_.size())];
  const Input& second = inputs_[rng.below(inputs_.size())];
  const bool both = first.item != second.item && rng.coin();
  const double sign = rng.coin() ? 1 : -1;
  const double x = decode(static_cast<std::uint64_t>(flat.value(first.item)), first.width);
  const double y = decode(static_cast<std::uint64_t>(flat.value(second.item)), second.width);
  if (!std::isfinite(x) || (both && !std::isfinite(y))) return {};
  const auto moved = [&](double by) {
    std::vector<Flat::Change> changes;
    put(first, encode(x + by, first.width), changes);
    if (both) put(second, encode(y + sign * by, second.width), changes);
    return changes;
  };
  // A step that a float can tell, and that rounding does not swallow.
  const double step = std::max(std::fabs(x), 1.0) * (rng.coin() ? 0x1p-12 : 0x1p-3);
  flat.change(moved(step));
  const auto other = missing(flat, root);
  flat.undo();
  if (!other || *other == *gap) return {};
  // Right there, or beyond it by little or much: most comparisons want one side to be less.
  static constexpr double kBeyond[] = {1, 1, 1 + 1e-9, 1 + 1e-3, 1.5, 3};
  return moved(*gap / (*gap - *other) * step * kBeyond[rng.below(std::size(kBeyond))]);
}

}  // namespace cairn::solver
