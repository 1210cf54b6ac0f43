// What is known of KLEE's searchers, as tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/search/statistics.h"
#include "engine/search/weights.h"
#include "guarded.h"
#include "proposals.h"

namespace cairn::search {
namespace {

TEST(Dfs, TakesTheDeepestOfTheLatestRun) {
  Simulation simulation(binary(3), 3, {0, 200});
  const Made strategy = make("dfs");
  EXPECT_EQ(depths(simulation, simulation.drive(*strategy, 100)), (std::vector<std::uint32_t>{2, 1, 2, 0, 2, 1, 2}));
}

TEST(Bfs, TakesTheShallowest) {
  Simulation simulation(binary(3), 3, {0, 200});
  const Made strategy = make("bfs");
  EXPECT_EQ(depths(simulation, simulation.drive(*strategy, 100)), (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 2, 2}));
}

std::map<std::uint32_t, int> draws_by_depth(Simulation& simulation, Strategy& strategy, int draws) {
  std::map<std::uint32_t, int> counts;
  for (int i = 0; i < draws; ++i)
    ++counts[depth_of(simulation, std::get<Flip>(strategy.propose(simulation.view())).side)];
  return counts;
}

TEST(RandomState, AllOpenSidesAreEquallyLikely) {
  Simulation simulation(binary(4), 4, {0, 200});
  const Made strategy = make("random-state");
  const auto counts = draws_by_depth(simulation, *strategy, 8000);
  EXPECT_LT(chi_square({{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}}, counts, 8000), 16.27);
}

TEST(RandomPath, ALeafHasProbabilityTwoToTheMinusItsAncestorsWithTwoLiveSides) {
  Simulation simulation(binary(4), 4, {0, 200});
  const Made strategy = make("random-path");
  auto counts = draws_by_depth(simulation, *strategy, 8000);
  EXPECT_LT(chi_square({{0, 0.5}, {1, 0.25}, {2, 0.125}, {3, 0.125}}, counts, 8000), 16.27);
  // Closed behind its back: its sibling gets the whole share.
  const SideId second = simulation.tree.side(tree::NodeId{1}, 1);
  simulation.tree.set_state(second, tree::SideState::infeasible);
  counts = draws_by_depth(simulation, *strategy, 8000);
  EXPECT_LT(chi_square({{0, 0.5}, {2, 0.25}, {3, 0.25}}, counts, 8000), 13.82);
}

TEST(Weights, AreKlees) {
  const SideFacts never{
      .depth = 3, .distance = 0, .since_new = 0, .executions = 4, .in_context = 5, .query_seconds = 0};
  EXPECT_DOUBLE_EQ(covnew_weight(never), 1e-8);
  EXPECT_DOUBLE_EQ(md2u_weight(never), 1e-8);
  EXPECT_DOUBLE_EQ(icnt_weight(never), 1.0 / 16);
  EXPECT_DOUBLE_EQ(cpicnt_weight(never), 0.2);
  EXPECT_DOUBLE_EQ(qc_weight(never), 1);
  EXPECT_DOUBLE_EQ(depth_weight(never), 4);
  EXPECT_DOUBLE_EQ(rp_weight(never), 0.125);
  const SideFacts lately{.distance = 10, .since_new = 900, .query_seconds = 0.05};
  EXPECT_DOUBLE_EQ(covnew_weight(lately), 1.01);
  EXPECT_DOUBLE_EQ(md2u_weight(lately), 0.01);
  const SideFacts long_ago{.distance = 10, .since_new = 1002, .query_seconds = 4};
  EXPECT_DOUBLE_EQ(covnew_weight(long_ago), 0.26);
  EXPECT_DOUBLE_EQ(qc_weight(long_ago), 0.25);
}

TEST(Statistics, KnowAnOpenSideOfAHandMadeTreeAndGraph) {
  Simulation simulation(Guarded::run, Guarded::kGuards + Guarded::kNoise + 1, {0, 200}, Guarded::facts());
  Statistics statistics;
  statistics.update(simulation.view());
  const tree::Tree& tree = simulation.tree;
  // The first run fails at the first guard and goes on to the noise, whose true sides it takes.
  const SideFacts guard = statistics.of(simulation.view(), tree.side(tree::NodeId{0}, 0));
  EXPECT_EQ(guard.depth, 0u);
  EXPECT_EQ(guard.distance, 1u);  // its block is uncovered
  EXPECT_EQ(guard.since_new, 0u);
  EXPECT_EQ(guard.executions, 1u);
  EXPECT_EQ(guard.in_context, 9u);
  const SideFacts noise = statistics.of(simulation.view(), tree.side(tree::NodeId{3}, 1));
  EXPECT_EQ(noise.depth, 3u);
  EXPECT_EQ(noise.since_new, 1 + Statistics::kInstructionsPerStep);  // the branch above took a new side
}

// A branch of the C library has no place in the program's graph: what can be reached from it is what can be reached
// from where it was called.
TEST(Statistics, ABranchWithoutASourceSideIsAsNearAsThePathAboveIt) {
  constexpr std::uint32_t kLibrary = 5000;
  Simulation simulation(
      [](Simulation::Run& run) {
        run.less(0, Guarded::kGuards + Guarded::kNoise, 0);
        for (std::uint32_t i = 0; i < 3; ++i) run.below(kLibrary, i + 1, 100);
      },
      Guarded::kGuards + Guarded::kNoise + 1, {0, 200}, Guarded::facts());
  Statistics statistics;
  statistics.update(simulation.view());
  const tree::Tree& tree = simulation.tree;
  program::Distances distances(simulation.facts);
  distances.update(simulation.coverage);
  const std::uint32_t behind = distances.to_uncovered(simulation.facts.side_of(0, 1));
  ASSERT_NE(behind, program::Distances::kUnreachable);
  const SideFacts library = statistics.of(simulation.view(), tree.side(tree::NodeId{3}, 1));
  EXPECT_EQ(library.distance, behind + 1);
}

// Every weight from a tree of three runs: what KLEE would compute for its states.
TEST(Weights, OfAHandMadeTreeAndGraph) {
  Simulation simulation(Guarded::run, Guarded::kGuards + Guarded::kNoise + 1, {0, 200}, Guarded::facts());
  const auto input_for = [](std::uint32_t guards) {
    Simulation::Bytes input(Guarded::kGuards + Guarded::kNoise + 1, 0);
    std::fill_n(input.begin(), guards, 200);
    return input;
  };
  Statistics statistics;
  statistics.update(simulation.view());
  std::uint32_t guards = 0;
  simulation.oracle = [&](SideId) { return input_for(++guards); };
  struct Through final : Strategy {
    explicit Through(Statistics& into) : statistics(into) {}
    Action propose(const View& view) override { return Flip{view.tree.side(view.tree.root(), 0)}; }
    void observe(const View& view, const Observation& seen) override {
      if (seen.side.valid()) statistics.update(view, &seen);
    }
    Statistics& statistics;
  } through(statistics);
  simulation.drive(through, 1);  // passes the first guard, fails at the second
  const tree::Tree& tree = simulation.tree;
  const tree::NodeId second = tree.child(tree.side(tree.root(), 0));
  const SideFacts guard = statistics.of(simulation.view(), tree.side(second, 0));
  EXPECT_EQ(guard.depth, 1u);
  EXPECT_EQ(guard.distance, 1u);                                     // the third guard's block is uncovered
  EXPECT_EQ(guard.executions, 1u);                                   // the second guard was met by one path
  EXPECT_EQ(guard.since_new, 1 + Statistics::kInstructionsPerStep);  // passing the first guard was new
  EXPECT_DOUBLE_EQ(md2u_weight(guard), 1);
  EXPECT_DOUBLE_EQ(covnew_weight(guard), 2);
  EXPECT_DOUBLE_EQ(icnt_weight(guard), 1);
  EXPECT_DOUBLE_EQ(depth_weight(guard), 2);
  EXPECT_DOUBLE_EQ(rp_weight(guard), 0.5);
  EXPECT_DOUBLE_EQ(qc_weight(guard), 1);
  // Both paths went through the noise: its first branch was executed twice, and 1 + 8 and 1 + 8 branches in all.
  const tree::NodeId noise = tree.child(tree.side(tree.root(), 1));
  const SideFacts twice = statistics.of(simulation.view(), tree.side(noise, 1));
  EXPECT_EQ(twice.executions, 2u);
  EXPECT_EQ(twice.in_context, 18u);
  EXPECT_DOUBLE_EQ(icnt_weight(twice), 0.25);
  EXPECT_DOUBLE_EQ(cpicnt_weight(twice), 1.0 / 18);
  // Not covered itself, so at distance 1; its path covered something new with its first branch.
  EXPECT_DOUBLE_EQ(md2u_weight(twice), 1);
  EXPECT_DOUBLE_EQ(covnew_weight(twice), 2);
}

TEST(Weighted, PrefersWhatTheWeightSays) {
  Simulation simulation(binary(4), 4, {0, 200});
  const Made depth = make("depth");
  auto counts = draws_by_depth(simulation, *depth, 10000);
  EXPECT_LT(chi_square({{0, 0.1}, {1, 0.2}, {2, 0.3}, {3, 0.4}}, counts, 10000), 16.27);
  const Made rp = make("rp");
  counts = draws_by_depth(simulation, *rp, 15000);
  EXPECT_LT(chi_square({{0, 8.0 / 15}, {1, 4.0 / 15}, {2, 2.0 / 15}, {3, 1.0 / 15}}, counts, 15000), 16.27);
}

TEST(Weighted, CheapQueriesArePreferred) {
  Simulation simulation(binary(2), 2, {0, 200});
  const Made qc = make("qc");
  qc->propose(simulation.view());
  // The side at the root took ten seconds to solve; below it everything weighs a tenth.
  const SideId root = simulation.tree.side(simulation.tree.root(), 1);
  Simulation::Bytes input{200, 0};
  simulation.oracle = [&](SideId) { return input; };
  struct Root final : Strategy {
    explicit Root(SideId at) : side(at) {}
    Action propose(const View&) override { return Flip{side}; }
    void observe(const View&, const Observation& observation) override {
      if (observation.side.valid()) seen = observation;
    }
    SideId side;
    Observation seen;
  } flip_root(root);
  simulation.drive(flip_root, 1);
  flip_root.seen.query_seconds = 10;
  qc->observe(simulation.view(), flip_root.seen);
  int expensive = 0;
  for (int i = 0; i < 11000; ++i) {
    const SideId side = std::get<Flip>(qc->propose(simulation.view())).side;
    expensive += simulation.tree.node(simulation.tree.node_of(side)).parent == root ? 1 : 0;
  }
  EXPECT_NEAR(expensive, 1000, 120);
}

TEST(Interleaved, TheFirstThenTheOthersFromTheLast) {
  Simulation simulation(binary(6), 6, {0, 200});
  const Made strategy = make("dfs+bfs");
  EXPECT_EQ(depths(simulation, simulation.drive(*strategy, 4)), (std::vector<std::uint32_t>{5, 0, 5, 1}));
}

TEST(Batching, StaysBelowWhatWasPicked) {
  Simulation simulation(binary(6), 6, {0, 200});
  const Made strategy = make("batching:bfs");
  const auto sides = flipped(simulation.drive(*strategy, 30));
  for (SideId side : sides) {
    while (depth_of(simulation, side) > 0) side = simulation.tree.node(simulation.tree.node_of(side)).parent;
    EXPECT_EQ(simulation.tree.outcome(side), 1u);
  }
}

TEST(IterativeDeepening, FinishesADepthBeforeItGoesDeeper) {
  Simulation simulation(binary(6), 6, {0, 200});
  const Made strategy = make("iterative-deepening:2");
  const auto seen = depths(simulation, simulation.drive(*strategy, 1000));
  ASSERT_EQ(seen.size(), 63u);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_LT(seen[i], i < 3 ? 2u : i < 15 ? 4u : 6u) << i;
}

}  // namespace
}  // namespace cairn::search
