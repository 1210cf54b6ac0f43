#include "engine/solver/comparison.h"

namespace cairn::solver {
namespace {

using expr::ExprId;
using expr::Op;

constexpr unsigned kDeepest = 32;       // of connectives
constexpr std::size_t kMostParts = 64;  // intervals of a set

std::optional<std::uint64_t> constant(const expr::Dag& dag, ExprId id) {
  const auto value = dag.constant_value(id);
  if (!value || dag.width(id) > 64) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

// The values x of `width` bits for which x OP c, or c OP x.
IntervalSet compared(Op op, unsigned width, std::uint64_t c, bool constant_left) {
  const std::uint64_t top = IntervalSet::largest(width), sign = 1ull << (width - 1);
  const IntervalSet nothing(width);
  switch (op) {
    case Op::Eq:
      return IntervalSet::range(width, c, c);
    case Op::Ne:
      return IntervalSet::range(width, c, c).complement();
    case Op::Ult:
      if (constant_left) return c == top ? nothing : IntervalSet::range(width, c + 1, top);
      return c == 0 ? nothing : IntervalSet::range(width, 0, c - 1);
    case Op::Ule:
      return constant_left ? IntervalSet::range(width, c, top) : IntervalSet::range(width, 0, c);
    case Op::Slt:
      if (constant_left) return c == sign - 1 ? nothing : IntervalSet::range(width, (c + 1) & top, sign - 1);
      return c == sign ? nothing : IntervalSet::range(width, sign, (c - 1) & top);
    default:  // Sle
      return constant_left ? IntervalSet::range(width, c, sign - 1) : IntervalSet::range(width, sign, c);
  }
}

// A set of a sign-extended number's values, as those of the number.
IntervalSet unextended(const IntervalSet& set, unsigned from) {
  const std::uint64_t half = 1ull << (from - 1), top = IntervalSet::largest(set.width());
  IntervalSet low = set, high = set;
  low &= IntervalSet::range(set.width(), 0, half - 1);
  high &= IntervalSet::range(set.width(), top - half + 1, top);
  IntervalSet result = low.narrowed(from);
  result |= high.plus(IntervalSet::largest(from) + 1).narrowed(from);
  return result;
}

// Moves what is done to the term with constants into the set.
Comparison peeled(const expr::Dag& dag, Comparison comparison) {
  for (;;) {
    const expr::Node& node = dag.node(comparison.term);
    const unsigned width = node.width;
    const auto left = node.a.valid() ? constant(dag, node.a) : std::nullopt;
    const auto right = node.b.valid() ? constant(dag, node.b) : std::nullopt;
    switch (node.op) {
      case Op::Add:
        if (!left && !right) return comparison;
        comparison = {right ? node.a : node.b, comparison.allowed.plus(0 - (right ? *right : *left))};
        break;
      case Op::Sub:
        if (right) {
          comparison = {node.a, comparison.allowed.plus(*right)};
        } else if (left) {
          comparison = {node.b, comparison.allowed.reflected(*left)};
        } else {
          return comparison;
        }
        break;
      case Op::Xor:
        if (!right || *right != IntervalSet::largest(width)) return comparison;
        comparison = {node.a, comparison.allowed.reflected(*right)};
        break;
      case Op::ZExt:
        comparison = {node.a, comparison.allowed.narrowed(dag.width(node.a))};
        break;
      case Op::SExt:
        comparison = {node.a, unextended(comparison.allowed, dag.width(node.a))};
        break;
      case Op::UDiv:
        if (!right || *right == 0) return comparison;
        comparison = {node.a, comparison.allowed.times(*right)};
        break;
      case Op::LShr:
        if (!right || *right >= width) return comparison;
        comparison = {node.a, comparison.allowed.times(1ull << *right)};
        break;
      default:
        return comparison;
    }
  }
}

std::optional<Comparison> read(const expr::Dag& dag, ExprId condition, unsigned depth) {
  const expr::Node& node = dag.node(condition);
  switch (node.op) {
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: {
      const auto left = constant(dag, node.a), right = constant(dag, node.b);
      const unsigned width = dag.width(node.a);
      if (left.has_value() == right.has_value() || width > 64) return std::nullopt;
      return peeled(dag, {left ? node.b : node.a, compared(node.op, width, left ? *left : *right, left.has_value())});
    }
    case Op::Xor: {
      if (node.width != 1 || constant(dag, node.b) != 1u || depth == kDeepest) return std::nullopt;
      auto inner = read(dag, node.a, depth + 1);
      if (inner) inner->allowed = inner->allowed.complement();
      return inner;
    }
    case Op::And:
    case Op::Or: {
      if (node.width != 1 || depth == kDeepest) return std::nullopt;
      auto a = read(dag, node.a, depth + 1);
      if (!a) return std::nullopt;
      const auto b = read(dag, node.b, depth + 1);
      if (!b || a->term != b->term || a->allowed.intervals().size() > kMostParts) return std::nullopt;
      if (node.op == Op::And) {
        a->allowed &= b->allowed;
      } else {
        a->allowed |= b->allowed;
      }
      return a;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Comparison> as_comparison(const expr::Dag& dag, ExprId condition) { return read(dag, condition, 0); }

}  // namespace cairn::solver
