#include <gtest/gtest.h>

#include "engine/expr/print.h"

namespace cairn::expr {
namespace {

class PrintTest : public testing::Test {
 protected:
  ExprId byte(std::uint32_t i) { return dag.input(ByteId(i), 1); }
  ExprId number(u128 value, unsigned width) { return dag.constant(value, width); }
  ExprId bin(Op op, ExprId a, ExprId b) { return dag.make(op, dag.width(a), a, b); }
  std::string text(ExprId id) {
    return to_text(dag, id, [](ByteId b) { return "in[" + std::to_string(b.value) + "]"; });
  }
  std::string script(ExprId id) { return to_smtlib(dag, {&id, 1}); }

  Dag dag;
};

TEST_F(PrintTest, TextHasOnlyTheParenthesesItNeeds) {
  const ExprId x = dag.input(ByteId(0), 4), y = dag.input(ByteId(4), 4), z = dag.input(ByteId(8), 4);
  EXPECT_EQ(text(byte(3)), "in[3]");
  EXPECT_EQ(text(x), "load32(in[0])");
  EXPECT_EQ(text(dag.make(Op::Eq, 1, byte(0), number('{', 8))), "in[0] == '{'");
  EXPECT_EQ(text(bin(Op::UDiv, bin(Op::UDiv, x, y), z)), "load32(in[0]) / load32(in[4]) / load32(in[8])");
  EXPECT_EQ(text(bin(Op::UDiv, x, bin(Op::UDiv, y, z))), "load32(in[0]) / (load32(in[4]) / load32(in[8]))");
  EXPECT_EQ(text(bin(Op::UDiv, bin(Op::Sub, x, y), z)), "(load32(in[0]) - load32(in[4])) / load32(in[8])");
  EXPECT_EQ(text(bin(Op::Sub, x, bin(Op::UDiv, y, z))), "load32(in[0]) - load32(in[4]) / load32(in[8])");
  EXPECT_EQ(text(bin(Op::Sub, byte(0), number(3, 8))), "in[0] - 3");
  EXPECT_EQ(text(dag.make(Op::Slt, 1, byte(0), number(5, 8))), "in[0] <s 5");
  EXPECT_EQ(text(dag.make(Op::SExt, 32, byte(0))), "(i32)in[0]");
  EXPECT_EQ(text(dag.make(Op::Ctpop, 8, byte(0))), "ctpop(in[0])");
}

TEST_F(PrintTest, SharedPartsAreNamedOnce) {
  ExprId x = bin(Op::UDiv, dag.input(ByteId(0), 4), dag.input(ByteId(4), 4));
  for (int i = 0; i < 200; ++i) x = bin(Op::UDiv, x, bin(Op::URem, x, number(7, 32)));
  EXPECT_LT(text(x).size(), 20000u);
  EXPECT_NE(text(x).find(" where t1 = "), std::string::npos);
  EXPECT_LT(script(dag.make(Op::Eq, 1, x, number(1, 32))).size(), 60000u);
}

TEST_F(PrintTest, ScriptsDeclareBytesAndAskForThem) {
  const ExprId c = dag.make(Op::Ult, 1, bin(Op::Mul, dag.input(ByteId(5), 2), dag.input(ByteId(9), 2)), number(77, 16));
  const std::string s = script(c);
  EXPECT_NE(s.find("(set-logic QF_BV)"), std::string::npos);
  EXPECT_NE(s.find("(declare-const b5 (_ BitVec 8))"), std::string::npos);
  EXPECT_NE(s.find("(concat b6 b5)"), std::string::npos);
  EXPECT_NE(s.find("bvult"), std::string::npos);
  EXPECT_NE(s.find("#x004d"), std::string::npos);
  EXPECT_NE(s.find("(check-sat)\n(get-value (b5 b6 b9 b10))\n"), std::string::npos);
}

TEST_F(PrintTest, EveryOperationIsPrintable) {
  const ExprId a = dag.input(ByteId(0), 4), b = dag.input(ByteId(4), 4), c = dag.input(ByteId(8), 4);
  const ExprId bit = dag.make(Op::Ult, 1, a, b);
  const TableId table = dag.table({{1, 2, 3}, {byte(20), {}, {}}});
  std::vector<ExprId> all = {dag.table_read(table, dag.make(Op::ZExt, 64, a), 16), dag.make(Op::Ite, 32, bit, a, b)};
  for (unsigned code = 1; code < CAIRN_OP_COUNT; ++code) {
    const Op op = static_cast<Op>(code);
    for (const unsigned width : {1u, 32u, 64u}) {
      if (dag.well_formed(op, width, a)) all.push_back(dag.make(op, width, a));
      if (dag.well_formed(op, width, a, b)) all.push_back(dag.make(op, width, a, b));
      if (dag.well_formed(op, width, a, b, c)) all.push_back(dag.make(op, width, a, b, c));
    }
  }
  EXPECT_GT(all.size(), 70u);
  std::vector<ExprId> constraints;
  for (const ExprId id : all) {
    EXPECT_FALSE(text(id).empty());
    constraints.push_back(dag.make(Op::Ne, 1, id, number(0, dag.width(id))));
  }
  const std::string s = to_smtlib(dag, constraints);
  EXPECT_NE(s.find("fp.add RNE ((_ to_fp 8 24)"), std::string::npos);
  EXPECT_NE(s.find("(set-logic QF_BVFP)"), std::string::npos);
  long depth = 0;
  for (const char ch : s) {
    depth += ch == '(' ? 1 : ch == ')' ? -1 : 0;
    ASSERT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
}

}  // namespace
}  // namespace cairn::expr
