// The processor's own arithmetic on bit patterns, so that a recorded condition evaluates to what the program did.
//
// Conversions to integers follow the code compilers emit for x86-64 without AVX-512: results of up to 32 bits (signed)
// or 16 bits (unsigned) are the low bits of a 32-bit cvttss2si/cvttsd2si, wider ones of the 64-bit one; unsigned 64
// bits takes a second conversion of x - 2^63. Results of more than 64 bits come from a library and saturate here.
//
// Functions of the mathematical library are calls of the library itself: the program under test is linked to the same
// one, so results agree to the bit on one machine, and nothing is claimed of others.
#include "engine/expr/apply_float.h"

#include <emmintrin.h>
#include <math.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#include "engine/base/check.h"
#include "engine/expr/bits.h"
#include "engine/expr/operation.h"

namespace cairn::expr {
namespace {

template <class F>
using Bits = std::conditional_t<sizeof(F) == 4, std::uint32_t, std::uint64_t>;

template <class F>
F decode(u128 value) {
  const auto bits = static_cast<Bits<F>>(value);
  F result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

template <class F>
u128 encode(F value) {
  Bits<F> bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

std::int32_t convert32(float x) { return _mm_cvttss_si32(_mm_set_ss(x)); }
std::int32_t convert32(double x) { return _mm_cvttsd_si32(_mm_set_sd(x)); }
std::int64_t convert64(float x) { return _mm_cvttss_si64(_mm_set_ss(x)); }
std::int64_t convert64(double x) { return _mm_cvttsd_si64(_mm_set_sd(x)); }

template <class F>
u128 to_signed_integer(F x, unsigned width) {
  if (width <= 32) return truncate(static_cast<u128>(static_cast<i128>(convert32(x))), width);
  if (width <= 64) return truncate(static_cast<u128>(static_cast<i128>(convert64(x))), width);
  const F limit = std::ldexp(F{1}, static_cast<int>(width) - 1);
  if (std::isnan(x)) return 0;
  if (x >= limit) return ones(width - 1);
  if (x < -limit) return u128{1} << (width - 1);
  return truncate(static_cast<u128>(static_cast<i128>(x)), width);
}

template <class F>
u128 to_unsigned_integer(F x, unsigned width) {
  if (width <= 16) return truncate(static_cast<u128>(static_cast<i128>(convert32(x))), width);
  if (width <= 32) return truncate(static_cast<u128>(static_cast<i128>(convert64(x))), width);
  if (width <= 64) {
    const std::int64_t low = convert64(x);
    const std::int64_t high = convert64(x - F{9223372036854775808.0});
    return truncate(static_cast<std::uint64_t>(low | (high & (low >> 63))), width);
  }
  if (std::isnan(x) || x < F{0}) return 0;
  if (x >= std::ldexp(F{1}, static_cast<int>(width))) return ones(width);
  return static_cast<u128>(x);
}

template <class F>
u128 from_signed_integer(u128 value, unsigned width) {
  if (width <= 64) return encode(static_cast<F>(static_cast<std::int64_t>(to_signed(value, width))));
  return encode(static_cast<F>(to_signed(value, width)));
}

template <class F>
u128 from_unsigned_integer(u128 value, unsigned width) {
  if (width <= 64) return encode(static_cast<F>(low64(value)));
  return encode(static_cast<F>(value));
}

// Of the two functions of a kind, the one for the format.
template <class F>
F library(double (*wide)(double), float (*narrow)(float), F x) {
  if constexpr (sizeof(F) == 4) return narrow(x);
  if constexpr (sizeof(F) == 8) return wide(x);
}
template <class F>
F library(double (*wide)(double, double), float (*narrow)(float, float), F x, F y) {
  if constexpr (sizeof(F) == 4) return narrow(x, y);
  if constexpr (sizeof(F) == 8) return wide(x, y);
}

template <class F>
F library(Op op, F x, F y) {
  switch (op) {
#define CAIRN_CALL_un(function) library<F>(::function, ::function##f, x)
#define CAIRN_CALL_bin(function) library<F>(::function, ::function##f, x, y)
#define CAIRN_CASE(name, arity, cls, function) \
  case Op::name:                               \
    return CAIRN_CALL_##cls(function);
    CAIRN_LIBM(CAIRN_CASE)
#undef CAIRN_CASE
#undef CAIRN_CALL_bin
#undef CAIRN_CALL_un
    default:
      break;
  }
  constexpr bool operation_has_a_meaning = false;  // a leaf, or a new operation that was forgotten here
  CHECK(operation_has_a_meaning);
  return 0;
}

template <class F>
int exponent_of(F x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::isfinite(x) ? exponent : 0;
}

// Beyond these limits every number of either format has become 0 or infinite.
template <class F>
F scaled(F x, F by) {
  constexpr F kMost = 10'000;
  return std::ldexp(x, by > kMost ? 10'000 : by > -kMost ? static_cast<int>(by) : -10'000);
}

template <class F>
u128 arithmetic(Op op, u128 a, u128 b, u128 c) {
  const F x = decode<F>(a), y = decode<F>(b), z = decode<F>(c);
  const u128 sign = u128{1} << (8 * sizeof(F) - 1);
  switch (op) {
    case Op::FAdd:
      return encode<F>(x + y);
    case Op::FSub:
      return encode<F>(x - y);
    case Op::FMul:
      return encode<F>(x * y);
    case Op::FDiv:
      return encode<F>(x / y);
    case Op::FRem:
      return encode<F>(std::fmod(x, y));
    case Op::FMin:
      return encode<F>(std::fmin(x, y));
    case Op::FMax:
      return encode<F>(std::fmax(x, y));
    // On the bits, as the processor does them: a NaN keeps its payload.
    case Op::FCopySign:
      return (a & ~sign) | (b & sign);
    case Op::FNeg:
      return a ^ sign;
    case Op::FAbs:
      return a & ~sign;
    case Op::FOrd:
      return !std::isnan(x) && !std::isnan(y);
    case Op::FEq:
      return x == y;
    case Op::FLt:
      return x < y;
    case Op::FLe:
      return x <= y;
    case Op::FSqrt:
      return encode<F>(std::sqrt(x));
    case Op::FFloor:
      return encode<F>(std::floor(x));
    case Op::FCeil:
      return encode<F>(std::ceil(x));
    case Op::FTrunc:
      return encode<F>(std::trunc(x));
    case Op::FRound:
      return encode<F>(std::round(x));
    case Op::FRoundEven:
      return encode<F>(std::nearbyint(x));
    case Op::Fma:
      return encode<F>(std::fma(x, y, z));
    case Op::FFraction: {
      int exponent = 0;
      return encode<F>(std::frexp(x, &exponent));
    }
    case Op::FScale:
      return encode<F>(scaled(x, y));
    default:
      return encode<F>(library(op, x, y));
  }
}

template <class F>
u128 convert_from_float(Op op, unsigned width, u128 a) {
  const F x = decode<F>(a);
  switch (op) {
    case Op::FToSI:
      return to_signed_integer(x, width);
    case Op::FToUI:
      return to_unsigned_integer(x, width);
    case Op::FExponent:
      return truncate(static_cast<u128>(static_cast<i128>(exponent_of(x))), width);
    default:
      return width == 32 ? encode(static_cast<float>(x)) : encode(static_cast<double>(x));
  }
}

}  // namespace

u128 apply_float(Op op, unsigned width, unsigned operand_width, u128 a, u128 b, u128 c) {
  switch (op) {
    case Op::FToF:
    case Op::FToSI:
    case Op::FToUI:
    case Op::FExponent:
      return operand_width == 32 ? convert_from_float<float>(op, width, a) : convert_from_float<double>(op, width, a);
    case Op::SIToF:
      return width == 32 ? from_signed_integer<float>(a, operand_width) : from_signed_integer<double>(a, operand_width);
    case Op::UIToF:
      return width == 32 ? from_unsigned_integer<float>(a, operand_width)
                         : from_unsigned_integer<double>(a, operand_width);
    default:
      return operand_width == 32 ? arithmetic<float>(op, a, b, c) : arithmetic<double>(op, a, b, c);
  }
}

}  // namespace cairn::expr
