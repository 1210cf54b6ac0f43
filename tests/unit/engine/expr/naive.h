// An independent definition of every operation, bit by bit as taught at school, to hold the engine's against. Slow and
// plain on purpose; shares nothing with engine/expr but the list of operations.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::expr::naive {

using Bits = std::vector<bool>;  // [0] is the least significant

inline Bits bits(u128 value, unsigned width) {
  Bits result(width);
  for (unsigned i = 0; i < width; ++i) result[i] = ((value >> i) & 1) != 0;
  return result;
}
inline u128 value(const Bits& x) {
  u128 result = 0;
  for (std::size_t i = 0; i < x.size(); ++i) result |= u128{x[i]} << i;
  return result;
}
inline Bits resized(Bits x, std::size_t width, bool fill) {
  x.resize(width, fill);
  return x;
}
inline bool sign(const Bits& x) { return x.back(); }
inline bool zero(const Bits& x) {
  for (const bool bit : x) {
    if (bit) return false;
  }
  return true;
}
inline Bits invert(Bits x) {
  x.flip();
  return x;
}
inline Bits add(const Bits& x, const Bits& y, bool carry = false) {
  Bits result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int sum = x[i] + y[i] + carry;
    result[i] = (sum & 1) != 0;
    carry = sum > 1;
  }
  return result;
}
inline Bits sub(const Bits& x, const Bits& y) { return add(x, invert(y), true); }
inline Bits negated(const Bits& x) { return sub(Bits(x.size()), x); }
inline bool less(const Bits& x, const Bits& y) {
  for (std::size_t i = x.size(); i-- > 0;) {
    if (x[i] != y[i]) return y[i];
  }
  return false;
}
inline bool signed_less(const Bits& x, const Bits& y) { return sign(x) != sign(y) ? sign(x) : less(x, y); }
inline Bits left(const Bits& x, std::size_t by) {
  Bits result(x.size());
  for (std::size_t i = by; i < x.size(); ++i) result[i] = x[i - by];
  return result;
}
inline Bits right(const Bits& x, std::size_t by, bool fill) {
  Bits result(x.size(), fill);
  for (std::size_t i = by; i < x.size(); ++i) result[i - by] = x[i];
  return result;
}
inline Bits mul(const Bits& x, const Bits& y) {
  Bits result(x.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (y[i]) result = add(result, left(x, i));
  }
  return result;
}
struct Division {
  Bits quotient, remainder;
};
inline Division divide(const Bits& x, const Bits& y) {
  const std::size_t width = x.size();
  if (zero(y)) return {Bits(width, true), x};
  Division d{Bits(width), Bits(width + 1)};
  const Bits wide = resized(y, width + 1, false);
  for (std::size_t i = width; i-- > 0;) {
    d.remainder = left(d.remainder, 1);
    d.remainder[0] = x[i];
    if (less(d.remainder, wide)) continue;
    d.remainder = sub(d.remainder, wide);
    d.quotient[i] = true;
  }
  d.remainder.resize(width);
  return d;
}
inline Bits magnitude(const Bits& x) { return sign(x) ? negated(x) : x; }
inline Bits signed_quotient(const Bits& x, const Bits& y) {
  const Bits q = divide(magnitude(x), magnitude(y)).quotient;
  return sign(x) != sign(y) ? negated(q) : q;
}
inline Bits signed_remainder(const Bits& x, const Bits& y) {
  const Bits r = divide(magnitude(x), magnitude(y)).remainder;
  return sign(x) ? negated(r) : r;
}
// Number of bits shifted by: the width when it is that or more.
inline std::size_t amount(const Bits& x) {
  std::size_t result = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!x[i]) continue;
    if (i >= 8) return x.size();
    result |= std::size_t{1} << i;
  }
  return std::min(result, x.size());
}
inline Bits selected(bool condition, const Bits& x, const Bits& y) { return condition ? x : y; }
inline Bits concat(const Bits& high, const Bits& low) {
  Bits result = low;
  result.insert(result.end(), high.begin(), high.end());
  return result;
}
inline Bits extract(const Bits& x, std::size_t low, std::size_t width) {
  Bits result(width);
  for (std::size_t i = 0; i < width; ++i) result[i] = x[low + i];
  return result;
}
inline Bits funnel(const Bits& high, const Bits& low, const Bits& by, bool to_left) {
  const std::size_t width = high.size();
  const auto n = static_cast<std::size_t>(value(by) % width);
  return extract(concat(high, low), to_left ? width - n : n, width);
}
// Arithmetic in twice the width, where it cannot overflow, and whether the result fits back.
template <class F>
Bits widened(const Bits& x, const Bits& y, bool is_signed, F&& f) {
  const std::size_t width = 2 * x.size() + 1;
  return f(resized(x, width, is_signed && sign(x)), resized(y, width, is_signed && sign(y)));
}
inline bool fits(const Bits& wide, std::size_t width, bool is_signed) {
  const Bits back = extract(wide, 0, width);
  return resized(back, wide.size(), is_signed && sign(back)) == wide;
}
inline Bits saturated(const Bits& wide, std::size_t width, bool is_signed) {
  if (fits(wide, width, is_signed)) return extract(wide, 0, width);
  if (!is_signed) return Bits(width, !sign(wide));
  Bits bound(width, !sign(wide));
  bound.back() = sign(wide);
  return bound;
}

template <class F>
F decoded(const Bits& x) {
  const u128 v = value(x);
  F result;
  std::memcpy(&result, &v, sizeof result);
  return result;
}
template <class F>
Bits encoded(F x) {
  u128 v = 0;
  std::memcpy(&v, &x, sizeof x);
  return bits(v, 8 * sizeof x);
}

template <class F>
Bits float_operation(Op op, const Bits& a, const Bits& b, const Bits& c) {
  const F x = decoded<F>(a), y = b.empty() ? F{} : decoded<F>(b), z = c.empty() ? F{} : decoded<F>(c);
  Bits flipped = a;
  switch (op) {
    case Op::FAdd:
      return encoded<F>(x + y);
    case Op::FSub:
      return encoded<F>(x - y);
    case Op::FMul:
      return encoded<F>(x * y);
    case Op::FDiv:
      return encoded<F>(x / y);
    case Op::FRem:
      return encoded<F>(std::fmod(x, y));
    case Op::FMin:
      return encoded<F>(std::fmin(x, y));
    case Op::FMax:
      return encoded<F>(std::fmax(x, y));
    case Op::FCopySign:
      flipped.back() = sign(b);
      return flipped;
    case Op::FOrd:
      return {x == x && y == y};
    case Op::FEq:
      return {x == y};
    case Op::FLt:
      return {x < y};
    case Op::FLe:
      return {x <= y};
    case Op::FNeg:
      flipped.back() = !sign(a);
      return flipped;
    case Op::FAbs:
      flipped.back() = false;
      return flipped;
    case Op::FSqrt:
      return encoded<F>(std::sqrt(x));
    case Op::FFloor:
      return encoded<F>(std::floor(x));
    case Op::FCeil:
      return encoded<F>(std::ceil(x));
    case Op::FTrunc:
      return encoded<F>(std::trunc(x));
    case Op::FRound:
      return encoded<F>(std::round(x));
    case Op::FRoundEven:
      return encoded<F>(std::rint(x));
    case Op::Fma:
      return encoded<F>(std::fma(x, y, z));
    case Op::FFraction: {
      F fraction = x;
      while (std::isfinite(fraction) && std::fabs(fraction) >= 1) fraction /= 2;
      while (std::isfinite(fraction) && fraction != 0 && std::fabs(fraction) < F(0.5)) fraction *= 2;
      return encoded<F>(fraction);
    }
    case Op::FScale:
      return encoded<F>(std::scalbln(x, y > 9000 ? 9000 : y < -9000 ? -9000 : static_cast<long>(y)));
#define CAIRN_TEST_un(function) \
  sizeof(F) == 4 ? static_cast<F>(::function##f(static_cast<float>(x))) : static_cast<F>(::function(x))
#define CAIRN_TEST_bin(function)                                                               \
  sizeof(F) == 4 ? static_cast<F>(::function##f(static_cast<float>(x), static_cast<float>(y))) \
                 : static_cast<F>(::function(x, y))
#define CAIRN_TEST(name, arity, cls, function) \
  case Op::name:                               \
    return encoded<F>(CAIRN_TEST_##cls(function));
      CAIRN_LIBM(CAIRN_TEST)
#undef CAIRN_TEST
#undef CAIRN_TEST_bin
#undef CAIRN_TEST_un
    default:
      return {};
  }
}

// In range: the value; otherwise what conversion in 32 or 64 bits leaves, by its documented "integer indefinite".
inline Bits float_to_integer(long double x, unsigned width, bool is_signed) {
  if (width > 64) {
    const long double limit = std::ldexp(1.0L, static_cast<int>(width) - (is_signed ? 1 : 0));
    if (x != x || (!is_signed && x < 0)) return Bits(width);
    if (x >= limit || x < -limit) {
      Bits bound(width, x > 0);
      if (is_signed) bound.back() = x < 0;
      return bound;
    }
    return bits(x < 0 ? u128{0} - static_cast<u128>(-x) : static_cast<u128>(x), width);
  }
  const unsigned machine = is_signed ? (width <= 32 ? 32 : 64) : (width <= 16 ? 32 : 64);
  const long double limit = std::ldexp(1.0L, static_cast<int>(machine) - 1);
  const auto convert = [&](long double y) {
    if (!(y > -limit - 1 && y < limit)) return u128{1} << (machine - 1);
    return y < 0 ? u128{0} - static_cast<u128>(-y) : static_cast<u128>(y);
  };
  if (is_signed || width <= 32) return bits(convert(x), width);
  const Bits low = bits(convert(x), 64);
  return extract(sign(low) ? bits(value(low) | value(bits(convert(x - limit), 64)), 64) : low, 0, width);
}

inline Bits apply(Op op, unsigned width, std::uint64_t imm, const Bits& a, const Bits& b, const Bits& c) {
  const std::size_t n = a.size();
  switch (op) {
    case Op::Add:
      return add(a, b);
    case Op::Sub:
      return sub(a, b);
    case Op::Mul:
      return mul(a, b);
    case Op::UDiv:
      return divide(a, b).quotient;
    case Op::URem:
      return divide(a, b).remainder;
    case Op::SDiv:
      return signed_quotient(a, b);
    case Op::SRem:
      return signed_remainder(a, b);
    case Op::And:
    case Op::Or:
    case Op::Xor: {
      Bits result(n);
      for (std::size_t i = 0; i < n; ++i) {
        result[i] = op == Op::And ? a[i] && b[i] : op == Op::Or ? a[i] || b[i] : a[i] != b[i];
      }
      return result;
    }
    case Op::Shl:
      return left(a, amount(b));
    case Op::LShr:
      return right(a, amount(b), false);
    case Op::AShr:
      return right(a, amount(b), sign(a));
    case Op::Eq:
      return {a == b};
    case Op::Ne:
      return {a != b};
    case Op::Ult:
      return {less(a, b)};
    case Op::Ule:
      return {!less(b, a)};
    case Op::Slt:
      return {signed_less(a, b)};
    case Op::Sle:
      return {!signed_less(b, a)};
    case Op::ZExt:
      return resized(a, width, false);
    case Op::SExt:
      return resized(a, width, sign(a));
    case Op::Extract:
      return extract(a, imm, width);
    case Op::Concat:
      return concat(a, b);
    case Op::Ite:
      return selected(a[0], b, c);
    case Op::Bswap: {
      Bits result(n);
      for (std::size_t i = 0; i < n; ++i) result[i] = a[(n / 8 - 1 - i / 8) * 8 + i % 8];
      return result;
    }
    case Op::BitReverse:
      return {a.rbegin(), a.rend()};
    case Op::Ctpop:
    case Op::Ctlz:
    case Op::Cttz: {
      unsigned set = 0, low = 0, high = 0;
      for (const bool bit : a) set += bit;
      while (low < n && !a[low]) ++low;
      while (high < n && !a[n - 1 - high]) ++high;
      return bits(op == Op::Ctpop ? set : op == Op::Cttz ? low : high, width);
    }
    case Op::Fshl:
      return funnel(a, b, c, true);
    case Op::Fshr:
      return funnel(a, b, c, false);
    case Op::UAddSat:
      return saturated(widened(a, b, false, [](auto x, auto y) { return add(x, y); }), n, false);
    case Op::SAddSat:
      return saturated(widened(a, b, true, [](auto x, auto y) { return add(x, y); }), n, true);
    case Op::USubSat:
      return saturated(widened(a, b, false, sub), n, false);
    case Op::SSubSat:
      return saturated(widened(a, b, true, sub), n, true);
    case Op::UAddO:
      return {!fits(widened(a, b, false, [](auto x, auto y) { return add(x, y); }), n, false)};
    case Op::SAddO:
      return {!fits(widened(a, b, true, [](auto x, auto y) { return add(x, y); }), n, true)};
    case Op::USubO:
      return {!fits(widened(a, b, false, sub), n, false)};
    case Op::SSubO:
      return {!fits(widened(a, b, true, sub), n, true)};
    case Op::UMulO:
      return {!fits(widened(a, b, false, mul), n, false)};
    case Op::SMulO:
      return {!fits(widened(a, b, true, mul), n, true)};
    case Op::FToF:
      if (n == 32) return width == 32 ? encoded(decoded<float>(a)) : encoded(static_cast<double>(decoded<float>(a)));
      return width == 32 ? encoded(static_cast<float>(decoded<double>(a))) : encoded(decoded<double>(a));
    case Op::FExponent: {
      int exponent = 0;
      const double x = n == 32 ? static_cast<double>(decoded<float>(a)) : decoded<double>(a);
      if (std::isfinite(x)) std::frexp(x, &exponent);
      return bits(static_cast<u128>(static_cast<__int128>(exponent)), width);
    }
    case Op::FToSI:
    case Op::FToUI: {
      const double x = n == 32 ? static_cast<double>(decoded<float>(a)) : decoded<double>(a);
      return float_to_integer(x, width, op == Op::FToSI);
    }
    case Op::SIToF:
    case Op::UIToF: {
      // Through the signed and unsigned 128-bit types, which hold every operand.
      const auto number = static_cast<__int128>(value(resized(a, 128, op == Op::SIToF && sign(a))));
      const bool big = op == Op::UIToF;
      if (width == 32) return encoded(big ? static_cast<float>(static_cast<u128>(number)) : static_cast<float>(number));
      return encoded(big ? static_cast<double>(static_cast<u128>(number)) : static_cast<double>(number));
    }
    default:
      return n == 32 ? float_operation<float>(op, a, b, c) : float_operation<double>(op, a, b, c);
  }
}

}  // namespace cairn::expr::naive
