// What is published of other strategies, or was found out here, as tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "engine/search/live.h"
#include "proposals.h"

namespace cairn::search {
namespace {

// A word of five bytes, then five conditionals that lure elsewhere.
TEST(Onward, GoesOnWithAWordUntilItIsWhole) {
  Simulation simulation(
      [](Simulation::Run& run) {
        for (std::uint32_t i = 0; i < 5 && !run.below(1, i, 100); ++i) {
        }
        for (std::uint32_t i = 5; i < 10; ++i) run.below(i, i, 100);
      },
      10, {0, 200});
  const Made strategy = make("onward:bfs");
  const auto sides = flipped(simulation.drive(*strategy, 6));
  ASSERT_EQ(sides.size(), 6u);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(depth_of(simulation, sides[i]), i);
    EXPECT_EQ(simulation.tree.node(simulation.tree.node_of(sides[i])).branch, 1u);
  }
  EXPECT_EQ(depth_of(simulation, sides[5]), 1u);  // and then as the other would have
}

// The same word behind 128 beginnings.
TEST(Onward, FollowsAPairOfConditionsLessOftenTheMoreItHas) {
  Simulation simulation(
      [](Simulation::Run& run) {
        for (std::uint32_t i = 2; i < 9; ++i) run.below(i, i, 100);
        for (std::uint32_t i = 0; i < 2 && !run.below(1, i, 100); ++i) {
        }
      },
      9, {0, 200});
  const Made strategy = make("onward:bfs");
  const auto sides = flipped(simulation.drive(*strategy, 1000));
  int followed = 0;
  for (std::size_t i = 1; i < sides.size(); ++i) {
    followed += simulation.tree.node(simulation.tree.node_of(sides[i])).parent == sides[i - 1] ? 1 : 0;
  }
  EXPECT_GE(followed, 4);
  EXPECT_LE(followed, 64);
}

// Ten bytes are looked at by one conditional, two by others.
TEST(Sites, EachHasItsTurn) {
  Simulation simulation(
      [](Simulation::Run& run) {
        run.below(1, 0, 100);
        for (std::uint32_t i = 0; i < 10; ++i) run.below(2, i, 50);
        run.below(3, 10, 100);
      },
      11, {0, 60, 200});
  const Made strategy = make("sites");
  std::set<std::uint32_t> branches;  // of two flips each: the first covers something
  for (const SideId side : flipped(simulation.drive(*strategy, 6))) {
    branches.insert(simulation.tree.node(simulation.tree.node_of(side)).branch);
  }
  EXPECT_EQ(branches, (std::set<std::uint32_t>{1, 2, 3}));
}

TEST(Sites, OneThatStillBringsSomethingKeepsItsTurn) {
  Simulation simulation(
      [](Simulation::Run& run) {
        for (std::uint32_t i = 0; i < 12; ++i) run.below(i % 3, i, 100);
      },
      12, {0, 200});
  const Made strategy = make("sites");
  const auto flip_at = [&](std::uint32_t new_sides) {
    Observation seen;
    seen.result = Result::arrived;
    seen.side = std::get<Flip>(strategy->propose(simulation.view())).side;
    seen.new_sides = new_sides;
    simulation.tree.set_state(seen.side, tree::SideState::infeasible);  // whatever became of it
    strategy->observe(simulation.view(), seen);
    return simulation.tree.node(simulation.tree.node_of(seen.side)).branch;
  };
  const std::uint32_t first = flip_at(1);
  EXPECT_EQ(flip_at(1), first);
  EXPECT_EQ(flip_at(0), first);
  EXPECT_NE(flip_at(0), first);
}

TEST(LastDfs, NegatesTheLastConditionNotYetNegated) {
  Simulation simulation(is_sorted, 3, {0, 1, 2});
  const Made strategy = make("last-dfs");
  EXPECT_EQ(depths(simulation, simulation.drive(*strategy, 100)), (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST(Dart, StartsOverWhenARunDiverges) {
  Simulation simulation(binary(4), 4, {0, 200});
  simulation.fail = [first = true](SideId) mutable -> std::optional<Result> {
    if (!std::exchange(first, false)) return std::nullopt;
    return Result::diverged;
  };
  const Made strategy = make("dart");
  const auto actions = simulation.drive(*strategy, 3);
  EXPECT_EQ(actions[1], Action{FreshRandom{}});
}

TEST(Dart, EndsWithoutRandomRunsWhenNothingFailed) {
  Simulation simulation(binary(4), 4, {0, 200});
  const Made strategy = make("dart");
  const auto actions = simulation.drive(*strategy, 100);
  EXPECT_EQ(flipped(actions).size(), 15u);
  EXPECT_EQ(actions.size(), 16u);
}

TEST(Generational, ExpandsARunBeforeItsChildren) {
  Simulation simulation(binary(3), 3, {0, 200});
  const Made strategy = make("generational");
  const auto seen = depths(simulation, simulation.drive(*strategy, 4));
  // All of the first run; each child covered one new side; then what the first of them opened.
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 1}));
}

// Sides that were pruned wait by the score of the run that opened them, not by their age, whether the search had come
// by while they were closed or not.
TEST(Generational, TakesPrunedSidesBackByTheRunThatOpenedThem) {
  for (const bool came_by : {false, true}) {
    Simulation simulation(
        [](Simulation::Run& run) {
          if (!run.below(0, 0, 100)) {
            run.below(1, 2, 100);
          } else if (!run.below(2, 1, 100)) {
            run.below(3, 2, 100);
            run.below(4, 3, 100);
          }
        },
        4, {0, 200});
    const Made strategy = make("generational");
    simulation.drive(*strategy, 2);  // a run that covered little, and one that covered more
    const std::vector<SideId> open(simulation.tree.frontier().begin(), simulation.tree.frontier().end());
    ASSERT_EQ(open.size(), 3u);
    for (const SideId side : open) simulation.tree.set_state(side, tree::SideState::pruned);
    if (came_by) EXPECT_EQ(strategy->propose(simulation.view()), Action{Done{}});
    for (const SideId side : open) simulation.tree.set_state(side, tree::SideState::open);
    EXPECT_TRUE(strategy->take_back(simulation.view(), open));
    std::vector<std::uint32_t> places;
    for (const SideId side : flipped(simulation.drive(*strategy, 10))) {
      places.push_back(simulation.tree.node(simulation.tree.node_of(side)).branch);
    }
    ASSERT_GE(places.size(), 3u);
    EXPECT_EQ((std::vector{places[0], places[1]}), (std::vector<std::uint32_t>{3, 4}));
    EXPECT_EQ(std::ranges::count(places, 1u), 1);
  }
}

TEST(Context, TriesEachBranchOnceBeforeContextsGrow) {
  Simulation simulation(binary(4), 4, {0, 200});
  const Made strategy = make("context");
  const auto seen = depths(simulation, simulation.drive(*strategy, 4));
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Subpath, TakesWhatWasTravelledLeast) {
  // With length 1 each of the four sides not taken yet comes before any that was.
  Simulation simulation(binary(4), 4, {0, 200});
  const Made strategy = make("subpath:1");
  auto seen = depths(simulation, simulation.drive(*strategy, 4));
  std::ranges::sort(seen);
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Live, ANodeThatDiedCanLiveAgain) {
  Simulation simulation(binary(2), 2, {0, 200});
  base::Rng rng(1);
  Live live;
  live.update(simulation.tree);
  const SideId low = simulation.tree.side(tree::NodeId{1}, 1);
  const SideId high = simulation.tree.side(tree::NodeId{0}, 1);
  simulation.tree.set_state(low, tree::SideState::in_flight);
  simulation.tree.set_state(high, tree::SideState::in_flight);
  EXPECT_FALSE(live.walk(simulation.tree, rng).valid());
  simulation.tree.set_state(low, tree::SideState::open);
  live.revive(simulation.tree, low);
  EXPECT_EQ(live.walk(simulation.tree, rng), low);
}

}  // namespace
}  // namespace cairn::search
