// Floating-point operations in Z3's theory. Where IEEE 754 or the ABI leave a choice (the bits of a NaN, the zero that
// min returns), the term leaves it too, so that unsat holds for every choice; a sat answer is evaluated anyway.
#include <cstring>

#include "engine/expr/operation.h"
#include "engine/solver/z3_bits.h"
#include "engine/solver/z3_translate.h"

namespace cairn::solver {

using expr::ExprId;
using expr::Op;
using z3::expr;

namespace {

z3::sort format(z3::context& context, unsigned width) {
  return width == 32 ? context.fpa_sort<32>() : context.fpa_sort<64>();
}

// The number `value`, which must be exact in the format.
expr constant(z3::context& context, double value, unsigned width) {
  std::uint64_t bits = 0;
  if (width == 32) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(&bits, &narrow, sizeof narrow);
  } else {
    std::memcpy(&bits, &value, sizeof value);
  }
  return expr(context, Z3_mk_fpa_to_fp_bv(context, z3_value(context, bits, width), format(context, width))).simplify();
}

// cvttss2si and cvttsd2si: truncation; NaN and what does not fit give the least integer.
expr convert(const expr& x, unsigned float_width, unsigned width) {
  z3::context& context = x.ctx();
  const double limit = width == 32 ? 0x1p31 : 0x1p63;
  // -limit - 1 is the first that does not fit, unless the format skips it.
  const bool exact = float_width == 64 && width == 32;
  const expr low = constant(context, exact ? -limit - 1 : -limit, float_width);
  const expr above(context, exact ? Z3_mk_fpa_gt(context, x, low) : Z3_mk_fpa_geq(context, x, low));
  const expr fits = above && expr(context, Z3_mk_fpa_lt(context, x, constant(context, limit, float_width)));
  const expr toward_zero(context, Z3_mk_fpa_rtz(context));
  const expr converted(context, Z3_mk_fpa_to_sbv(context, toward_zero, x, width));
  return z3::ite(fits, converted, z3_value(context, cairn::expr::u128{1} << (width - 1), width));
}

}  // namespace

// As compilers do it on x86-64; engine/expr/apply_float.cpp says how.
expr Z3Translator::float_to_integer(ExprId operand, unsigned width, bool is_signed) {
  if (width > 64) throw Unsupported("float operation");
  const unsigned from = dag_.width(operand);
  const expr x = number(operand);
  if (width <= (is_signed ? 32u : 16u)) return convert(x, from, 32).extract(width - 1, 0);
  const expr low = convert(x, from, 64);
  if (is_signed || width <= 32) return low.extract(width - 1, 0);
  const expr nearest(context_, Z3_mk_fpa_rne(context_));
  const expr shifted(context_, Z3_mk_fpa_sub(context_, nearest, x, constant(context_, 0x1p63, from)));
  const expr high = convert(shifted, from, 64);
  return (low | (high & z3::ashr(low, value(63, 64)))).extract(width - 1, 0);
}

// Z3 has one NaN and gives it one pattern of bits. The processor takes sign and payload from an operand, and min and
// max may even return a signalling one: so any pattern that is a NaN.
expr Z3Translator::bits_of_number(ExprId id, const expr& number) {
  const unsigned width = dag_.width(id);
  const auto is_nan = [&](const expr& x) { return expr(context_, Z3_mk_fpa_is_nan(context_, x)); };
  const expr any = context_.bv_const(("nan" + std::to_string(id.value)).c_str(), width);
  const expr as_number(context_, Z3_mk_fpa_to_fp_bv(context_, any, format(context_, width)));
  const expr quiet = value(width == 32 ? 0x7fc00000 : 0x7ff8000000000000, width);
  const expr other(context_, Z3_mk_fpa_to_ieee_bv(context_, number));
  return z3::ite(is_nan(number), z3::ite(is_nan(as_number), any, quiet), other);
}

Z3Translator::View Z3Translator::translate_float(ExprId id) {
  const cairn::expr::Node& node = dag_.node(id);
  const z3::sort result = format(context_, node.width);
  const expr nearest(context_, Z3_mk_fpa_rne(context_));
  View view;

  const auto a = [&] { return number(node.a); };
  const auto b = [&] { return number(node.b); };
  const auto term = [&](Z3_ast ast) {
    context_.check_error();
    return expr(context_, ast);
  };
  const auto rounded = [&](Z3_ast mode) {
    const expr held(context_, mode);
    return term(Z3_mk_fpa_round_to_integral(context_, held, a()));
  };
  const auto is_nan = [&](const expr& x) { return term(Z3_mk_fpa_is_nan(context_, x)); };
  const auto sign = [&] { return value(cairn::expr::u128{1} << (node.width - 1), node.width); };
  const auto least = [&](bool smaller) {
    const expr x = a(), y = b();
    const expr first = term(smaller ? Z3_mk_fpa_lt(context_, x, y) : Z3_mk_fpa_gt(context_, x, y));
    const expr either = context_.bool_const(("either" + std::to_string(id.value)).c_str());
    const expr pick = first || (term(Z3_mk_fpa_eq(context_, x, y)) && either) || is_nan(y);
    return z3::ite(!is_nan(x) && pick, x, y);
  };

  switch (node.op) {
    case Op::FAdd:
      view.number = term(Z3_mk_fpa_add(context_, nearest, a(), b()));
      break;
    case Op::FSub:
      view.number = term(Z3_mk_fpa_sub(context_, nearest, a(), b()));
      break;
    case Op::FMul:
      view.number = term(Z3_mk_fpa_mul(context_, nearest, a(), b()));
      break;
    case Op::FDiv:
      view.number = term(Z3_mk_fpa_div(context_, nearest, a(), b()));
      break;
    case Op::FMin:
      view.number = least(true);
      break;
    case Op::FMax:
      view.number = least(false);
      break;
    case Op::FCopySign:
      view.bits = (bits(node.a) & ~sign()) | (bits(node.b) & sign());
      break;
    case Op::FNeg:
      view.bits = bits(node.a) ^ sign();
      break;
    case Op::FAbs:
      view.bits = bits(node.a) & ~sign();
      break;
    case Op::FOrd:
      view.truth = !is_nan(a()) && !is_nan(b());
      break;
    case Op::FEq:
      view.truth = term(Z3_mk_fpa_eq(context_, a(), b()));
      break;
    case Op::FLt:
      view.truth = term(Z3_mk_fpa_lt(context_, a(), b()));
      break;
    case Op::FLe:
      view.truth = term(Z3_mk_fpa_leq(context_, a(), b()));
      break;
    case Op::FSqrt:
      view.number = term(Z3_mk_fpa_sqrt(context_, nearest, a()));
      break;
    case Op::FFloor:
      view.number = rounded(Z3_mk_fpa_rtn(context_));
      break;
    case Op::FCeil:
      view.number = rounded(Z3_mk_fpa_rtp(context_));
      break;
    case Op::FTrunc:
      view.number = rounded(Z3_mk_fpa_rtz(context_));
      break;
    case Op::FRound:
      view.number = rounded(Z3_mk_fpa_rna(context_));
      break;
    case Op::FRoundEven:
      view.number = rounded(Z3_mk_fpa_rne(context_));
      break;
    case Op::Fma:
      view.number = term(Z3_mk_fpa_fma(context_, nearest, a(), b(), number(node.c)));
      break;
    case Op::FToF:
      view.number = term(Z3_mk_fpa_to_fp_float(context_, nearest, a(), result));
      break;
    case Op::FToSI:
      view.bits = float_to_integer(node.a, node.width, true);
      break;
    case Op::FToUI:
      view.bits = float_to_integer(node.a, node.width, false);
      break;
    case Op::SIToF:
      view.number = term(Z3_mk_fpa_to_fp_signed(context_, nearest, bits(node.a), result));
      break;
    case Op::UIToF:
      view.number = term(Z3_mk_fpa_to_fp_unsigned(context_, nearest, bits(node.a), result));
      break;
    default:
      throw Unsupported("float operation");  // FRem: Z3 has only the IEEE remainder, which is another function
  }
  return view;
}

}  // namespace cairn::solver
