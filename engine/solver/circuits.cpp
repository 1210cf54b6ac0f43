#include "engine/solver/circuits.h"

#include <algorithm>

#include "engine/base/check.h"

namespace cairn::solver {

using expr::Op;

namespace {

Bits complement(Bits bits) {
  for (Literal& bit : bits) bit = -bit;
  return bits;
}

Bits extended(Bits bits, std::size_t width, Literal fill) {
  bits.resize(width, fill);
  return bits;
}

Bits part(const Bits& bits, std::size_t low, std::size_t width) {
  const auto from = bits.begin() + static_cast<std::ptrdiff_t>(low);
  return {from, from + static_cast<std::ptrdiff_t>(width)};
}

Bits joined(Bits low, const Bits& high) {
  low.insert(low.end(), high.begin(), high.end());
  return low;
}

std::ptrdiff_t constants(const Bits& bits) {
  return std::ranges::count_if(bits, [](Literal bit) { return bit == Gates::kTrue || bit == Gates::kFalse; });
}

}  // namespace

Bits Circuits::constant(expr::u128 value, unsigned width) {
  Bits bits(width);
  for (unsigned i = 0; i < width; ++i) bits[i] = ((value >> i) & 1) != 0 ? Gates::kTrue : Gates::kFalse;
  return bits;
}

Bits Circuits::choose(Literal condition, const Bits& then, const Bits& otherwise) {
  Bits result(then.size());
  for (std::size_t i = 0; i < then.size(); ++i) result[i] = gates_.choose(condition, then[i], otherwise[i]);
  return result;
}

// ---- Arithmetic ----

Bits Circuits::add(const Bits& a, const Bits& b, Literal carry) {
  Bits sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = gates_.differ(gates_.differ(a[i], b[i]), carry);
    if (i + 1 < a.size()) carry = gates_.majority(a[i], b[i], carry);
  }
  return sum;
}

Bits Circuits::subtract(const Bits& a, const Bits& b) { return add(a, complement(b), Gates::kTrue); }

Bits Circuits::negate(const Bits& a) { return add(complement(a), Bits(a.size(), Gates::kFalse), Gates::kTrue); }

Bits Circuits::multiply(const Bits& a, const Bits& b) {
  // One row for each bit of the multiplier: the operand with more constant bits needs fewer.
  if (constants(a) > constants(b)) return multiply(b, a);
  Bits sum(a.size(), Gates::kFalse);
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i] == Gates::kFalse) continue;
    Bits row(a.size(), Gates::kFalse);
    for (std::size_t k = i; k < a.size(); ++k) row[k] = gates_.both(a[k - i], b[i]);
    sum = add(sum, row, Gates::kFalse);
  }
  return sum;
}

// By zero: every step finds room for it, so the quotient is all ones and the remainder the dividend, as it should be.
Circuits::Division Circuits::divide(const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  const Bits divisor = extended(b, width + 1, Gates::kFalse);
  Division result{Bits(width), Bits(width, Gates::kFalse)};
  std::size_t consumed = 0;  // bits of the dividend so far, without those that are zero anyway
  for (std::size_t i = width; i-- > 0;) {
    if (consumed > 0 || a[i] != Gates::kFalse) ++consumed;
    const Bits dividend = joined({a[i]}, result.remainder);
    const Literal fits = less(divisor, dividend, true);
    result.quotient[i] = fits;
    result.remainder = part(choose(fits, subtract(dividend, divisor), dividend), 0, width);
    // It is at most what was divided so far, which the gates cannot know.
    std::fill(result.remainder.begin() + static_cast<std::ptrdiff_t>(consumed), result.remainder.end(), Gates::kFalse);
  }
  return result;
}

Bits Circuits::divide_signed(const Bits& a, const Bits& b, bool remainder) {
  const Division parts = divide(magnitude(a), magnitude(b));
  if (remainder) return choose(a.back(), negate(parts.remainder), parts.remainder);
  return choose(gates_.differ(a.back(), b.back()), negate(parts.quotient), parts.quotient);
}

// ---- Shifts ----

Bits Circuits::shift(Bits a, const Bits& amount, bool left, Literal fill) {
  const std::size_t width = a.size();
  Literal too_far = Gates::kFalse;
  for (std::size_t stage = 0; stage < amount.size(); ++stage) {
    if (stage >= 8 || (std::size_t{1} << stage) >= width) {
      too_far = gates_.either(too_far, amount[stage]);
      continue;
    }
    const std::size_t by = std::size_t{1} << stage;
    Bits moved(width, fill);
    for (std::size_t i = by; i < width; ++i) {
      if (left) {
        moved[i] = a[i - by];
      } else {
        moved[i - by] = a[i];
      }
    }
    a = choose(amount[stage], moved, a);
  }
  return choose(too_far, Bits(width, fill), a);
}

Bits Circuits::funnel(const Bits& high, const Bits& low, const Bits& amount, bool left) {
  const std::size_t width = high.size();
  if (width == 1) return left ? high : low;  // every amount is 0 modulo 1, and 1 has no representation
  Bits by = amount;
  if ((width & (width - 1)) == 0) {
    for (std::size_t i = 0; i < width; ++i)
      if ((std::size_t{1} << std::min<std::size_t>(i, 60)) >= width) by[i] = Gates::kFalse;
  } else {
    by = divide(amount, constant(width, static_cast<unsigned>(width))).remainder;
  }
  const Bits shifted = shift(joined(low, high), by, left, Gates::kFalse);
  return part(shifted, left ? width : 0, width);
}

// ---- Counting ----

Bits Circuits::population(const Bits& a) {
  Bits count(a.size(), Gates::kFalse);
  for (const Literal bit : a) count = add(count, Bits(a.size(), Gates::kFalse), bit);
  return count;
}

Bits Circuits::zeros(const Bits& a, bool leading) {
  const auto width = static_cast<unsigned>(a.size());
  Bits result = constant(width, width);
  for (unsigned i = 0; i < width; ++i) {
    const unsigned bit = leading ? i : width - 1 - i;
    result = choose(a[bit], constant(width - 1 - i, width), result);
  }
  return result;
}

// ---- Comparison ----

Literal Circuits::any(const Bits& bits) {
  Literal result = Gates::kFalse;
  for (const Literal bit : bits) result = gates_.either(result, bit);
  return result;
}

Literal Circuits::equal(const Bits& a, const Bits& b) {
  Literal result = Gates::kTrue;
  for (std::size_t i = 0; i < a.size(); ++i) result = gates_.both(result, -gates_.differ(a[i], b[i]));
  return result;
}

// The borrow of a - b; with `or_equal`, of a - b - 1.
Literal Circuits::less(const Bits& a, const Bits& b, bool or_equal) {
  Literal borrow = or_equal ? Gates::kTrue : Gates::kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) borrow = gates_.majority(-a[i], b[i], borrow);
  return borrow;
}

Literal Circuits::less_signed(Bits a, Bits b, bool or_equal) {
  a.back() = -a.back();
  b.back() = -b.back();
  return less(a, b, or_equal);
}

Literal Circuits::overflow(Op op, const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  const Literal x = a.back(), y = b.back();
  switch (op) {
    case Op::UAddO:
      return less(add(a, b, Gates::kFalse), a, false);
    case Op::USubO:
      return less(a, b, false);
    case Op::SAddO:
      return gates_.both(-gates_.differ(x, y), gates_.differ(x, add(a, b, Gates::kFalse).back()));
    case Op::SSubO:
      return gates_.both(gates_.differ(x, y), gates_.differ(x, subtract(a, b).back()));
    case Op::UMulO: {
      const Bits product = multiply(extended(a, 2 * width, Gates::kFalse), extended(b, 2 * width, Gates::kFalse));
      return any(part(product, width, width));
    }
    default:
      break;
  }
  CHECK(op == Op::SMulO);
  const Bits product = multiply(extended(a, 2 * width, x), extended(b, 2 * width, y));
  Literal result = Gates::kFalse;
  for (std::size_t i = width; i < 2 * width; ++i)
    result = gates_.either(result, gates_.differ(product[i], product[width - 1]));
  return result;
}

Bits Circuits::saturated(Op op, const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  Bits bound(width, -a.back());  // on the side of a
  bound.back() = a.back();
  switch (op) {
    case Op::UAddSat:
      return choose(overflow(Op::UAddO, a, b), Bits(width, Gates::kTrue), add(a, b, Gates::kFalse));
    case Op::USubSat:
      return choose(overflow(Op::USubO, a, b), Bits(width, Gates::kFalse), subtract(a, b));
    case Op::SAddSat:
      return choose(overflow(Op::SAddO, a, b), bound, add(a, b, Gates::kFalse));
    default:
      return choose(overflow(Op::SSubO, a, b), bound, subtract(a, b));
  }
}

// ---- All of them ----

Bits Circuits::apply(Op op, unsigned width, std::uint64_t imm, const Bits& a, const Bits& b, const Bits& c) {
  const auto bitwise = [&](auto gate) {
    Bits result(width);
    for (unsigned i = 0; i < width; ++i) result[i] = gate(a[i], b[i]);
    return result;
  };
  switch (op) {
    case Op::Add:
      return add(a, b, Gates::kFalse);
    case Op::Sub:
      return subtract(a, b);
    case Op::Mul:
      return multiply(a, b);
    case Op::UDiv:
      return divide(a, b).quotient;
    case Op::URem:
      return divide(a, b).remainder;
    case Op::SDiv:
    case Op::SRem:
      return divide_signed(a, b, op == Op::SRem);
    case Op::And:
      return bitwise([&](Literal x, Literal y) { return gates_.both(x, y); });
    case Op::Or:
      return bitwise([&](Literal x, Literal y) { return gates_.either(x, y); });
    case Op::Xor:
      return bitwise([&](Literal x, Literal y) { return gates_.differ(x, y); });
    case Op::Shl:
    case Op::LShr:
      return shift(a, b, op == Op::Shl, Gates::kFalse);
    case Op::AShr:
      return shift(a, b, false, a.back());
    case Op::Eq:
      return {equal(a, b)};
    case Op::Ne:
      return {-equal(a, b)};
    case Op::Ult:
    case Op::Ule:
      return {less(a, b, op == Op::Ule)};
    case Op::Slt:
    case Op::Sle:
      return {less_signed(a, b, op == Op::Sle)};
    case Op::ZExt:
      return extended(a, width, Gates::kFalse);
    case Op::SExt:
      return extended(a, width, a.back());
    case Op::Extract:
      return part(a, imm, width);
    case Op::Concat:
      return joined(b, a);
    case Op::Ite:
      return choose(a.front(), b, c);
    case Op::Bswap: {
      Bits result;
      for (unsigned i = width; i > 0; i -= 8) result = joined(std::move(result), part(a, i - 8, 8));
      return result;
    }
    case Op::BitReverse:
      return {a.rbegin(), a.rend()};
    case Op::Ctpop:
      return population(a);
    case Op::Ctlz:
    case Op::Cttz:
      return zeros(a, op == Op::Ctlz);
    case Op::Fshl:
    case Op::Fshr:
      return funnel(a, b, c, op == Op::Fshl);
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::USubSat:
    case Op::SSubSat:
      return saturated(op, a, b);
    default:
      return {overflow(op, a, b)};
  }
}

}  // namespace cairn::solver
