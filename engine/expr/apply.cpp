// The meaning of every operation on bit vectors, as abi/cairn_abi.h states it. Floating point: apply_float.cpp.
#include "engine/base/check.h"
#include "engine/expr/apply_float.h"
#include "engine/expr/bits.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/operation.h"

namespace cairn::expr {
namespace {

u128 shift_right_arithmetic(u128 value, unsigned width, u128 amount) {
  const unsigned by = amount >= width ? width - 1 : static_cast<unsigned>(amount);
  return truncate(static_cast<u128>(to_signed(value, width) >> by), width);
}

u128 divide_unsigned(u128 a, u128 b, unsigned width) { return b == 0 ? ones(width) : a / b; }

u128 magnitude(u128 value, unsigned width) { return sign_bit(value, width) ? truncate(u128{0} - value, width) : value; }

u128 divide_signed(u128 a, u128 b, unsigned width) {
  if (b == 0) return sign_bit(a, width) ? 1 : ones(width);
  const u128 quotient = magnitude(a, width) / magnitude(b, width);
  return truncate(sign_bit(a, width) != sign_bit(b, width) ? u128{0} - quotient : quotient, width);
}

u128 remainder_signed(u128 a, u128 b, unsigned width) {
  if (b == 0) return a;
  const u128 remainder = magnitude(a, width) % magnitude(b, width);
  return truncate(sign_bit(a, width) ? u128{0} - remainder : remainder, width);
}

u128 swap_bytes(u128 value, unsigned width) {
  u128 result = 0;
  for (unsigned i = 0; i < width; i += 8) result = (result << 8) | ((value >> i) & 0xff);
  return result;
}

u128 reverse_bits(u128 value, unsigned width) {
  u128 result = 0;
  for (unsigned i = 0; i < width; ++i) result = (result << 1) | ((value >> i) & 1);
  return result;
}

u128 funnel_left(u128 high, u128 low, u128 amount, unsigned width) {
  const unsigned by = static_cast<unsigned>(amount % width);
  return by == 0 ? high : truncate((high << by) | (low >> (width - by)), width);
}

u128 funnel_right(u128 high, u128 low, u128 amount, unsigned width) {
  const unsigned by = static_cast<unsigned>(amount % width);
  return by == 0 ? low : truncate((high << (width - by)) | (low >> by), width);
}

bool unsigned_add_overflows(u128 a, u128 b, unsigned width) { return truncate(a + b, width) < a; }

bool signed_add_overflows(u128 a, u128 b, unsigned width) {
  const bool sign = sign_bit(truncate(a + b, width), width);
  return sign_bit(a, width) == sign_bit(b, width) && sign != sign_bit(a, width);
}

bool signed_sub_overflows(u128 a, u128 b, unsigned width) {
  const bool sign = sign_bit(truncate(a - b, width), width);
  return sign_bit(a, width) != sign_bit(b, width) && sign != sign_bit(a, width);
}

bool unsigned_mul_overflows(u128 a, u128 b, unsigned width) { return b != 0 && a > ones(width) / b; }

bool signed_mul_overflows(u128 a, u128 b, unsigned width) {
  const bool negative = sign_bit(a, width) != sign_bit(b, width);
  const u128 x = magnitude(a, width), y = magnitude(b, width);
  const u128 limit = negative ? u128{1} << (width - 1) : ones(width - 1);
  return y != 0 && x > limit / y;
}

// The bound on the side of `a`, to which signed arithmetic saturates when it overflows.
u128 signed_bound(u128 a, unsigned width) { return sign_bit(a, width) ? u128{1} << (width - 1) : ones(width - 1); }

}  // namespace

u128 apply(Op op, unsigned width, std::uint64_t imm, unsigned operand_width, u128 a, u128 b, u128 c) {
  const unsigned from = operand_width;
  switch (op) {
    case Op::Add:
      return truncate(a + b, width);
    case Op::Sub:
      return truncate(a - b, width);
    case Op::Mul:
      return truncate(a * b, width);
    case Op::UDiv:
      return divide_unsigned(a, b, width);
    case Op::SDiv:
      return divide_signed(a, b, width);
    case Op::URem:
      return b == 0 ? a : a % b;
    case Op::SRem:
      return remainder_signed(a, b, width);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return b >= width ? 0 : truncate(a << static_cast<unsigned>(b), width);
    case Op::LShr:
      return b >= width ? 0 : a >> static_cast<unsigned>(b);
    case Op::AShr:
      return shift_right_arithmetic(a, width, b);
    case Op::Eq:
      return a == b;
    case Op::Ne:
      return a != b;
    case Op::Ult:
      return a < b;
    case Op::Ule:
      return a <= b;
    case Op::Slt:
      return to_signed(a, from) < to_signed(b, from);
    case Op::Sle:
      return to_signed(a, from) <= to_signed(b, from);
    case Op::ZExt:
      return a;
    case Op::SExt:
      return truncate(static_cast<u128>(to_signed(a, from)), width);
    case Op::Extract:
      return truncate(a >> imm, width);
    // For Concat the operand width is that of the high part.
    case Op::Concat:
      return (a << (width - from)) | b;
    case Op::Ite:
      return a != 0 ? b : c;
    case Op::Bswap:
      return swap_bytes(a, width);
    case Op::BitReverse:
      return reverse_bits(a, width);
    case Op::Ctpop:
      return truncate(population(a), width);
    case Op::Ctlz:
      return truncate(leading_zeros(a) - (128 - width), width);
    case Op::Cttz:
      return truncate(a == 0 ? width : trailing_zeros(a), width);
    case Op::Fshl:
      return funnel_left(a, b, c, width);
    case Op::Fshr:
      return funnel_right(a, b, c, width);
    case Op::UAddSat:
      return unsigned_add_overflows(a, b, width) ? ones(width) : truncate(a + b, width);
    case Op::SAddSat:
      return signed_add_overflows(a, b, width) ? signed_bound(a, width) : truncate(a + b, width);
    case Op::USubSat:
      return a < b ? 0 : a - b;
    case Op::SSubSat:
      return signed_sub_overflows(a, b, width) ? signed_bound(a, width) : truncate(a - b, width);
    case Op::UAddO:
      return unsigned_add_overflows(a, b, from);
    case Op::SAddO:
      return signed_add_overflows(a, b, from);
    case Op::USubO:
      return a < b;
    case Op::SSubO:
      return signed_sub_overflows(a, b, from);
    case Op::UMulO:
      return unsigned_mul_overflows(a, b, from);
    case Op::SMulO:
      return signed_mul_overflows(a, b, from);
    default:
      return apply_float(op, width, from, a, b, c);
  }
}

}  // namespace cairn::expr
