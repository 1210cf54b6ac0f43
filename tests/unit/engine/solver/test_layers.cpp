// Layers alone, on top of a solver that counts how often it is asked. Domains, ranges, search, ippc and the cache have
// files of their own.
#include "tests/unit/engine/solver/layer_test.h"

namespace cairn::solver {
namespace {

TEST_F(LayerTest, CheckPassesRightAssignmentsAndStopsWrongOnes) {
  expr::Assignment found;
  found.set(ByteId(0), 7);
  const auto solver = with_check(shared, fake([&](const Query&) { return sat(found); }));
  EXPECT_EQ(solver->solve(query({equals(0, 7)})).verdict, Verdict::sat);
  EXPECT_EQ(counter("solver.wrong"), 0u);
  // The change breaks a constraint that the parent satisfied.
  EXPECT_EQ(solver->solve(query({less(0, 5), equals(0, 7)})).verdict, Verdict::unknown);
  // The change does not touch a constraint that the parent violates.
  EXPECT_EQ(solver->solve(query({equals(1, 3), equals(0, 7)})).verdict, Verdict::unknown);
  EXPECT_EQ(counter("solver.wrong"), 2u);
}

TEST_F(LayerTest, CheckNoticesAnotherParent) {
  expr::Assignment found;
  found.set(ByteId(0), 7);
  const auto solver = with_check(shared, fake([&](const Query&) { return sat(found); }));
  const std::vector<ExprId> constraints = {equals(1, 0), equals(0, 7)};
  EXPECT_EQ(solver->solve(query(constraints)).verdict, Verdict::sat);
  parent.set(ByteId(1), 9);
  found.set(ByteId(1), 9);
  EXPECT_EQ(solver->solve(query(constraints)).verdict, Verdict::unknown);
}

TEST_F(LayerTest, FoldDecidesConstants) {
  const auto solver = with_fold(shared, fake());
  const Answer refuted = solver->solve(query({less(0, 5), dag.truth(false), equals(0, 7)}));
  EXPECT_EQ(refuted.verdict, Verdict::unsat);
  EXPECT_EQ(refuted.core, std::vector<std::uint32_t>{1});
  EXPECT_EQ(solver->solve(query({dag.truth(true)})).verdict, Verdict::sat);
  EXPECT_EQ(solver->solve(query({})).verdict, Verdict::sat);
  EXPECT_EQ(calls, 0);
}

TEST_F(LayerTest, FoldDecidesWhatStandsOnThePath) {
  const auto solver = with_fold(shared, fake());
  const Answer repeated = solver->solve(query({less(0, 5), equals(1, 0), less(0, 5)}));
  EXPECT_EQ(repeated.verdict, Verdict::sat);
  const Answer opposite = solver->solve(query({equals(1, 0), less(0, 5), dag.negate(less(0, 5))}));
  EXPECT_EQ(opposite.verdict, Verdict::unsat);
  EXPECT_EQ(opposite.core, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(calls, 0);
}

TEST_F(LayerTest, FoldDropsDuplicatesAndTruths) {
  const auto solver = with_fold(shared, fake([&](const Query& below) {
                                  EXPECT_EQ(below.constraints, (std::vector<ExprId>{less(0, 5), equals(0, 3)}));
                                  return unsat({1});
                                }));
  const Answer answer = solver->solve(query({less(0, 5), dag.truth(true), less(0, 5), equals(0, 3)}));
  EXPECT_EQ(answer.core, std::vector<std::uint32_t>{3});
  EXPECT_EQ(calls, 1);
}

TEST_F(LayerTest, SliceKeepsWhatSharesBytesAndMergesTheRest) {
  parent.set(ByteId(5), 50);
  expr::Assignment found;
  found.set(ByteId(0), 1);
  found.set(ByteId(1), 1);
  found.set(ByteId(5), 99);  // not asked for
  const auto solver =
      with_slice(shared, fake([&](const Query& below) {
                   EXPECT_EQ(below.constraints, (std::vector<ExprId>{same(0, 1), less(1, 9), equals(0, 1)}));
                   return sat(found);
                 }));
  const Answer answer = solver->solve(query({equals(5, 50), same(0, 1), less(1, 9), less(2, 4), equals(0, 1)}));
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_EQ(answer.assignment.get(ByteId(0)), 1);
  EXPECT_EQ(answer.assignment.get(ByteId(1)), 1);
  EXPECT_EQ(answer.assignment.get(ByteId(5)), 50);
  EXPECT_EQ(calls, 1);
}

TEST_F(LayerTest, SliceKeepsWhatTheParentViolates) {
  const auto solver = with_slice(shared, fake([&](const Query& below) {
                                   EXPECT_EQ(below.constraints, (std::vector<ExprId>{equals(3, 8), equals(0, 1)}));
                                   return unsat({0, 1});
                                 }));
  const Answer answer = solver->solve(query({less(2, 4), equals(3, 8), equals(0, 1)}));
  EXPECT_EQ(answer.core, (std::vector<std::uint32_t>{1, 2}));
}

TEST_F(LayerTest, AssignmentsTryTheParentAndEarlierAnswers) {
  expr::Assignment found;
  found.set(ByteId(0), 7);
  found.set(ByteId(3), 33);
  const auto solver = with_assignments(shared, fake([&](const Query&) { return sat(found); }));
  EXPECT_EQ(solver->solve(query({equals(0, 0)})).verdict, Verdict::sat);
  EXPECT_EQ(calls, 0) << "the parent satisfies it";
  solver->solve(query({equals(0, 7)}));
  EXPECT_EQ(calls, 1);
  const Answer reused = solver->solve(query({dag.negate(less(0, 6))}));
  EXPECT_EQ(reused.verdict, Verdict::sat);
  EXPECT_EQ(reused.assignment.get(ByteId(0)), 7);
  EXPECT_EQ(reused.assignment.get(ByteId(3)), 0) << "only bytes of the query are taken over";
  EXPECT_EQ(calls, 1);
  solver->solve(query({equals(0, 8)}));
  EXPECT_EQ(calls, 2);
}

TEST_F(LayerTest, SubstituteMakesConstantsOfWhatIsKnown) {
  // Lengths that grow by one or two with each byte, and are pinned: what each condition asks of the next byte is left.
  const auto length = [&](std::uint32_t i) {
    return dag.make(Op::Ite, 32, equals(i, '\\'), dag.constant(2, 32), dag.constant(1, 32));
  };
  std::vector<ExprId> constraints = {dag.negate(equals(0, '\\'))};
  ExprId sum = length(0);
  for (std::uint32_t i = 1; i < 12; ++i) {
    sum = dag.make(Op::Add, 32, sum, length(i));
    constraints.push_back(dag.equal(sum, dag.constant(i + 1, 32)));
  }
  sum = dag.make(Op::Add, 32, sum, length(12));
  constraints.push_back(dag.equal(sum, dag.constant(14, 32)));
  std::vector<ExprId> passed_on;
  const auto solver = with_substitute(shared, fake([&](const Query& query) {
                                        passed_on = query.constraints;
                                        return unsat({static_cast<std::uint32_t>(query.constraints.size() - 1)});
                                      }));
  const Answer answer = solver->solve(query(constraints));
  ASSERT_EQ(passed_on.size(), 13u);
  for (const ExprId id : passed_on) EXPECT_EQ(shared.supports.of(id).size(), 1u);
  EXPECT_EQ(passed_on.back(), equals(12, '\\'));
  EXPECT_EQ(answer.core, (std::vector<std::uint32_t>{11, 12}));  // the goal, and the sum before it

  // One more than the next byte can add.
  constraints.back() = dag.equal(sum, dag.constant(15, 32));
  EXPECT_EQ(solver->solve(query(constraints)).core, (std::vector<std::uint32_t>{11, 12}));
  EXPECT_EQ(calls, 1);
}

// The rewritten constraints together say what the old ones do.
TEST_F(LayerTest, SubstituteKeepsTheMeaning) {
  base::Rng rng(7);
  RandomExpressions random(dag, rng);
  for (int round = 0; round < 300; ++round) {
    std::vector<ExprId> constraints;
    for (int i = 0; i < 3; ++i) {
      ExprId condition = random.condition(2);
      if (rng.coin()) condition = dag.equal(random.byte_expression(2), number(static_cast<unsigned>(rng.below(256))));
      if (!dag.constant_value(condition)) constraints.push_back(condition);
    }
    if (constraints.size() > 1) constraints.push_back(dag.make(Op::Or, 1, constraints[0], dag.negate(constraints[1])));
    if (constraints.empty()) continue;
    const auto solver =
        with_substitute(shared, fake([&](const Query& query) {
                          return satisfiable(dag, query.constraints, 2) ? sat({}) : unsat(whole_core(query));
                        }));
    const Answer answer = solver->solve(query(constraints));
    EXPECT_EQ(answer.verdict == Verdict::sat, satisfiable(dag, constraints, 2));
  }
}

}  // namespace
}  // namespace cairn::solver
