// Answers that are remembered, and queries that were given up.
#include "tests/unit/engine/solver/layer_test.h"

namespace cairn::solver {
namespace {

TEST_F(LayerTest, CacheRepeatsAnswersInAnyOrder) {
  expr::Assignment found;
  found.set(ByteId(0), 7);
  const auto store = make_memory_store();
  const auto solver = with_cache(shared, *store, fake([&](const Query&) { return sat(found); }));
  EXPECT_EQ(solver->solve(query({less(0, 9), equals(0, 7)})).verdict, Verdict::sat);
  parent.set(ByteId(4), 44);
  const Answer again = solver->solve(query({equals(0, 7), less(0, 9), less(0, 9)}));
  ASSERT_EQ(again.verdict, Verdict::sat);
  EXPECT_EQ(again.assignment.get(ByteId(0)), 7);
  EXPECT_EQ(again.assignment.get(ByteId(4)), 44) << "other bytes come from the parent of this query";
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(counter("solver.cache.asked"), 2u);
  EXPECT_EQ(counter("solver.cache.answered"), 1u);
}

TEST_F(LayerTest, CacheRefutesSupersetsOfCores) {
  const auto store = make_memory_store();
  const auto solver = with_cache(shared, *store, fake([](const Query&) { return unsat({0, 2}); }));
  solver->solve(query({less(0, 5), less(1, 5), equals(0, 7)}));
  const Answer superset = solver->solve(query({less(2, 3), equals(0, 7), less(0, 5)}));
  EXPECT_EQ(superset.verdict, Verdict::unsat);
  EXPECT_EQ(superset.core, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(calls, 1);
  solver->solve(query({less(0, 5), less(1, 5)}));
  EXPECT_EQ(calls, 2) << "a part of the core proves nothing";
}

TEST_F(LayerTest, CacheDoesNotStoreUnknown) {
  const auto store = make_memory_store();
  with_cache(shared, *store, fake())->solve(query({equals(0, 7)}));
  with_cache(shared, *store, fake())->solve(query({equals(0, 7)}));
  EXPECT_EQ(calls, 2) << "another session tries again";
}

TEST_F(LayerTest, CacheDoesNotStoreWrongAssignments) {
  const auto store = make_memory_store();
  const auto solver = with_cache(shared, *store, fake([&](const Query&) { return sat(parent); }));
  const Query wanted = query({equals(0, 7)});
  EXPECT_EQ(solver->solve(wanted).verdict, Verdict::sat) << "to be counted above";
  const std::vector<std::uint64_t> hashes = {dag.hash(wanted.constraints.front())};
  EXPECT_FALSE(store->lookup(hashes));
  EXPECT_EQ(solver->solve(wanted).reason, std::string("given up before: ") + kWrongAssignment);
  EXPECT_EQ(calls, 1);
}

TEST_F(LayerTest, CacheHoldsAcrossByteNumbers) {
  const auto store = make_memory_store();
  dag.name_bytes(ByteId(0), 2, 0xabcd);
  expr::Assignment found;
  found.set(ByteId(1), 7);
  const auto first = with_cache(shared, *store, fake([&](const Query&) { return sat(found); }));
  ASSERT_EQ(first->solve(query({equals(1, 7)})).verdict, Verdict::sat);

  Dag other_dag;
  Shared other(context, other_dag);
  other_dag.name_bytes(ByteId(10), 2, 0xabcd);
  int other_calls = 0;
  const auto second = with_cache(
      other, *store, std::make_unique<FakeSolver>(other_calls, [](const Query&) { return unknown("fake"); }));
  const ExprId goal = other_dag.equal(other_dag.input(ByteId(11), 1), other_dag.constant(7, 8));
  const Answer answer = second->solve({{goal}, &parent});
  EXPECT_EQ(answer.verdict, Verdict::sat);
  EXPECT_EQ(answer.assignment.get(ByteId(11)), 7);
  EXPECT_EQ(other_calls, 0);
}

TEST_F(LayerTest, CacheTriesAgainForWhoeverAllowsMoreEffort) {
  std::vector<std::uint32_t> efforts;
  const auto store = make_memory_store();
  const auto solver = with_cache(shared, *store, fake([&](const Query& query) {
                                   efforts.push_back(query.effort);
                                   return unknown("hard");
                                 }));
  Query hard = query({same(0, 1)});
  for (const std::uint32_t effort : {0u, 0u, 1u, 1u, 2u}) {
    hard.effort = effort;
    EXPECT_EQ(solver->solve(hard).verdict, Verdict::unknown);
  }
  EXPECT_EQ(efforts, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST_F(LayerTest, CacheRemembersWhatWasGivenUpAndTriesHarderLater) {
  std::vector<std::uint32_t> efforts;
  const auto store = make_memory_store();
  const auto solver = with_cache(shared, *store, fake([&](const Query& asked) {
                                   efforts.push_back(asked.effort);
                                   return efforts.size() < 3 ? unknown("too hard") : sat(parent);
                                 }));
  const Query hard = query({equals(0, 0)});
  EXPECT_NE(solver->solve(hard).reason.find("too hard"), std::string::npos);
  EXPECT_NE(solver->solve(hard).reason.find("too hard"), std::string::npos) << "the reason is remembered";
  EXPECT_EQ(calls, 1);
  for (int i = 0; i < 6; ++i) solver->solve(hard);
  EXPECT_EQ(calls, 1);
  solver->solve(hard);
  EXPECT_EQ(efforts, (std::vector<std::uint32_t>{0, 1}));
  while (calls < 3) solver->solve(hard);
  EXPECT_EQ(efforts.back(), 2u);
  EXPECT_EQ(solver->solve(hard).verdict, Verdict::sat);
  EXPECT_EQ(calls, 3) << "now it is known";
}

TEST_F(LayerTest, CacheForgetsQueriesThatWereCutShort) {
  const auto store = make_memory_store();
  const auto solver = with_cache(shared, *store, fake());
  context.stop = true;
  solver->solve(query({equals(0, 1)}));
  context.stop = false;
  context.deadline = base::Context::Clock::now();
  solver->solve(query({equals(0, 1)}));
  context.deadline = base::Context::Clock::time_point::max();
  solver->solve(query({equals(0, 1)}));
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace cairn::solver
