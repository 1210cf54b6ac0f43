// Constant folding, and the choice of the rules for an operation.
#include "engine/expr/simplify.h"

#include "engine/expr/evaluate.h"
#include "engine/expr/operation.h"
#include "engine/expr/rules.h"

namespace cairn::expr {
namespace {

bool fold(Dag& dag, Node& n) {
  const unsigned operands = arity(n.op);
  if (operands == 0 || n.op == Op::TableRead) return false;
  u128 values[3] = {};
  for (unsigned i = 0; i < operands; ++i) {
    const auto value = dag.constant_value(operand(n, i));
    if (!value) return false;
    values[i] = *value;
  }
  return is(n, dag.constant(apply(n.op, n.width, n.imm, dag.width(n.a), values[0], values[1], values[2]), n.width));
}

}  // namespace

bool order_operands(Dag& dag, Node& n) {
  if (!commutative(n.op)) return false;
  const bool left = dag.node(n.a).op == Op::Const, right = dag.node(n.b).op == Op::Const;
  if (left == right ? dag.hash(n.a) <= dag.hash(n.b) : right) return false;
  std::swap(n.a, n.b);
  return true;
}

bool rewrite(Dag& dag, Node& n) {
  if (fold(dag, n) || order_operands(dag, n)) return true;
  switch (n.op) {
    case Op::Add:
      return simplify_add(dag, n);
    case Op::Sub:
      return simplify_sub(dag, n);
    case Op::Mul:
      return simplify_mul(dag, n);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return simplify_division(dag, n);
    case Op::And:
      return simplify_and(dag, n);
    case Op::Or:
      return simplify_or(dag, n);
    case Op::Xor:
      return simplify_xor(dag, n);
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::Fshl:
    case Op::Fshr:
      return simplify_shift(dag, n);
    case Op::Bswap:
    case Op::BitReverse:
      return simplify_permutation(dag, n);
    case Op::Eq:
    case Op::Ne:
      return simplify_equality(dag, n);
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      return simplify_order(dag, n);
    case Op::ZExt:
      return simplify_zext(dag, n);
    case Op::SExt:
      return simplify_sext(dag, n);
    case Op::Extract:
      return simplify_extract(dag, n);
    case Op::Concat:
      return simplify_concat(dag, n);
    case Op::Ite:
      return simplify_ite(dag, n);
    case Op::TableRead:
      return simplify_table_read(dag, n);
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::USubSat:
    case Op::SSubSat:
    case Op::UAddO:
    case Op::SAddO:
    case Op::USubO:
    case Op::SSubO:
    case Op::UMulO:
    case Op::SMulO:
      return simplify_overflow(dag, n);
    case Op::FScale:
      return simplify_scale(dag, n);
    default:
      return false;  // other floating point: only constants are folded
  }
}

}  // namespace cairn::expr
