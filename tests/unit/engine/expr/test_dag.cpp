// Interning, the canonical form, names and hashes, through the interface of the DAG.
#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"
#include "engine/expr/expr.h"

namespace cairn::expr {
namespace {

class DagTest : public testing::Test {
 protected:
  ExprId byte(std::uint32_t i) { return dag.input(ByteId(i), 1); }
  ExprId number(u128 value, unsigned width) { return dag.constant(value, width); }
  ExprId bin(Op op, ExprId a, ExprId b) { return dag.make(op, dag.width(a), a, b); }
  ExprId cmp(Op op, ExprId a, ExprId b) { return dag.make(op, 1, a, b); }
  ExprId zext(ExprId a, unsigned width) { return dag.make(Op::ZExt, width, a); }
  ExprId sext(ExprId a, unsigned width) { return dag.make(Op::SExt, width, a); }
  ExprId concat(ExprId a, ExprId b) { return dag.make(Op::Concat, dag.width(a) + dag.width(b), a, b); }

  Dag dag;
};

TEST_F(DagTest, OneStructureHasOneId) {
  const ExprId sum = bin(Op::Mul, byte(0), byte(1));
  const std::size_t size = dag.size();
  EXPECT_EQ(bin(Op::Mul, byte(0), byte(1)), sum);
  EXPECT_EQ(bin(Op::Mul, byte(1), byte(0)), sum);
  EXPECT_EQ(dag.size(), size);
  EXPECT_NE(bin(Op::Mul, byte(0), byte(2)), sum);
}

TEST_F(DagTest, ManyNodesKeepTheirIdsAndReferences) {
  const Node& first = dag.node(byte(0));
  std::vector<ExprId> made;
  ExprId x = zext(byte(0), 32);
  for (std::uint32_t i = 0; i < 100000; ++i)
    made.push_back(x = bin(i % 2 == 0 ? Op::Mul : Op::Xor, x, number(2 * i + 3, 32)));
  EXPECT_EQ(&first, &dag.node(byte(0)));
  x = zext(byte(0), 32);
  for (std::uint32_t i = 0; i < 100000; ++i) {
    x = bin(i % 2 == 0 ? Op::Mul : Op::Xor, x, number(2 * i + 3, 32));
    ASSERT_EQ(x, made[i]);
  }
  EXPECT_GE(dag.memory_bytes(), dag.size() * sizeof(Node));
}

TEST_F(DagTest, OperandsComeBeforeTheirNodes) {
  const ExprId deep = cmp(Op::Ult, bin(Op::Mul, zext(byte(0), 32), zext(byte(1), 32)), number(77, 32));
  for (std::uint32_t i = 0; i < dag.size(); ++i) {
    const Node& n = dag.node(ExprId(i));
    for (const ExprId operand : {n.a, n.b, n.c}) {
      if (operand.valid()) EXPECT_LT(operand.value, i);
    }
  }
  EXPECT_LT(deep.value, dag.size());
}

TEST_F(DagTest, WideConstantsKeepAllTheirBits) {
  const u128 wide = u128{0x0123456789abcdefull} << 64 | 42, other = u128{1} << 64 | 42;
  EXPECT_TRUE(*dag.constant_value(number(wide, 128)) == wide);
  EXPECT_NE(number(wide, 128), number(other, 128));
  EXPECT_NE(dag.hash(number(wide, 128)), dag.hash(number(other, 128)));
  EXPECT_EQ(number(wide, 128), number(wide, 128));
  EXPECT_FALSE(dag.constant_value(byte(0)).has_value());
}

TEST_F(DagTest, NeighbouringBytesAreOneInput) {
  const ExprId word = dag.input(ByteId(0), 4);
  EXPECT_EQ(concat(byte(3), concat(byte(2), concat(byte(1), byte(0)))), word);
  EXPECT_EQ(concat(concat(byte(3), byte(2)), concat(byte(1), byte(0))), word);
  EXPECT_EQ(dag.extract(word, 16, 8), byte(2));
  EXPECT_EQ(dag.extract(word, 8, 16), dag.input(ByteId(1), 2));
  EXPECT_EQ(dag.extract(word, 12, 3), dag.extract(byte(1), 4, 3));
  EXPECT_EQ(concat(dag.extract(byte(1), 0, 4), byte(0)), dag.extract(word, 0, 12));
  EXPECT_NE(concat(byte(0), byte(1)), dag.input(ByteId(0), 2));
}

// b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24, in any order and with + and ^ as well.
TEST_F(DagTest, AssembledWordsAreOneInput) {
  const auto shifted = [&](std::uint32_t i) { return bin(Op::Shl, zext(byte(i), 32), number(8 * i, 32)); };
  const ExprId word = dag.input(ByteId(0), 4);
  for (const Op op : {Op::Or, Op::Add, Op::Xor}) {
    EXPECT_EQ(bin(op, bin(op, bin(op, shifted(0), shifted(1)), shifted(2)), shifted(3)), word);
    EXPECT_EQ(bin(op, bin(op, shifted(3), shifted(0)), bin(op, shifted(2), shifted(1))), word);
    EXPECT_EQ(bin(op, bin(op, bin(op, shifted(3), shifted(0)), shifted(1)), shifted(2)), word);
  }
}

TEST_F(DagTest, BytesOfDifferentObjectsAreNeverOneInput) {
  dag.name_bytes(ByteId(0), 2, 111);
  dag.name_bytes(ByteId(2), 2, 222);
  const ExprId both = concat(dag.input(ByteId(2), 2), dag.input(ByteId(0), 2));
  EXPECT_EQ(dag.node(both).op, Op::Concat);
  EXPECT_EQ(dag.input(ByteId(0), 4), both);
  Assignment assignment;
  for (std::uint32_t i = 0; i < 4; ++i) assignment.set(ByteId(i), static_cast<std::uint8_t>(i + 1));
  EXPECT_TRUE(evaluate(dag, both, assignment) == 0x04030201);
}

TEST_F(DagTest, HashesFollowNamesNotNumbers) {
  dag.name_bytes(ByteId(0), 4, 111);
  dag.name_bytes(ByteId(4), 4, 222);
  Dag other;
  other.name_bytes(ByteId(100), 4, 222);
  other.name_bytes(ByteId(7), 4, 111);
  const ExprId x = cmp(Op::Ult, dag.input(ByteId(0), 4), dag.input(ByteId(4), 4));
  const ExprId y = other.make(Op::Ult, 1, other.input(ByteId(7), 4), other.input(ByteId(100), 4));
  EXPECT_EQ(dag.hash(x), other.hash(y));
  EXPECT_NE(dag.hash(x), other.hash(other.make(Op::Ult, 1, other.input(ByteId(100), 4), other.input(ByteId(7), 4))));
  EXPECT_EQ(dag.byte_name(ByteId(5)), (ByteName{222, 1, true}));
  EXPECT_FALSE(dag.byte_name(ByteId(8)).named);
}

// Stored hashes are compared with those of later builds: a change here needs a new kCanonicalForm.
TEST_F(DagTest, HashesAreFixed) {
  dag.name_bytes(ByteId(0), 16, 0x1234);
  const ExprId e = cmp(Op::Eq, bin(Op::Mul, dag.input(ByteId(0), 4), dag.input(ByteId(4), 4)), number(99, 32));
  EXPECT_EQ(kCanonicalForm, 3u);
  EXPECT_EQ(dag.hash(e), 7422907976506423477u);
}

TEST_F(DagTest, EqualTablesAreOne) {
  const TableId x = dag.table({{1, 2, 3}, {}});
  EXPECT_EQ(dag.table({{1, 2, 3}, {}}), x);
  EXPECT_EQ(dag.table({{1, 9, 3}, {{}, number(2, 8), {}}}), x);  // a constant expression is a constant
  EXPECT_NE(dag.table({{1, 2, 3}, {byte(0), {}, {}}}), x);
}

TEST_F(DagTest, TableReadsAtConstantOffsetsAreTheEntries) {
  const TableId table = dag.table({{1, 2, 3}, {{}, byte(7), {}}});
  EXPECT_EQ(dag.table_read(table, number(1, 64), 8), byte(7));
  EXPECT_EQ(dag.table_read(table, number(2, 64), 16), number(3, 16));  // beyond the end there are zeros
  EXPECT_EQ(dag.table_read(table, number(99, 64), 32), number(0, 32));
}

struct Case {
  const char* what;
  ExprId got, wanted;
};

TEST_F(DagTest, RulesReachTheirNormalForms) {
  const ExprId x = dag.input(ByteId(0), 4), y = dag.input(ByteId(4), 4), b = byte(9);
  const ExprId zero = number(0, 32), one = number(1, 32), all = number(~u128{0}, 32), yes = dag.truth(true),
               no = dag.truth(false);
  const auto k = [&](u128 value) { return number(value, 32); };
  const ExprId less = cmp(Op::Ult, x, y), sless = cmp(Op::Slt, x, y), same = cmp(Op::Eq, x, y);
  const ExprId product = bin(Op::Mul, x, y);
  const Case cases[] = {
      {"x + 0", bin(Op::Add, x, zero), x},
      {"x * 1", bin(Op::Mul, x, one), x},
      {"x & 0", bin(Op::And, x, zero), zero},
      {"x & ones", bin(Op::And, x, all), x},
      {"x ^ x", bin(Op::Xor, x, x), zero},
      {"x - x", bin(Op::Sub, x, x), zero},
      {"x << 0", bin(Op::Shl, x, zero), x},
      {"(x + 3) + 4", bin(Op::Add, bin(Op::Add, x, k(3)), k(4)), bin(Op::Add, x, k(7))},
      {"x - 3", bin(Op::Sub, x, k(3)), bin(Op::Add, x, k(u128{0} - 3))},
      {"(x + 3) - (y + 3)", bin(Op::Sub, bin(Op::Add, x, k(3)), bin(Op::Add, y, k(3))), bin(Op::Sub, x, y)},
      {"(x + y) - x", bin(Op::Sub, bin(Op::Add, x, y), x), y},
      {"(x + y) - y", bin(Op::Sub, bin(Op::Add, x, y), y), x},
      {"x - (x + y)", bin(Op::Sub, x, bin(Op::Add, x, y)), bin(Op::Sub, zero, y)},
      {"y - (x + y)", bin(Op::Sub, y, bin(Op::Add, x, y)), bin(Op::Sub, zero, x)},
      {"(x - y) + y", bin(Op::Add, bin(Op::Sub, x, y), y), x},
      {"(x - y) - x", bin(Op::Sub, bin(Op::Sub, x, y), x), bin(Op::Sub, zero, y)},
      {"x - (x - y)", bin(Op::Sub, x, bin(Op::Sub, x, y)), y},
      {"(x ^ y) ^ x", bin(Op::Xor, bin(Op::Xor, x, y), x), y},
      {"x & (x | y)", bin(Op::And, x, bin(Op::Or, x, y)), x},
      {"x | (x & y)", bin(Op::Or, x, bin(Op::And, x, y)), x},
      {"x & ~x", bin(Op::And, x, bin(Op::Xor, x, all)), zero},
      {"x | ~x", bin(Op::Or, x, bin(Op::Xor, x, all)), all},
      {"~x + 1", bin(Op::Add, bin(Op::Xor, x, all), one), bin(Op::Sub, zero, x)},
      {"-(-x)", bin(Op::Sub, zero, bin(Op::Sub, zero, x)), x},
      {"~~x", bin(Op::Xor, bin(Op::Xor, x, all), all), x},
      {"x * 8", bin(Op::Mul, x, k(8)), bin(Op::Shl, x, k(3))},
      {"(x << 3) << 4", bin(Op::Shl, bin(Op::Shl, product, k(3)), k(4)), bin(Op::Shl, product, k(7))},
      {"(x >> 3) >> 4", bin(Op::LShr, bin(Op::LShr, product, k(3)), k(4)), bin(Op::LShr, product, k(7))},
      {"x % 16", bin(Op::URem, x, k(16)), bin(Op::And, x, k(15))},
      {"zext zext", zext(zext(b, 16), 32), zext(b, 32)},
      {"concat(0, x)", concat(number(0, 8), b), zext(b, 16)},
      {"x & 0xff", bin(Op::And, x, k(255)), zext(byte(0), 32)},
      {"(u8)(zext(b) + 5)", dag.extract(bin(Op::Add, zext(b, 32), k(5)), 0, 8), bin(Op::Add, b, number(5, 8))},
      {"zext(b) == 300", cmp(Op::Eq, zext(b, 32), k(300)), no},
      {"zext(b) == 65", cmp(Op::Eq, zext(b, 32), k(65)), cmp(Op::Eq, b, number(65, 8))},
      {"sext(b) == -2", cmp(Op::Eq, sext(b, 32), k(u128{0} - 2)), cmp(Op::Eq, b, number(254, 8))},
      {"x + 5 == 7", cmp(Op::Eq, bin(Op::Add, x, k(5)), k(7)), cmp(Op::Eq, x, k(2))},
      {"x - y == 0", cmp(Op::Eq, bin(Op::Sub, x, y), zero), same},
      {"x * 3 == 9", cmp(Op::Eq, bin(Op::Mul, x, k(3)), k(9)), cmp(Op::Eq, x, k(3))},
      {"bswap(x) == c", cmp(Op::Eq, dag.make(Op::Bswap, 32, x), k(0x01020304)), cmp(Op::Eq, x, k(0x04030201))},
      {"zext(b) < 300", cmp(Op::Ult, zext(b, 32), k(300)), yes},
      {"zext(b) <s 10", cmp(Op::Slt, zext(b, 32), k(10)), cmp(Op::Ult, b, number(10, 8))},
      {"sext(b) <s 10", cmp(Op::Slt, sext(b, 32), k(10)), cmp(Op::Slt, b, number(10, 8))},
      {"x <= 9", cmp(Op::Ule, x, k(9)), cmp(Op::Ult, x, k(10))},
      {"x < 1", cmp(Op::Ult, x, one), cmp(Op::Eq, x, zero)},
      {"!(x < y)", dag.negate(less), cmp(Op::Ule, y, x)},
      {"!(x <s y)", dag.negate(sless), cmp(Op::Sle, y, x)},
      {"!(x == y)", dag.negate(same), cmp(Op::Ne, x, y)},
      {"(x < y) == 1", cmp(Op::Eq, less, yes), less},
      {"(x < y) == 0", cmp(Op::Eq, less, no), cmp(Op::Ule, y, x)},
      {"c ? x : x", dag.make(Op::Ite, 32, less, x, x), x},
      {"1 ? x : y", dag.make(Op::Ite, 32, yes, x, y), x},
      {"c ? 1 : 0", dag.make(Op::Ite, 32, less, one, zero), zext(less, 32)},
      {"c ? true : false", dag.make(Op::Ite, 1, less, yes, no), less},
      {"(c ? 5 : 6) == 5", cmp(Op::Eq, dag.make(Op::Ite, 32, less, k(5), k(6)), k(5)), less},
      {"(c ? 5 : 6) == 6", cmp(Op::Eq, dag.make(Op::Ite, 32, less, k(5), k(6)), k(6)), dag.negate(less)},
      {"zext(x < y) != 0", cmp(Op::Ne, zext(less, 32), zero), less},
      {"usub overflow", cmp(Op::USubO, x, y), less},
      {"2 + 3", bin(Op::Add, k(2), k(3)), k(5)},
  };
  for (const Case& c : cases) EXPECT_EQ(c.got, c.wanted) << c.what;
}

TEST_F(DagTest, LongChainsNeedNoStack) {
  ExprId x = dag.input(ByteId(0), 4);
  for (unsigned i = 0; i < 300000; ++i) x = bin(i % 2 == 0 ? Op::Add : Op::Xor, x, number(2 * i + 1, 32));
  Assignment assignment;
  for (unsigned i = 0; i < 4; ++i) assignment.set(ByteId(i), static_cast<std::uint8_t>(17 * i + 5));
  const auto value = static_cast<std::uint32_t>(evaluate(dag, x, assignment));
  EXPECT_TRUE(evaluate(dag, cmp(Op::Eq, x, number(value, 32)), assignment) == 1);
  EXPECT_TRUE(evaluate(dag, cmp(Op::Eq, x, number(value + 1, 32)), assignment) == 0);
}

TEST_F(DagTest, IllFormedRequestsAreRecognised) {
  const ExprId b = byte(0), w = zext(b, 32), bit = cmp(Op::Ult, b, byte(1));
  EXPECT_TRUE(dag.well_formed(Op::Add, 8, b, b));
  EXPECT_FALSE(dag.well_formed(Op::Add, 8, b, w));
  EXPECT_FALSE(dag.well_formed(Op::Add, 32, b, b));
  EXPECT_FALSE(dag.well_formed(Op::Add, 8, b));
  EXPECT_FALSE(dag.well_formed(Op::Add, 8, b, b, b));
  EXPECT_FALSE(dag.well_formed(Op::Add, 8, b, ExprId(100000)));
  EXPECT_FALSE(dag.well_formed(Op::Eq, 8, b, b));
  EXPECT_FALSE(dag.well_formed(Op::ZExt, 8, w));
  EXPECT_FALSE(dag.well_formed(Op::Extract, 8, w, {}, {}, 25));
  EXPECT_FALSE(dag.well_formed(Op::Extract, 8, w, {}, {}, ~std::uint64_t{0}));
  EXPECT_FALSE(dag.well_formed(Op::Ite, 8, b, b, b));
  EXPECT_TRUE(dag.well_formed(Op::Ite, 8, bit, b, b));
  EXPECT_FALSE(dag.well_formed(Op::FAdd, 8, b, b));
  EXPECT_FALSE(dag.well_formed(Op::Bswap, 1, bit));
  EXPECT_FALSE(dag.well_formed(Op::Concat, 129, zext(b, 128), bit));
  EXPECT_FALSE(dag.well_formed(Op::Const, 8, b));
  EXPECT_FALSE(dag.well_formed(static_cast<Op>(CAIRN_OP_COUNT), 8, b));
  EXPECT_DEATH(dag.make(Op::Add, 8, b, w), "well_formed");
}

}  // namespace
}  // namespace cairn::expr
