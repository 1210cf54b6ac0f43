// What is published of CREST's strategies, as tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/search/uniform_random.h"
#include "guarded.h"
#include "proposals.h"

namespace cairn::search {
namespace {

TEST(UniformRandom, APassEndsInAPathWithProbabilityTwoToTheMinusItsBranches) {
  constexpr int kTrials = 4000;
  std::map<std::uint32_t, int> ends;
  for (int trial = 0; trial < kTrials; ++trial) {
    Simulation simulation(
        [](Simulation::Run& run) {
          if (run.below(1, 0, 100)) return;
          if (run.below(2, 1, 100)) return;
          run.below(3, 2, 100);
        },
        3, {0, 200});
    SideId end;
    const Made strategy = make_uniform_random(base::Rng(static_cast<std::uint64_t>(trial)), [&](SideId leaf) {
      if (!end.valid()) end = leaf;
    });
    for (int i = 0; i < 50 && !end.valid(); ++i) simulation.drive(*strategy, 1);
    ASSERT_TRUE(end.valid());
    ++ends[depth_of(simulation, end) * 2 + simulation.tree.outcome(end)];
  }
  // Three degrees of freedom: above 16.27 once in a thousand.
  EXPECT_LT(chi_square({{0, 0.5}, {2, 0.25}, {4, 0.125}, {5, 0.125}}, ends, kTrials), 16.27);
}

TEST(Cfg, ReachesAGuardedTargetInATenthOfTheRunsDfsNeeds) {
  const std::size_t dfs = Guarded::runs_needed("dfs", 1);
  EXPECT_LT(dfs, std::size_t{1} << 20);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_LE(Guarded::runs_needed("cfg", seed) * 10, dfs) << seed;
  }
}

TEST(CfgBaseline, FlipsUncoveredSidesFirst) {
  Simulation simulation(Guarded::run, Guarded::kGuards + Guarded::kNoise + 1, {0, 200}, Guarded::facts());
  simulation.oracle = [](SideId) {
    Simulation::Bytes input(Guarded::kGuards + Guarded::kNoise + 1, 0);
    std::fill(input.begin() + Guarded::kGuards, input.begin() + Guarded::kGuards + 4, 200);
    return input;
  };
  simulation.drive(*make("bfs"), 1);  // four of the noise branches are covered on both sides now
  simulation.fail = [](SideId) { return Result::unknown; };
  const auto actions = simulation.drive(*make("cfg-baseline"), 9);
  std::vector<bool> covered;
  for (const SideId side : flipped(actions)) {
    const std::uint32_t place = simulation.tree.node(simulation.tree.node_of(side)).branch;
    covered.push_back(simulation.coverage.covered(simulation.facts.side_of(place, simulation.tree.outcome(side))));
  }
  EXPECT_EQ(actions.front(), Action{FreshRandom{}});
  EXPECT_TRUE(std::ranges::is_sorted(covered));
  EXPECT_FALSE(covered.front());
  EXPECT_TRUE(covered.back());
}

TEST(Hybrid, SearchesWindowAfterWindow) {
  Simulation simulation(
      [](Simulation::Run& run) {
        for (std::uint32_t i = 0; i < 250; ++i) run.below(i, i, 100);
      },
      250, {0});
  simulation.fail = [](SideId) { return Result::unknown; };
  const Made strategy = make("hybrid");
  const auto seen = depths(simulation, simulation.drive(*strategy, 250));
  ASSERT_EQ(seen.size(), 250u);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i] / 100, i / 100);
  EXPECT_NE(seen[0] + 1, seen[1]);
}

// 250 runs are for one path; one that covers something new is current from then on, with as many of its own.
TEST(CfgBaseline, CountsTheRunsOfEachPathAnew) {
  Simulation simulation(binary(8), 8, {0, 200});
  const tree::NodeId last{static_cast<std::uint32_t>(simulation.tree.nodes() - 1)};
  Observation seen;
  seen.result = Result::arrived;
  seen.leaf = simulation.tree.side(last, 0);
  ASSERT_EQ(simulation.tree.state(seen.leaf), tree::SideState::visited);
  const Made strategy = make("cfg-baseline");
  for (int run = 0; run < 300; ++run) {
    seen.new_sides = run == 0 || run == 200 ? 1 : 0;
    strategy->observe(simulation.view(), seen);
  }
  EXPECT_TRUE(std::holds_alternative<Flip>(strategy->propose(simulation.view())));
}

}  // namespace
}  // namespace cairn::search
