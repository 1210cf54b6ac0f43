// Floating point in SMT-LIB. Conversions to integers say what x86-64 does out of range, as apply_float.cpp does.
#include "engine/expr/print_smtlib_float.h"

#include "engine/base/check.h"
#include "engine/expr/bits.h"
#include "engine/expr/operation.h"

namespace cairn::expr::smtlib {
namespace {

std::string format(unsigned width) { return width == 32 ? "8 24" : "11 53"; }
std::string to_float(unsigned width, const std::string& x) { return "((_ to_fp " + format(width) + ") " + x + ")"; }
std::string to_float_rounded(unsigned width, const std::string& x) { return to_float(width, "RNE " + x); }
std::string truth(const std::string& condition) { return "(ite " + condition + " #b1 #b0)"; }
std::string choose(const std::string& c, const std::string& x, const std::string& y) {
  return "(ite " + c + " " + x + " " + y + ")";
}
std::string slice(const std::string& x, unsigned width) {
  return "((_ extract " + std::to_string(width - 1) + " 0) " + x + ")";
}

// 2^exponent as a number of the format.
std::string power(unsigned width, unsigned exponent) {
  const unsigned bias = width == 32 ? 127 : 1023, mantissa = width == 32 ? 23 : 52;
  return to_float(width, bits(u128{bias + exponent} << mantissa, width));
}

std::string rounded(const char* mode, const std::string& x) { return call("fp.roundToIntegral", mode, x); }

// Does x, cut off to an integer, lie in [-2^(to-1), 2^(to-1))?
std::string in_signed_range(unsigned width, const std::string& x, unsigned to) {
  const std::string whole = rounded("RTZ", x), limit = power(width, to - 1);
  return "(and " + call("fp.leq", call("fp.neg", limit), whole) + " " + call("fp.lt", whole, limit) + ")";
}

// cvttss2si and cvttsd2si of 32 or 64 bits.
std::string machine(unsigned width, const std::string& x, unsigned to) {
  return choose(in_signed_range(width, x, to), "((_ fp.to_sbv " + std::to_string(to) + ") RTZ " + x + ")",
                bits(u128{1} << (to - 1), to));
}

std::string to_signed_integer(unsigned from, const std::string& x, unsigned to) {
  if (to <= 32) return slice(machine(from, x, 32), to);
  if (to <= 64) return slice(machine(from, x, 64), to);
  const u128 least = u128{1} << (to - 1);
  const std::string beyond =
      choose(call("fp.isNaN", x), bits(0, to), choose(call("fp.isNegative", x), bits(least, to), bits(least - 1, to)));
  return choose(in_signed_range(from, x, to), "((_ fp.to_sbv " + std::to_string(to) + ") RTZ " + x + ")", beyond);
}

std::string to_unsigned_integer(unsigned from, const std::string& x, unsigned to) {
  if (to <= 16) return slice(machine(from, x, 32), to);
  if (to <= 32) return slice(machine(from, x, 64), to);
  if (to <= 64) {
    const std::string low = machine(from, x, 64);
    const std::string high = machine(from, "(fp.sub RNE " + x + " " + power(from, 63) + ")", 64);
    const std::string sign = call("bvashr", low, bits(63, 64));
    return slice(call("bvor", low, call("bvand", high, sign)), to);
  }
  // 2^128 is not a number of 32 bits: there every finite number is in range.
  const std::string below =
      from == 32 && to == 128 ? "(not " + call("fp.isInfinite", x) + ")" : call("fp.lt", x, power(from, to));
  const std::string inside =
      choose(below, "((_ fp.to_ubv " + std::to_string(to) + ") RTZ " + x + ")", bits(ones(to), to));
  const std::string none = "(or " + call("fp.isNaN", x) + " " + call("fp.lt", x, to_float(from, bits(0, from))) + ")";
  return choose(none, bits(0, to), inside);
}

}  // namespace

std::string bits(u128 value, unsigned width) {
  std::string text = width % 4 == 0 ? "#x" : "#b";
  const unsigned unit = width % 4 == 0 ? 4 : 1;
  for (unsigned at = width; at > 0; at -= unit) {
    text += "0123456789abcdef"[static_cast<unsigned>(value >> (at - unit)) & ((1u << unit) - 1)];
  }
  return text;
}

bool constrains_result(Op op) {
  if (op == Op::FNeg || op == Op::FAbs || op == Op::FCopySign) return false;
  return float_arithmetic(op) || op == Op::FToF || op == Op::SIToF || op == Op::UIToF || library_function(op);
}

std::string constraint(Op op, unsigned width, const std::string& result, unsigned operand_width, const std::string& a,
                       const std::string& b, const std::string& c) {
  const auto number = [&](const std::string& x) { return to_float(operand_width, x); };
  const auto rounding = [&](const char* f) {
    return "(" + std::string(f) + " RNE " + number(a) + " " + number(b) + ")";
  };
  std::string value;
  switch (op) {
    case Op::FAdd:
      value = rounding("fp.add");
      break;
    case Op::FSub:
      value = rounding("fp.sub");
      break;
    case Op::FMul:
      value = rounding("fp.mul");
      break;
    case Op::FDiv:
      value = rounding("fp.div");
      break;
    case Op::FMin:
      value = call("fp.min", number(a), number(b));
      break;
    case Op::FMax:
      value = call("fp.max", number(a), number(b));
      break;
    case Op::FSqrt:
      value = call("fp.sqrt", "RNE", number(a));
      break;
    case Op::FFloor:
      value = rounded("RTN", number(a));
      break;
    case Op::FCeil:
      value = rounded("RTP", number(a));
      break;
    case Op::FTrunc:
      value = rounded("RTZ", number(a));
      break;
    case Op::FRound:
      value = rounded("RNA", number(a));
      break;
    case Op::FRoundEven:
      value = rounded("RNE", number(a));
      break;
    case Op::Fma:
      value = "(fp.fma RNE " + number(a) + " " + number(b) + " " + number(c) + ")";
      break;
    case Op::FToF:
      value = to_float_rounded(width, number(a));
      break;
    case Op::SIToF:
      value = to_float_rounded(width, a);
      break;
    case Op::UIToF:
      value = "((_ to_fp_unsigned " + format(width) + ") RNE " + a + ")";
      break;
    default:
      return "; " + result + " is left free: SMT-LIB does not know " + info(op).name + "\n";
  }
  return "(assert (= " + to_float(width, result) + " " + value + "))\n";
}

std::string float_value(Op op, unsigned width, unsigned operand_width, const std::string& a, const std::string& b) {
  const std::string x = to_float(operand_width, a), y = to_float(operand_width, b);
  const u128 sign = u128{1} << (operand_width - 1);
  const std::string signs = bits(sign, operand_width), others = bits(sign - 1, operand_width);
  switch (op) {
    case Op::FOrd:
      return truth("(not (or " + call("fp.isNaN", x) + " " + call("fp.isNaN", y) + "))");
    case Op::FEq:
      return truth(call("fp.eq", x, y));
    case Op::FLt:
      return truth(call("fp.lt", x, y));
    case Op::FLe:
      return truth(call("fp.leq", x, y));
    case Op::FNeg:
      return call("bvxor", a, signs);
    case Op::FAbs:
      return call("bvand", a, others);
    case Op::FCopySign:
      return call("bvor", call("bvand", a, others), call("bvand", b, signs));
    case Op::FToSI:
      return to_signed_integer(operand_width, x, width);
    case Op::FToUI:
      return to_unsigned_integer(operand_width, x, width);
    default:
      break;
  }
  constexpr bool operation_is_printable = false;
  CHECK(operation_is_printable);
  return {};
}

}  // namespace cairn::expr::smtlib
