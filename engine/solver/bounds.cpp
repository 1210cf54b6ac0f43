#include "engine/solver/bounds.h"

#include <bit>

namespace cairn::solver {
namespace {

using expr::ExprId;
using expr::Op;
using expr::u128;

constexpr std::uint64_t kLargestTable = 4096;  // entries looked at

Interval everything(unsigned width) { return {0, IntervalSet::largest(width)}; }

// All ones up to the highest bit of the number.
std::uint64_t filled(std::uint64_t value) { return value == 0 ? 0 : ~0ull >> std::countl_zero(value); }

Interval truth(bool can_be_false, bool can_be_true) { return {can_be_false ? 0u : 1u, can_be_true ? 1u : 0u}; }

// The order of signed numbers is that of unsigned ones with the sign bit flipped, as long as none of them wraps.
struct SignedInterval {
  std::int64_t low, high;
};
SignedInterval as_signed(Interval i, unsigned width) {
  const std::uint64_t half = 1ull << (width - 1);
  const auto extended = [&](std::uint64_t v) {
    return static_cast<std::int64_t>(v >= half ? v | ~IntervalSet::largest(width) : v);
  };
  if (i.high < half || i.low >= half) return {extended(i.low), extended(i.high)};
  return {extended(half), extended(half - 1)};
}

Interval compared(Op op, unsigned width, Interval a, Interval b) {
  const SignedInterval sa = as_signed(a, width), sb = as_signed(b, width);
  switch (op) {
    case Op::Eq:
      return truth(a.low != a.high || b.low != b.high || a.low != b.low, a.low <= b.high && b.low <= a.high);
    case Op::Ne:
      return truth(a.low <= b.high && b.low <= a.high, a.low != a.high || b.low != b.high || a.low != b.low);
    case Op::Ult:
      return truth(a.high >= b.low, a.low < b.high);
    case Op::Ule:
      return truth(a.high > b.low, a.low <= b.high);
    case Op::Slt:
      return truth(sa.high >= sb.low, sa.low < sb.high);
    default:  // Sle
      return truth(sa.high > sb.low, sa.low <= sb.high);
  }
}

}  // namespace

Interval Bounds::of(ExprId id) {
  expr::post_order(
      dag_, id, walk_, [&](ExprId each) { return places_.contains(each); },
      [&](ExprId each) {
        places_.insert(each, static_cast<std::uint32_t>(values_.size()));
        const expr::Node& node = dag_.node(each);
        Interval value = node.width > 64 ? everything(64) : compute(each, node);
        if (const auto assumed = terms_.find(each); assumed != terms_.end()) {
          value = {std::max(value.low, assumed->second.low), std::min(value.high, assumed->second.high)};
          if (value.low > value.high) value = assumed->second;  // a contradiction, for others to find
        }
        values_.push_back(value);
      });
  return known(id);
}

Interval Bounds::known(ExprId id) const { return values_[places_.find(id)]; }

Interval Bounds::compute(ExprId id, const expr::Node& node) {
  if (const auto value = dag_.constant_value(id)) {
    const auto number = static_cast<std::uint64_t>(*value);
    return {number, number};
  }
  const Interval all = everything(node.width);
  if (node.op == Op::Input) return input(node);
  if (node.op >= Op::FAdd || !node.a.valid() || dag_.width(node.a) > 64) return all;
  const Interval a = known(node.a);
  const unsigned from = dag_.width(node.a);
  switch (node.op) {
    case Op::ZExt:
      return a;
    case Op::SExt: {
      const SignedInterval s = as_signed(a, from);
      if (s.low < 0 && s.high >= 0) return all;
      return {static_cast<std::uint64_t>(s.low) & all.high, static_cast<std::uint64_t>(s.high) & all.high};
    }
    case Op::Extract: {
      const std::uint64_t low = a.low >> node.imm, high = a.high >> node.imm;
      return high <= all.high ? Interval{low, high} : all;
    }
    case Op::Concat: {
      const Interval b = known(node.b);
      const unsigned shift = dag_.width(node.b);
      return {a.low << shift | b.low, a.high << shift | b.high};
    }
    case Op::Ite: {
      const Interval b = known(node.b), c = known(node.c);
      if (a.low == 1) return b;
      if (a.high == 0) return c;
      return {std::min(b.low, c.low), std::max(b.high, c.high)};
    }
    case Op::TableRead:
      return table(node, a);
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      return compared(node.op, from, a, known(node.b));
    case Op::UAddO:
      return truth(u128{a.low} + known(node.b).low <= IntervalSet::largest(from),
                   u128{a.high} + known(node.b).high > IntervalSet::largest(from));
    case Op::USubO:
      return truth(a.high >= known(node.b).low, a.low < known(node.b).high);
    case Op::UMulO:
      return truth(u128{a.low} * known(node.b).low <= IntervalSet::largest(from),
                   u128{a.high} * known(node.b).high > IntervalSet::largest(from));
    case Op::Ctpop:
    case Op::Ctlz:
    case Op::Cttz:
      return {0, std::min<std::uint64_t>(from, all.high)};
    default:
      return node.b.valid() && dag_.width(node.b) <= 64 && !node.c.valid() ? arithmetic(node, a, known(node.b)) : all;
  }
}

// From its bytes, the first being the least significant.
Interval Bounds::input(const expr::Node& node) const {
  Interval result{0, 0};
  for (unsigned i = node.width / 8u; i-- > 0;) {
    const auto found = bytes_.find(expr::ByteId(static_cast<std::uint32_t>(node.imm) + i));
    const Interval byte = found != bytes_.end() ? found->second : everything(8);
    result = {result.low << 8 | byte.low, result.high << 8 | byte.high};
  }
  return result;
}

Interval Bounds::arithmetic(const expr::Node& node, Interval a, Interval b) const {
  const Interval all = everything(node.width);
  const std::uint64_t half = 1ull << (node.width - 1);
  const bool no_signs = a.high < half && b.high < half;  // so that signed operations are unsigned ones
  switch (node.op) {
    case Op::Add: {
      const u128 low = u128{a.low} + b.low, high = u128{a.high} + b.high, past = u128{all.high} + 1;
      if (high >= past && low < past) return all;
      return {static_cast<std::uint64_t>(low) & all.high, static_cast<std::uint64_t>(high) & all.high};
    }
    case Op::Sub:
      if (a.low < b.high && a.high >= b.low) return all;
      return {(a.low - b.high) & all.high, (a.high - b.low) & all.high};
    case Op::Mul:
      if (u128{a.high} * b.high > all.high) return all;
      return {a.low * b.low, a.high * b.high};
    case Op::SDiv:
      if (!no_signs) return all;
      [[fallthrough]];
    case Op::UDiv:
      return b.low == 0 ? all : Interval{a.low / b.high, a.high / b.low};
    case Op::SRem:
      if (!no_signs) return all;
      [[fallthrough]];
    case Op::URem:
      if (b.low == 0) return {0, std::max(a.high, b.high)};
      if (a.high < b.low) return a;
      return {0, std::min(a.high, b.high - 1)};
    case Op::And:
      return {0, std::min(a.high, b.high)};
    case Op::Or:
      return {std::max(a.low, b.low), filled(a.high | b.high)};
    case Op::Xor:
      return {0, filled(a.high | b.high)};
    case Op::Shl:
      if (b.low != b.high || b.low >= node.width || (u128{a.high} << b.low) > all.high) return all;
      return {a.low << b.low, a.high << b.low};
    case Op::AShr:
      if (!no_signs) return all;
      [[fallthrough]];
    case Op::LShr:
      if (b.high >= node.width) return {0, a.high};
      return {a.low >> b.high, a.high >> b.low};
    default:
      return all;
  }
}

Interval Bounds::table(const expr::Node& node, Interval offset) const {
  const expr::Table& table = dag_.table(expr::TableId(static_cast<std::uint32_t>(node.imm)));
  const unsigned bytes = node.width / 8u;
  if (!table.exprs.empty() || offset.high >= table.bytes.size() || table.bytes.size() - offset.high < bytes ||
      offset.high - offset.low >= kLargestTable)
    return everything(node.width);
  Interval result{~0ull, 0};
  for (std::uint64_t at = offset.low; at <= offset.high; ++at) {
    std::uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;) value = value << 8 | table.bytes[at + i];
    result = {std::min(result.low, value), std::max(result.high, value)};
  }
  return result;
}

}  // namespace cairn::solver
