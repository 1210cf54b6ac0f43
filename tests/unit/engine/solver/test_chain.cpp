// The whole chain, and the chain with each layer removed, against brute force.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/solver/chain.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

// Queries as a run asks them: the parent satisfies all but the goal.
void compare_with_brute_force(const ChainOptions& options, int rounds, base::Context& context) {
  Dag dag;
  const auto chain = make_chain(context, dag, options);
  base::Rng rng(77);
  RandomExpressions random(dag, rng);
  int sat_seen = 0, unsat_seen = 0;
  for (int round = 0; round < rounds; ++round) {
    expr::Assignment parent;
    for (std::uint32_t i = 0; i < 4; ++i) parent.set(ByteId(i), static_cast<std::uint8_t>(rng.next()));
    std::vector<ExprId> constraints;
    // A bystander that the goal cannot touch.
    constraints.push_back(dag.equal(dag.input(ByteId(3), 1), dag.constant(parent.get(ByteId(3)), 8)));
    for (std::uint64_t i = 0, count = 1 + rng.below(6); i < count; ++i) {
      const ExprId condition = random.condition(2);
      constraints.push_back(expr::evaluate(dag, condition, parent) != 0 ? condition : dag.negate(condition));
    }
    constraints.back() = dag.negate(constraints.back());

    const std::vector<ExprId> relevant(constraints.begin() + 1, constraints.end());
    const bool expected = satisfiable(dag, relevant, 2);
    ++(expected ? sat_seen : unsat_seen);
    const Answer answer = chain->solve({constraints, &parent});
    ASSERT_EQ(answer.verdict, expected ? Verdict::sat : Verdict::unsat) << "round " << round << " " << answer.reason;
    if (expected) {
      ASSERT_TRUE(satisfies(dag, constraints, answer.assignment)) << "round " << round;
    } else {
      std::vector<ExprId> core;
      for (const std::uint32_t index : answer.core) core.push_back(constraints.at(index));
      ASSERT_FALSE(satisfiable(dag, core, 2)) << "round " << round;
    }
  }
  EXPECT_GT(sat_seen, rounds / 10);
  EXPECT_GT(unsat_seen, rounds / 10);
}

TEST(Chain, AgreesWithBruteForce) {
  base::Context context(1);
  compare_with_brute_force({}, 400, context);
  const auto counter = [&](const char* name) { return context.stats.counter(name); };
  EXPECT_EQ(counter("solver.queries"), 400u);
  EXPECT_EQ(counter("solver.sat") + counter("solver.unsat"), 400u);
  EXPECT_EQ(counter("solver.wrong"), 0u);
  EXPECT_EQ(counter("solver.complete_calls"), 0u) << "two bytes need no complete solver";
  EXPECT_GT(context.stats.gauge("solver.seconds"), 0.0);
}

class ChainWithout : public ::testing::TestWithParam<std::string> {};

TEST_P(ChainWithout, AgreesWithBruteForce) {
  ChainOptions options;
  std::erase(options.layers, GetParam());
  base::Context context(1);
  compare_with_brute_force(options, 80, context);
  EXPECT_EQ(context.stats.counter("solver." + GetParam() + ".asked"), 0u);
}

INSTANTIATE_TEST_SUITE_P(EachLayer, ChainWithout, ::testing::ValuesIn(layer_names()));

TEST(Chain, AsksTheCompleteSolverForWideQueries) {
  base::Context context(1);
  Dag dag;
  const auto chain = make_chain(context, dag, {});
  const expr::Assignment parent;
  const ExprId word = dag.input(ByteId(0), 4);
  const ExprId square = dag.equal(dag.make(Op::Mul, 32, word, word), dag.constant(1234321, 32));
  const ExprId small = dag.make(Op::Ult, 1, word, dag.constant(5000, 32));
  const Answer answer = chain->solve({{small, square}, &parent});
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_EQ(expr::evaluate(dag, word, answer.assignment), 1111u);
  const std::uint64_t calls = context.stats.counter("solver.complete_calls");
  EXPECT_GT(calls, 0u);
  chain->solve({{small, square}, &parent});
  EXPECT_EQ(context.stats.counter("solver.complete_calls"), calls) << "the second time it is known";
}

// Has a proof of everything.
class LyingStore final : public AnswerStore {
 public:
  std::optional<StoredAnswer> lookup(std::span<const std::uint64_t> constraints) override {
    return StoredAnswer{.core = {constraints.begin(), constraints.end()}};
  }
  void insert(std::span<const std::uint64_t>, const StoredAnswer&) override {}
};

TEST(CrosscheckDeathTest, AWrongProofOfTheStoreIsCaught) {
  LyingStore store;
  ChainOptions options;
  options.store = &store;
  options.layers.push_back("crosscheck");
  base::Context context(1);
  Dag dag;
  const expr::Assignment parent;
  const ExprId word = dag.input(ByteId(0), 4);
  const std::vector<ExprId> constraints = {dag.equal(dag.make(Op::Mul, 32, word, word), dag.constant(1234321, 32))};
  EXPECT_DEATH(make_chain(context, dag, options)->solve({constraints, &parent}),
               "infeasible what Z3 has a solution of.*solver.cache.answered");
}

TEST(Chain, CrosscheckFindsNothingWrong) {
  ChainOptions options;
  options.layers.push_back("crosscheck");
  base::Context context(1);
  compare_with_brute_force(options, 100, context);
  EXPECT_GT(context.stats.counter("solver.crosscheck.asked"), 50u);
  EXPECT_EQ(context.stats.counter("solver.complete_calls"), 0u) << "Z3's part is not the run's";
}

// Z3 takes any NaN for the result, the processor the one that went in.
TEST(Chain, AChoiceThatTheProcessorDoesNotMakeIsUnknown) {
  ChainOptions options;
  options.layers = {"check", "cache", "z3"};
  base::Context context(1);
  Dag dag;
  const expr::Assignment parent;
  const ExprId x = dag.input(ByteId(0), 4);
  const ExprId sum = dag.make(Op::FAdd, 32, x, dag.constant(0x3f800000, 32));
  const std::vector<ExprId> constraints = {dag.equal(x, dag.constant(0x7fc00001, 32)),
                                           dag.equal(sum, dag.constant(0x7fc00002, 32))};
  const Answer answer = make_chain(context, dag, options)->solve({constraints, &parent});
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_EQ(answer.reason, kWrongAssignment);
  EXPECT_EQ(context.stats.counter("solver.wrong"), 1u);
}

TEST(Chain, ScatterGivesUnrelatedBytesOtherValues) {
  ChainOptions options;
  options.layers.push_back("scatter");
  base::Context context(1);
  Dag dag;
  const auto chain = make_chain(context, dag, options);
  expr::Assignment parent;
  for (std::uint32_t i = 0; i < 16; ++i) parent.set(ByteId(i), '5');
  const auto byte = [&](std::uint32_t i) { return dag.input(ByteId(i), 1); };
  std::vector<ExprId> constraints;
  for (std::uint32_t i = 1; i < 8; ++i) {  // digits
    constraints.push_back(dag.make(Op::Ule, 1, dag.constant('0', 8), byte(i)));
    constraints.push_back(dag.make(Op::Ule, 1, byte(i), dag.constant('9', 8)));
  }
  constraints.push_back(dag.equal(dag.make(Op::Add, 8, byte(1), byte(2)), dag.constant(2 * '5', 8)));
  constraints.push_back(dag.equal(byte(0), dag.constant('x', 8)));
  const Answer answer = chain->solve({constraints, &parent});
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_TRUE(satisfies(dag, constraints, answer.assignment));
  EXPECT_EQ(answer.assignment.get(ByteId(1)), '5') << "another condition ties it to a second byte";
  int moved = 0;
  for (std::uint32_t i = 3; i < 16; ++i) moved += answer.assignment.get(ByteId(i)) != '5' ? 1 : 0;
  EXPECT_GT(moved, 6);
}

TEST(Chain, SaysWhichLayersThereAre) {
  ChainOptions options;
  options.layers.push_back("magic");
  const auto status = check_options(options);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().fault, base::Fault::misuse);
  EXPECT_NE(status.error().message.find("magic"), std::string::npos);
  EXPECT_TRUE(check_options({}).ok());
}

}  // namespace
}  // namespace cairn::solver
