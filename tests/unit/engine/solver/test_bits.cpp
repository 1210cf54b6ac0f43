// The bit-blaster: every circuit proved equal to the evaluator's table at 4 bits, and compared with it at random values
// of 8 to 128 bits; cores, tables, limits.
#include <gtest/gtest.h>

#include "engine/expr/bits.h"
#include "engine/solver/process_backend.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;
using expr::u128;

class BitsTest : public ::testing::Test {
 protected:
  BitsTest() {
    options.program = "cairn-solve-bits";
    options.step_limit = 0;
    options.wall_milliseconds = 600'000;
  }
  Answer ask(const std::vector<ExprId>& constraints, std::uint64_t steps = 0) {
    if (solver == nullptr) solver = make_process_backend(context, dag, options);
    return solver->solve({.constraints = constraints, .parent = &parent, .steps = steps});
  }
  ExprId number(u128 value, unsigned width) { return dag.constant(value, width); }
  // An operand of `width` bits that is the low bits of two input bytes or more.
  ExprId operand(std::uint32_t which, unsigned width) {
    const unsigned bytes = (width + 7) / 8;
    const ExprId input = dag.input(ByteId(16 * which), bytes);
    return width == 8 * bytes ? input : dag.extract(input, 0, width);
  }
  static bool integer_operation(Op op) {
    return expr::info(op).cls != expr::OpClass::leaf && op < Op::FAdd && op != Op::TableRead;
  }
  ExprId make(Op op, unsigned width, ExprId a, ExprId b, ExprId c) {
    const expr::OpInfo& info = expr::info(op);
    switch (op) {
      case Op::ZExt:
      case Op::SExt:
        return dag.make(op, width + 3, a);
      case Op::Extract:
        return dag.extract(a, width / 4, width / 2);
      case Op::Concat:
        return dag.make(op, 2 * width, a, b);
      case Op::Ite:
        return dag.make(op, width, dag.extract(c, 0, 1), a, b);
      default:
        break;
    }
    return dag.make(op, info.cls == expr::OpClass::cmp ? 1 : width, a, info.arity > 1 ? b : ExprId{},
                    info.arity > 2 ? c : ExprId{});
  }

  base::Context context{1};
  base::Rng rng{99};
  Dag dag;
  expr::Assignment parent;
  ProcessOptions options;
  std::unique_ptr<Solver> solver;
};

// "The circuit differs from the table of all results" must be refuted: 256 or 4096 cases in one query.
TEST_F(BitsTest, EveryOperationIsProvedAtFourBits) {
  int proved = 0;
  for (unsigned index = 0; index < CAIRN_OP_COUNT; ++index) {
    const Op op = static_cast<Op>(index);
    if (!integer_operation(op) || op == Op::Bswap) continue;
    const ExprId a = operand(0, 4), b = operand(1, 4), c = operand(2, 4);
    const ExprId result = make(op, 4, a, b, c);
    const unsigned width = dag.width(result);
    expr::Table table;
    for (unsigned i = 0; i < 4096; ++i) {
      expr::Assignment assignment;
      for (std::uint32_t k = 0; k < 3; ++k)
        assignment.set(ByteId(16 * k), static_cast<std::uint8_t>((i >> (4 * k)) & 15));
      table.bytes.push_back(static_cast<std::uint8_t>(expr::evaluate(dag, result, assignment)));
    }
    const ExprId offset = dag.make(Op::ZExt, 64, dag.make(Op::Concat, 12, c, dag.make(Op::Concat, 8, b, a)));
    const ExprId expected = dag.table_read(dag.table(table), offset, 8);
    const Answer answer = ask({dag.make(Op::Ne, 1, dag.make(Op::ZExt, 8 + (width == 8 ? 1 : 0), result),
                                        width == 8 ? dag.make(Op::ZExt, 9, expected) : expected)});
    EXPECT_EQ(answer.verdict, Verdict::unsat) << expr::info(op).name << " " << answer.reason;
    // And the proof can fail: one entry changed must be found.
    table.bytes[rng.below(4096)] ^= 1;
    const ExprId wrong = dag.table_read(dag.table(table), offset, 8);
    EXPECT_EQ(ask({dag.make(Op::Ne, 1, dag.make(Op::ZExt, 8 + (width == 8 ? 1 : 0), result),
                            width == 8 ? dag.make(Op::ZExt, 9, wrong) : wrong)})
                  .verdict,
              Verdict::sat)
        << expr::info(op).name;
    ++proved;
  }
  EXPECT_GT(proved, 35);
}

TEST_F(BitsTest, EveryOperationAgreesWithTheEvaluatorAtRandom) {
  for (unsigned index = 0; index < CAIRN_OP_COUNT; ++index) {
    const Op op = static_cast<Op>(index);
    if (!integer_operation(op)) continue;
    for (const unsigned width : {8u, 13u, 16u, 32u, 64u, 100u}) {
      if (op == Op::Bswap && width % 16 != 0) continue;
      if (op == Op::Concat && width > 64) continue;
      for (int round = 0; round < 2; ++round) {
        expr::Assignment values;
        std::vector<ExprId> constraints;
        ExprId operands[3];
        for (std::uint32_t k = 0; k < 3; ++k) {
          operands[k] = operand(k, width);
          // Small numbers and random ones: overflow and shifts by less than the width.
          const u128 random = (u128{rng.next()} << 64 | rng.next()) >> rng.below(width);
          for (std::uint32_t i = 0; i < (width + 7) / 8; ++i)
            values.set(ByteId(16 * k + i), static_cast<std::uint8_t>(random >> (8 * i)));
          constraints.push_back(dag.equal(operands[k], number(expr::evaluate(dag, operands[k], values), width)));
        }
        const ExprId result = make(op, width, operands[0], operands[1], operands[2]);
        const ExprId expected = number(expr::evaluate(dag, result, values), dag.width(result));
        constraints.push_back(dag.equal(result, expected));
        ASSERT_EQ(ask(constraints).verdict, Verdict::sat) << expr::info(op).name << " " << width;
        constraints.back() = dag.negate(constraints.back());
        ASSERT_EQ(ask(constraints).verdict, Verdict::unsat) << expr::info(op).name << " " << width;
      }
    }
  }
}

TEST_F(BitsTest, FindsAssignmentsAndCores) {
  RandomExpressions random(dag, rng);
  int sat_seen = 0, unsat_seen = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<ExprId> constraints;
    for (std::uint64_t i = 0, count = 1 + rng.below(4); i < count; ++i) constraints.push_back(random.condition(2));
    const bool expected = satisfiable(dag, constraints, 2);
    ++(expected ? sat_seen : unsat_seen);
    const Answer answer = ask(constraints);
    ASSERT_EQ(answer.verdict, expected ? Verdict::sat : Verdict::unsat) << round << answer.reason;
    if (expected) {
      ASSERT_TRUE(satisfies(dag, constraints, answer.assignment)) << round;
    } else {
      std::vector<ExprId> core;
      for (const std::uint32_t i : answer.core) core.push_back(constraints.at(i));
      ASSERT_FALSE(satisfiable(dag, core, 2)) << round;
    }
  }
  EXPECT_GT(sat_seen, 20);
  EXPECT_GT(unsat_seen, 20);
}

TEST_F(BitsTest, ReadsTablesWithSymbolicEntries) {
  expr::Table table{{1, 2, 3, 4}, {ExprId{}, dag.input(ByteId(1), 1), ExprId{}, ExprId{}}};
  const ExprId offset = dag.make(Op::ZExt, 64, dag.input(ByteId(0), 1));
  const ExprId read = dag.table_read(dag.table(table), offset, 16);
  const std::vector<ExprId> constraints = {dag.equal(read, number(0x63 << 8 | 1, 16))};
  const Answer answer = ask(constraints);
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_TRUE(satisfies(dag, constraints, answer.assignment));
  EXPECT_EQ(ask({dag.equal(read, number(0x0505, 16)), dag.make(Op::Ne, 1, offset, number(1, 64))}).verdict,
            Verdict::unsat);
  EXPECT_EQ(ask({dag.equal(read, number(0, 16)), dag.make(Op::Ult, 1, number(200, 64), offset)}).verdict, Verdict::sat);
}

TEST_F(BitsTest, StopsAtItsStepLimitAndGoesOn) {
  const ExprId x = dag.input(ByteId(0), 8), y = dag.input(ByteId(8), 8);
  const ExprId product = dag.equal(dag.make(Op::Mul, 64, x, y), number(2860486313ull * 3367900313ull, 64));
  const std::vector<ExprId> hard = {
      product, dag.make(Op::Ult, 1, number(1, 64), x), dag.make(Op::Ult, 1, number(1, 64), y),
      dag.make(Op::Ult, 1, x, number(1ull << 32, 64)), dag.make(Op::Ult, 1, y, number(1ull << 32, 64))};
  for (const auto& [steps, limit] : {std::pair(1'000u, Limit::size), std::pair(200'000u, Limit::steps)}) {
    const Answer answer = ask(hard, steps);
    EXPECT_EQ(answer.verdict, Verdict::unknown);
    EXPECT_EQ(answer.limit, limit);
    EXPECT_GT(answer.steps, 0u);
    EXPECT_LE(answer.steps, steps);
    EXPECT_EQ(ask({dag.equal(x, number(5, 64))}).verdict, Verdict::sat);
  }
  EXPECT_EQ(context.stats.counter("solver.crashed"), 0u);
}

TEST_F(BitsTest, IsEndedByTheClockAndStartedAgain) {
  options.wall_milliseconds = 200;
  const ExprId x = dag.input(ByteId(0), 8), y = dag.input(ByteId(8), 8);
  const ExprId product = dag.equal(dag.make(Op::Mul, 64, x, y), number(2860486313ull * 3367900313ull, 64));
  const std::vector<ExprId> hard = {product, dag.make(Op::Ult, 1, x, number(1ull << 32, 64)),
                                    dag.make(Op::Ult, 1, y, number(1ull << 32, 64))};
  EXPECT_EQ(ask(hard).reason, "wall-clock limit");
  EXPECT_EQ(context.stats.counter("solver.killed"), 1u);
  EXPECT_EQ(ask({dag.equal(dag.extract(x, 0, 8), number(5, 8))}).verdict, Verdict::sat);
}

TEST_F(BitsTest, LeavesFloatsToOthers) {
  const ExprId x = dag.input(ByteId(0), 8);
  const Answer answer = ask({dag.make(Op::FLt, 1, x, number(0x3ff0000000000000, 64))});
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_NE(answer.reason.find("float"), std::string::npos);
  EXPECT_EQ(ask({dag.equal(x, number(5, 64))}).verdict, Verdict::sat);
}

}  // namespace
}  // namespace cairn::solver
