// IPPC: the worked example of the paper, the counters, the sharing of steps, and agreement with brute force on top of
// an honest solver.
#include <gtest/gtest.h>

#include "engine/solver/chain.h"
#include "engine/solver/layers.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

class IppcTest : public ::testing::Test {
 protected:
  // Brute force over two bytes, remembering what it was asked.
  Below brute() {
    return std::make_unique<FakeSolver>(calls, [this](const Query& query) {
      sizes.push_back(query.constraints.size());
      expr::Evaluator evaluator(dag, query.constraints);
      expr::Assignment candidate = *query.parent;
      for (unsigned value = 0; value < 65536; ++value) {
        candidate.set(ByteId(0), static_cast<std::uint8_t>(value));
        candidate.set(ByteId(1), static_cast<std::uint8_t>(value >> 8));
        if (evaluator.first_zero(candidate) == query.constraints.size()) return sat(candidate);
      }
      return unsat(whole_core(query));
    });
  }
  ExprId byte(std::uint32_t i) { return dag.input(ByteId(i), 1); }
  ExprId above(std::uint32_t i, unsigned value) { return dag.make(Op::Ult, 1, dag.constant(value, 8), byte(i)); }

  // Gives up everything, after all the steps it was allowed, at that limit.
  Below hopeless(Limit limit) {
    return std::make_unique<FakeSolver>(calls, [this, limit](const Query& query) {
      Answer answer = unknown(limit);
      answer.steps = query.steps;
      allowed.push_back(query.steps);
      return answer;
    });
  }

  static constexpr std::uint64_t kSteps = 1000;
  base::Context context{1};
  Dag dag;
  Shared shared{context, dag};
  expr::Assignment parent;
  int calls = 0;
  std::vector<std::size_t> sizes;
  std::vector<std::uint64_t> allowed;
};

TEST_F(IppcTest, PublishedFormAddsTheFirstViolatedConditionEachTime) {
  const auto solver = with_published_ippc(shared, brute());
  const std::vector<ExprId> constraints = {above(0, 10), above(0, 20), above(1, 5), above(0, 0)};
  const Answer answer = solver->solve({constraints, &parent});
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_TRUE(satisfies(dag, constraints, answer.assignment));
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 2, 3, 4}));
  EXPECT_EQ(context.stats.counter("solver.ippc.calls"), 4u);
  EXPECT_EQ(context.stats.counter("solver.ippc.largest"), 4u);
  EXPECT_DOUBLE_EQ(context.stats.gauge("solver.ippc.average"), 2.5);
}

TEST_F(IppcTest, OursAddsAllThatAreViolated) {
  const auto solver = with_ippc(shared, kSteps, brute());
  const std::vector<ExprId> constraints = {above(0, 10), above(0, 20), above(1, 5), above(0, 0)};
  EXPECT_EQ(solver->solve({constraints, &parent}).verdict, Verdict::sat);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 4}));
}

TEST_F(IppcTest, RefutesWithTheGoalAloneWhenItCan) {
  for (const bool published : {false, true}) {
    const auto solver = published ? with_published_ippc(shared, brute()) : with_ippc(shared, kSteps, brute());
    const ExprId never =
        dag.equal(dag.make(Op::Mul, 8, byte(0), dag.make(Op::Mul, 8, byte(0), byte(0))), dag.constant(2, 8));
    const Answer answer = solver->solve({{above(0, 10), above(1, 5), never}, &parent});
    EXPECT_EQ(answer.verdict, Verdict::unsat);
    EXPECT_EQ(answer.core, (std::vector<std::uint32_t>{2}));
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 1}));
}

TEST_F(IppcTest, AsksForTheWholeWhenAPartIsTooHard) {
  const auto solver = with_ippc(shared, kSteps, std::make_unique<FakeSolver>(calls, [&](const Query& query) {
                                  return query.constraints.size() == 3 ? sat(parent) : unknown("hard");
                                }));
  const std::vector<ExprId> constraints = {dag.negate(above(0, 10)), dag.negate(above(1, 5)), dag.negate(above(0, 7))};
  EXPECT_EQ(solver->solve({constraints, &parent}).verdict, Verdict::sat);
  EXPECT_EQ(calls, 2);
}

TEST_F(IppcTest, AllRoundsShareTheStepsOfTheQuery) {
  const auto solver = with_ippc(shared, kSteps, hopeless(Limit::steps));
  const std::vector<ExprId> constraints = {above(0, 10), above(1, 5), above(0, 7)};
  const Answer answer = solver->solve({constraints, &parent});
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_EQ(answer.steps, kSteps);
  EXPECT_EQ(allowed, (std::vector<std::uint64_t>{500, 500}));

  allowed.clear();
  EXPECT_EQ(solver->solve({.constraints = constraints, .parent = &parent, .effort = 1}).steps, 4 * kSteps);
  EXPECT_EQ(allowed, (std::vector<std::uint64_t>{2000, 2000}));
}

TEST_F(IppcTest, TheWholeOfAPartThatIsTooLargeOrWasKilledIsNotAsked) {
  EXPECT_EQ(with_ippc(shared, 0, hopeless(Limit::size))->solve({{above(0, 10), above(0, 7)}, &parent}).verdict,
            Verdict::unknown);
  EXPECT_EQ(with_ippc(shared, kSteps, hopeless(Limit::clock))->solve({{above(0, 10), above(0, 7)}, &parent}).verdict,
            Verdict::unknown);
  EXPECT_EQ(calls, 2);
}

TEST_F(IppcTest, TheWholeOfAPartThatIsTooLargeForItsShareHasTheRest) {
  const auto solver = with_ippc(shared, kSteps, std::make_unique<FakeSolver>(calls, [&](const Query& query) {
                                  allowed.push_back(query.steps);
                                  Answer answer = query.steps < 600 ? unknown(Limit::size) : sat(parent);
                                  answer.steps = query.steps / 8;
                                  return answer;
                                }));
  const std::vector<ExprId> constraints = {dag.negate(above(0, 10)), dag.negate(above(0, 7))};
  EXPECT_EQ(solver->solve({constraints, &parent}).verdict, Verdict::sat);
  EXPECT_EQ(allowed, (std::vector<std::uint64_t>{500, 938}));
}

TEST_F(IppcTest, TwoSolversShareTheStepsOfAQueryThatComesBack) {
  const auto solver = choose_backend(shared, kSteps, hopeless(Limit::steps), hopeless(Limit::steps));
  EXPECT_EQ(solver->solve({{above(0, 10)}, &parent}).verdict, Verdict::unknown);
  EXPECT_EQ(calls, 1);
  allowed.clear();
  EXPECT_EQ(solver->solve({.constraints = {above(0, 10)}, .parent = &parent, .effort = 2}).verdict, Verdict::unknown);
  EXPECT_EQ(calls, 2) << "one of them still";
  allowed.clear();
  EXPECT_EQ(solver->solve({.constraints = {above(0, 10)}, .parent = &parent, .effort = 3}).steps, 64 * kSteps);
  EXPECT_EQ(allowed, (std::vector<std::uint64_t>{32'000, 32'000}));
}

TEST_F(IppcTest, AgreesWithBruteForce) {
  base::Rng rng(3);
  RandomExpressions random(dag, rng);
  const auto ours = with_ippc(shared, kSteps, brute()), published = with_published_ippc(shared, brute());
  int unsat_seen = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<ExprId> constraints;
    for (std::uint64_t i = 0, count = 2 + rng.below(6); i < count; ++i) constraints.push_back(random.condition(2));
    const bool expected = satisfiable(dag, constraints, 2);
    unsat_seen += expected ? 0 : 1;
    for (Solver* solver : {ours.get(), published.get()}) {
      const Answer answer = solver->solve({constraints, &parent});
      ASSERT_EQ(answer.verdict, expected ? Verdict::sat : Verdict::unsat) << round;
      if (expected) ASSERT_TRUE(satisfies(dag, constraints, answer.assignment));
    }
  }
  EXPECT_GT(unsat_seen, 20);
}

TEST_F(IppcTest, ChainsByName) {
  for (const char* name : {"full", "ippc", "z3", "bits"}) {
    const auto layers = layers_of(name);
    ASSERT_TRUE(layers.ok()) << name;
    ChainOptions options;
    options.layers = *layers;
    ASSERT_TRUE(check_options(options).ok()) << name;
    const auto chain = make_chain(context, dag, options);
    const std::vector<ExprId> constraints = {above(0, 10), dag.equal(dag.make(Op::Mul, 8, byte(0), byte(0)), byte(1)),
                                             above(1, 200)};
    const Answer answer = chain->solve({constraints, &parent});
    EXPECT_EQ(answer.verdict, Verdict::sat) << name;
    EXPECT_TRUE(satisfies(dag, constraints, answer.assignment)) << name;
  }
  EXPECT_FALSE(layers_of("magic").ok());
}

}  // namespace
}  // namespace cairn::solver
