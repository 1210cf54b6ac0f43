// What is published of each strategy, as tests.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/search/live.h"
#include "engine/search/uniform_random.h"
#include "engine/search/weights.h"
#include "simulation.h"
#include "tests/unit/engine/program/example.h"

namespace cairn::search {
namespace {

using tree::SideId;

Made make(std::string_view name, std::uint64_t seed = 7, StrategyOptions options = {}) {
  return make_strategy(name, options, base::Rng(seed)).value();
}

std::uint32_t depth_of(const Simulation& simulation, SideId side) {
  return simulation.tree.node(simulation.tree.node_of(side)).depth;
}

std::vector<SideId> flipped(const std::vector<Action>& actions) {
  std::vector<SideId> sides;
  for (const Action& action : actions) {
    if (const auto* flip = std::get_if<Flip>(&action)) sides.push_back(flip->side);
  }
  return sides;
}

std::vector<std::uint32_t> depths(const Simulation& simulation, const std::vector<Action>& actions) {
  std::vector<std::uint32_t> result;
  for (const SideId side : flipped(actions)) result.push_back(depth_of(simulation, side));
  return result;
}

double chi_square(const std::map<std::uint32_t, double>& expected, std::map<std::uint32_t, int> counts, int draws) {
  double sum = 0;
  int within = 0;
  for (const auto& [key, share] : expected) {
    const double wanted = share * draws;
    sum += (counts[key] - wanted) * (counts[key] - wanted) / wanted;
    within += counts[key];
  }
  return within == draws ? sum : 1e9;
}

// ---- CREST ----

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

// A chain of ten guards around a target, then eight branches that are always there. The static facts know both.
struct Guarded {
  static constexpr std::uint32_t kGuards = 10, kNoise = 8;

  static program::Program facts() {
    program::FactsBuilder f;
    f.function("main", 1);
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t i = 0; i < kGuards + kNoise * 3 + 2; ++i) blocks.push_back(f.block(5, {}));
    const std::uint32_t noise = kGuards + 1;  // behind the target
    for (std::uint32_t i = 0; i < kGuards; ++i) {
      f.branch(f.site(blocks[i], {blocks[i + 1], blocks[noise]}, 1, i + 1), {0, 1});
    }
    f.jump(blocks[kGuards], blocks[noise]);
    for (std::uint32_t i = 0; i < kNoise; ++i) {
      const std::uint32_t at = noise + 3 * i;
      f.branch(f.site(blocks[at], {blocks[at + 1], blocks[at + 2]}, 1, 100 + i), {0, 1});
      f.jump(blocks[at + 1], blocks[at + 3]);
      f.jump(blocks[at + 2], blocks[at + 3]);
    }
    return program::program_of({f});
  }

  static void run(Simulation::Run& run) {
    // The guard holds for large bytes only; the first input has none.
    std::uint32_t passed = 0;
    while (passed < kGuards && run.less(passed, kGuards + kNoise, passed)) ++passed;
    for (std::uint32_t i = 0; i < kNoise; ++i) run.below(kGuards + i, kGuards + i, 100);
  }

  static std::size_t runs_needed(std::string_view strategy_name, std::uint64_t seed) {
    Simulation simulation(run, kGuards + kNoise + 1, {0, 200}, facts());
    simulation.oracle = [&simulation](SideId side) {
      Simulation::Bytes input(kGuards + kNoise + 1, 0);
      for (; side.valid(); side = simulation.tree.node(simulation.tree.node_of(side)).parent) {
        const std::uint32_t place = simulation.tree.node(simulation.tree.node_of(side)).branch;
        const bool truth = simulation.tree.outcome(side) == 0;
        input[place] = truth == (place < kGuards) ? 200 : 0;
      }
      return input;
    };
    const Made strategy = make(strategy_name, seed);
    const program::SideId target = simulation.facts.side_of(kGuards - 1, 0);
    while (!simulation.coverage.covered(target)) {
      if (std::holds_alternative<Done>(simulation.drive(*strategy, 1, simulation.runs).back())) return 1 << 30;
    }
    return simulation.runs;
  }
};

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

// ---- KLEE ----

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

TEST(IterativeDeepening, FinishesADepthBeforeItGoesDeeper) {
  Simulation simulation(binary(6), 6, {0, 200});
  const Made strategy = make("iterative-deepening:2");
  const auto seen = depths(simulation, simulation.drive(*strategy, 1000));
  ASSERT_EQ(seen.size(), 63u);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_LT(seen[i], i < 3 ? 2u : i < 15 ? 4u : 6u) << i;
}

// ---- Others ----

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
