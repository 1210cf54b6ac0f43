// Evaluator: order of roots, laziness, short assignments, tables.
#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"

namespace cairn::expr {
namespace {

TEST(Evaluator, RootsKeepTheirOrderAndMayRepeat) {
  Dag dag;
  const ExprId b = dag.input(ByteId(2), 1), k = dag.constant(7, 8);
  const ExprId roots[] = {k, dag.make(Op::Mul, 8, b, b), b, k, dag.make(Op::ZExt, 64, b)};
  Evaluator evaluator(dag, roots);
  Assignment assignment;
  assignment.set(ByteId(2), 5);
  const std::span<const u128> values = evaluator.run(assignment);
  ASSERT_EQ(values.size(), 5u);
  const unsigned expected[] = {7, 25, 5, 7, 5};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(values[i] == expected[i]) << i;
  EXPECT_TRUE(evaluator.run({})[1] == 0);  // bytes never set are 0
}

TEST(Evaluator, FirstZeroIsTheFirst) {
  Dag dag;
  std::vector<ExprId> roots;
  for (std::uint32_t i = 0; i < 50; ++i) {
    roots.push_back(dag.make(Op::Ne, 1, dag.input(ByteId(i), 1), dag.constant(9, 8)));
  }
  Evaluator evaluator(dag, roots);
  Assignment assignment;
  EXPECT_EQ(evaluator.first_zero(assignment), 50u);
  assignment.set(ByteId(40), 9);
  EXPECT_EQ(evaluator.first_zero(assignment), 40u);
  assignment.set(ByteId(3), 9);
  EXPECT_EQ(evaluator.first_zero(assignment), 3u);
  assignment.set(ByteId(3), 8);
  EXPECT_EQ(evaluator.first_zero(assignment), 40u);
  const ExprId never[] = {dag.truth(true), dag.truth(false)};
  EXPECT_EQ(Evaluator(dag, never).first_zero({}), 1u);
  EXPECT_EQ(Evaluator(dag, {}).first_zero({}), 0u);
}

TEST(Evaluator, FirstZeroSharesWorkBetweenRoots) {
  Dag dag;
  const ExprId x = dag.input(ByteId(0), 16);  // wide
  const ExprId y = dag.make(Op::Mul, 128, x, x);
  const ExprId roots[] = {dag.make(Op::Ult, 1, x, y), dag.make(Op::Ne, 1, y, dag.constant(16, 128))};
  Evaluator evaluator(dag, roots);
  Assignment assignment;
  assignment.set(ByteId(0), 4);
  EXPECT_EQ(evaluator.first_zero(assignment), 1u);
  assignment.set(ByteId(8), 1);
  EXPECT_EQ(evaluator.first_zero(assignment), 2u);
}

TEST(Evaluator, TablesReadLittleEndianAndZerosBeyondTheEnd) {
  Dag dag;
  const ExprId entry = dag.make(Op::Xor, 8, dag.input(ByteId(1), 1), dag.constant(0xff, 8));
  const TableId table = dag.table({{1, 2, 3, 4}, {{}, entry, {}, {}}});
  const ExprId offset = dag.make(Op::SExt, 64, dag.input(ByteId(0), 1));
  const ExprId read = dag.table_read(table, offset, 24);
  Assignment assignment;
  assignment.set(ByteId(1), 0x0f);
  const auto at = [&](std::uint8_t i) {
    assignment.set(ByteId(0), i);
    return static_cast<unsigned>(evaluate(dag, read, assignment));
  };
  EXPECT_EQ(at(0), 0x03f001u);
  EXPECT_EQ(at(1), 0x0403f0u);
  EXPECT_EQ(at(3), 0x000004u);
  EXPECT_EQ(at(4), 0u);
  EXPECT_EQ(at(255), 0u);  // the largest offset of all: does not wrap around
}

TEST(Evaluator, LaterGrowthOfTheDagDoesNotMatter) {
  Dag dag;
  const ExprId x = dag.input(ByteId(0), 2);
  const ExprId root = dag.make(Op::Mul, 16, x, x);
  Evaluator evaluator(dag, {&root, 1});
  for (unsigned i = 0; i < 50000; ++i) dag.make(Op::Mul, 16, root, dag.constant(i, 16));
  Assignment assignment;
  assignment.set(ByteId(0), 3);
  EXPECT_TRUE(evaluator.run(assignment)[0] == 9);
}

}  // namespace
}  // namespace cairn::expr
