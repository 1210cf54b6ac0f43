#include <gtest/gtest.h>

#include <set>

#include "engine/expr/operation.h"
#include "engine/expr/support.h"
#include "tests/unit/engine/expr/random_expr.h"

namespace cairn::expr {
namespace {

// By walking the DAG, for each expression anew.
std::set<std::uint32_t> walked(const Dag& dag, ExprId id) {
  const Node& n = dag.node(id);
  std::set<std::uint32_t> result;
  if (n.op == Op::Input) {
    for (unsigned i = 0; i < n.width / 8u; ++i) result.insert(static_cast<std::uint32_t>(n.imm) + i);
  }
  for (unsigned i = 0; i < arity(n.op); ++i) result.merge(walked(dag, operand(n, i)));
  if (n.op == Op::TableRead) {
    for (const ExprId entry : dag.table(TableId(static_cast<std::uint32_t>(n.imm))).exprs) {
      if (entry.valid()) result.merge(walked(dag, entry));
    }
  }
  return result;
}

TEST(Supports, AreTheBytesBelow) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomExprs random(seed);
    Dag dag;
    const std::vector<ExprId> made = build(dag, random.make(40));
    Supports supports(dag);
    for (const ExprId id : made) {
      std::vector<ByteId> expected;
      for (const std::uint32_t byte : walked(dag, id)) expected.emplace_back(byte);
      const std::span<const ByteId> got = supports.of(id);
      ASSERT_EQ(std::vector<ByteId>(got.begin(), got.end()), expected);
    }
  }
}

TEST(Supports, StayValidWhileTheDagGrows) {
  Dag dag;
  Supports supports(dag);
  ExprId hash = dag.constant(1, 32);
  const std::span<const ByteId> first = supports.of(dag.input(ByteId(0), 1));
  for (std::uint32_t i = 0; i < 20000; ++i) {
    hash = dag.make(Op::Mul, 32, dag.make(Op::Xor, 32, hash, dag.make(Op::ZExt, 32, dag.input(ByteId(i), 1))),
                    dag.constant(31, 32));
  }
  EXPECT_EQ(supports.of(hash).size(), 20000u);
  EXPECT_EQ(supports.of(hash).back(), ByteId(19999));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0], ByteId(0));
  // Equal sets are shared.
  EXPECT_EQ(supports.of(dag.make(Op::Mul, 32, hash, dag.constant(3, 32))).data(), supports.of(hash).data());
}

}  // namespace
}  // namespace cairn::expr
