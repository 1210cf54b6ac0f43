#include "engine/solver/z3_translate.h"

#include <algorithm>
#include <unordered_set>

#include "engine/expr/operation.h"
#include "engine/solver/z3_bits.h"

namespace cairn::solver {

using expr::ExprId;
using expr::Op;
using z3::expr;

std::vector<ExprId> Z3Translator::below(const std::vector<ExprId>& roots, bool skip_known) const {
  std::unordered_set<ExprId> seen;
  std::vector<ExprId> stack, found;
  const auto visit = [&](ExprId id) {
    if (id.valid() && !(skip_known && views_.contains(id)) && seen.insert(id).second) stack.push_back(id);
  };
  for (const ExprId root : roots) visit(root);
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    found.push_back(id);
    const cairn::expr::Node& node = dag_.node(id);
    for (unsigned i = 0; i < cairn::expr::arity(node.op); ++i) visit(cairn::expr::operand(node, i));
    if (node.op == Op::TableRead)
      for (const ExprId entry : dag_.table(cairn::expr::TableId(static_cast<std::uint32_t>(node.imm))).exprs)
        visit(entry);
  }
  // Ids are a topological order.
  std::ranges::sort(found);
  return found;
}

expr Z3Translator::condition(ExprId id) {
  for (const ExprId each : below({id}, true)) views_.emplace(each, translate(each));
  return truth(id);
}

expr Z3Translator::byte(cairn::expr::ByteId id) {
  return context_.constant(context_.int_symbol(static_cast<int>(id.value)), context_.bv_sort(8));
}

Z3Translator::Uses Z3Translator::uses(const std::vector<ExprId>& roots) const {
  Uses result;
  for (const ExprId id : below(roots, false)) {
    const cairn::expr::Node& node = dag_.node(id);
    if (node.op >= Op::FAdd) result.floats = true;
    if (node.op == Op::Input)
      for (unsigned i = 0; i < node.width / 8u; ++i)
        result.bytes.emplace_back(static_cast<std::uint32_t>(node.imm) + i);
  }
  std::ranges::sort(result.bytes);
  result.bytes.erase(std::ranges::unique(result.bytes).begin(), result.bytes.end());
  return result;
}

// ---- Views ----

expr Z3Translator::bits(ExprId id) {
  View& view = views_.at(id);
  if (!view.bits) {
    if (view.number)
      view.bits = bits_of_number(id, *view.number);
    else
      view.bits = z3::ite(*view.truth, value(1, 1), value(0, 1));
  }
  return *view.bits;
}

expr Z3Translator::truth(ExprId id) {
  View& view = views_.at(id);
  if (!view.truth) view.truth = *view.bits == value(1, 1);
  return *view.truth;
}

expr Z3Translator::number(ExprId id) {
  View& view = views_.at(id);
  if (!view.number) {
    const z3::sort format = dag_.width(id) == 32 ? context_.fpa_sort<32>() : context_.fpa_sort<64>();
    view.number = expr(context_, Z3_mk_fpa_to_fp_bv(context_, bits(id), format));
  }
  return *view.number;
}

// ---- Operations ----

expr Z3Translator::value(cairn::expr::u128 number, unsigned width) { return z3_value(context_, number, width); }

expr Z3Translator::input(const cairn::expr::Node& node) {
  const auto first = static_cast<std::uint32_t>(node.imm);
  expr result = byte(cairn::expr::ByteId(first));
  for (unsigned i = 1; i < node.width / 8u; ++i) result = z3::concat(byte(cairn::expr::ByteId(first + i)), result);
  return result;
}

// One-bit logic stays Boolean.
Z3Translator::View Z3Translator::connective(const cairn::expr::Node& node) {
  View view;
  const auto a = [&] { return truth(node.a); };
  const auto b = [&] { return truth(node.b); };
  switch (node.op) {
    case Op::And:
      view.truth = a() && b();
      break;
    case Op::Or:
      view.truth = a() || b();
      break;
    case Op::Xor:
    case Op::Ne:
      if (const auto constant = dag_.constant_value(node.b))
        view.truth = *constant != 0 ? !a() : a();
      else
        view.truth = expr(context_, Z3_mk_xor(context_, a(), b()));
      break;
    case Op::Eq:
      view.truth = a() == b();
      break;
    case Op::Ite:
      view.truth = z3::ite(a(), b(), truth(node.c));
      break;
    default:
      break;
  }
  return view;
}

Z3Translator::View Z3Translator::translate(ExprId id) {
  const cairn::expr::Node& node = dag_.node(id);
  View view;
  if (node.op >= Op::FAdd) return translate_float(id);
  if (const auto constant = dag_.constant_value(id)) {
    if (node.width == 1)
      view.truth = context_.bool_val(*constant != 0);
    else
      view.bits = value(*constant, node.width);
    return view;
  }
  if (node.op == Op::Input) {
    view.bits = input(node);
    return view;
  }
  if (node.op == Op::TableRead) {
    view.bits = read_table(node);
    return view;
  }
  if (dag_.width(node.op == Op::Ite ? node.b : node.a) == 1)
    if (View logic = connective(node); logic.truth) return logic;

  const unsigned width = node.width;
  const expr a = bits(node.a);
  switch (node.op) {
    case Op::ZExt:
      view.bits = z3::zext(a, width - dag_.width(node.a));
      return view;
    case Op::SExt:
      view.bits = z3::sext(a, width - dag_.width(node.a));
      return view;
    case Op::Extract: {
      const auto low = static_cast<unsigned>(node.imm);
      view.bits = a.extract(low + width - 1, low);
      return view;
    }
    case Op::Bswap:
      view.bits = z3_reverse(a, 8);
      return view;
    case Op::BitReverse:
      view.bits = z3_reverse(a, 1);
      return view;
    case Op::Ctpop:
      view.bits = z3_population(a);
      return view;
    case Op::Ctlz:
      view.bits = z3_leading_zeros(a);
      return view;
    case Op::Cttz:
      view.bits = z3_trailing_zeros(a);
      return view;
    default:
      break;
  }
  const expr b = bits(node.b);
  switch (node.op) {
    case Op::Add:
      view.bits = a + b;
      break;
    case Op::Sub:
      view.bits = a - b;
      break;
    case Op::Mul:
      view.bits = a * b;
      break;
    case Op::UDiv:
      view.bits = z3::udiv(a, b);
      break;
    case Op::SDiv:
      view.bits = a / b;
      break;
    case Op::URem:
      view.bits = z3::urem(a, b);
      break;
    case Op::SRem:
      view.bits = z3::srem(a, b);
      break;
    case Op::And:
      view.bits = a & b;
      break;
    case Op::Or:
      view.bits = a | b;
      break;
    case Op::Xor:
      view.bits = a ^ b;
      break;
    case Op::Shl:
      view.bits = z3::shl(a, b);
      break;
    case Op::LShr:
      view.bits = z3::lshr(a, b);
      break;
    case Op::AShr:
      view.bits = z3::ashr(a, b);
      break;
    case Op::Eq:
      view.truth = a == b;
      break;
    case Op::Ne:
      view.truth = a != b;
      break;
    case Op::Ult:
      view.truth = z3::ult(a, b);
      break;
    case Op::Ule:
      view.truth = z3::ule(a, b);
      break;
    case Op::Slt:
      view.truth = z3::slt(a, b);
      break;
    case Op::Sle:
      view.truth = z3::sle(a, b);
      break;
    case Op::Concat:
      view.bits = z3::concat(a, b);
      break;
    case Op::Ite:
      view.bits = z3::ite(truth(node.a), b, bits(node.c));
      break;
    case Op::Fshl:
      view.bits = z3_funnel(a, b, bits(node.c), true);
      break;
    case Op::Fshr:
      view.bits = z3_funnel(a, b, bits(node.c), false);
      break;
    case Op::UAddSat:
      view.bits = z3::ite(z3_overflow(Op::UAddO, a, b), ~value(0, width), a + b);
      break;
    case Op::USubSat:
      view.bits = z3::ite(z3::ult(a, b), value(0, width), a - b);
      break;
    case Op::SAddSat:
      view.bits = z3::ite(z3_overflow(Op::SAddO, a, b), z3_signed_bound(a), a + b);
      break;
    case Op::SSubSat:
      view.bits = z3::ite(z3_overflow(Op::SSubO, a, b), z3_signed_bound(a), a - b);
      break;
    default:
      view.truth = z3_overflow(node.op, a, b);
      break;
  }
  return view;
}

// A read at a symbolic offset is a tree of choices on the offset's bits; equal halves need no choice, and bits that are
// constant (the low ones of aligned reads) need none either. Bytes outside the table are 0.
expr Z3Translator::read_table(const cairn::expr::Node& node) {
  const cairn::expr::Table& table = dag_.table(cairn::expr::TableId(static_cast<std::uint32_t>(node.imm)));
  const expr offset = bits(node.a);
  const unsigned bytes = node.width / 8u;

  const auto entry = [&](std::uint64_t at) {
    if (at >= table.bytes.size()) return value(0, 8);
    if (!table.exprs.empty() && table.exprs[at].valid()) return bits(table.exprs[at]);
    return value(table.bytes[at], 8);
  };
  const auto word = [&](std::uint64_t at) {
    expr result = entry(at);
    for (unsigned i = 1; i < bytes; ++i) result = z3::concat(entry(at + i), result);
    return result.simplify();
  };
  unsigned levels = 0;
  while ((std::uint64_t{1} << levels) < table.bytes.size()) ++levels;
  std::vector<expr> bit;
  for (unsigned i = 0; i < levels; ++i) bit.push_back(offset.extract(i, i).simplify());

  // choose(level, base): the value when the bits from `level` up are those of `base`.
  const auto choose = [&](const auto& self, unsigned level, std::uint64_t base) -> expr {
    if (level == 0) return word(base);
    const expr& decision = bit[level - 1];
    const std::uint64_t half = std::uint64_t{1} << (level - 1);
    if (decision.is_numeral()) return self(self, level - 1, decision.get_numeral_uint64() != 0 ? base + half : base);
    const expr low = self(self, level - 1, base), high = self(self, level - 1, base + half);
    if (z3::eq(low, high)) return low;
    return z3::ite(decision == value(1, 1), high, low);
  };
  const expr inside = choose(choose, levels, 0);
  return z3::ite(z3::ult(offset, value(std::uint64_t{1} << levels, 64)), inside, value(0, node.width));
}

}  // namespace cairn::solver
