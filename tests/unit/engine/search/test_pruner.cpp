// Rounds of pruning: which sides are pruned and come back.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "conditions.h"
#include "engine/search/features.h"
#include "engine/search/pruner.h"

namespace cairn::search {
namespace {

PruneOptions small(PruneMode mode) {
  PruneOptions options;
  options.mode = mode;
  options.total = 18'000;
  options.fewest_sides = 10;
  options.fewest_features = 1;
  return options;
}

TEST(Pruner, PrunesTheLowestByOneFeatureAndBringsThemBack) {
  std::set<bool> pruned_with;
  for (std::uint64_t seed = 1; seed < 12; ++seed) {
    Comb comb;
    const std::size_t open = comb.tree.frontier().size();
    ASSERT_EQ(open, 120u);
    const auto pruner = make_pruner(small(PruneMode::homi), base::Rng(seed));
    EXPECT_TRUE(pruner->step(comb.view(), 0).empty());  // the first round prunes nothing
    pruner->observe(comb.view(), comb.run(0, comb.leaves[0]));
    EXPECT_TRUE(pruner->step(comb.view(), 700).empty());
    const PruneOrders second = pruner->step(comb.view(), 801);  // as long as the longest
    EXPECT_EQ(second.selection, Selection::starts_over);
    EXPECT_TRUE(second.close.empty());
    EXPECT_TRUE(pruner->step(comb.view(), 830).empty());
    const PruneOrders orders = pruner->step(comb.view(), 832);
    const double ratio = pruner->report().rounds.back().ratio;
    EXPECT_EQ(orders.close.size(), static_cast<std::size_t>(std::lround(120 * ratio)));
    EXPECT_TRUE(
        std::ranges::any_of(std::array{0.2, 0.4, 0.6}, [&](double each) { return std::abs(ratio - each) < 1e-9; }));
    // All those with the feature score the same: a weight above or below 0 puts one half first.
    Features features;
    features.update(comb.view());
    const auto with = static_cast<std::size_t>(
        std::ranges::count_if(orders.close, [&](SideId side) { return !features.of(features.set_of(side)).empty(); }));
    const std::size_t most = std::min<std::size_t>(60, orders.close.size());
    EXPECT_TRUE(with == most || orders.close.size() - with == most) << with;
    pruned_with.insert(with == most);
    comb.carry_out(orders);
    EXPECT_EQ(comb.tree.frontier().size(), open - orders.close.size());

    const PruneOrders third = pruner->step(comb.view(), 1700);
    EXPECT_EQ(third.selection, Selection::starts_over);
    EXPECT_EQ(third.reopen.size(), orders.close.size());
    comb.carry_out(third);
    EXPECT_EQ(pruner->report().rounds.size(), 3u);
    EXPECT_EQ(pruner->report().rounds[1].kind, "explored");
    EXPECT_EQ(pruner->report().beliefs.size(), 1u);
  }
  EXPECT_EQ(pruned_with.size(), 2u);  // weights of either sign occur
}

TEST(Pruner, RandomPrunesAShareAndRoundsNothing) {
  Comb comb;
  const auto random = make_pruner(small(PruneMode::random), base::Rng(4));
  random->step(comb.view(), 0);
  const PruneOrders orders = random->step(comb.view(), 31);
  EXPECT_TRUE(orders.close.size() == 24 || orders.close.size() == 48 || orders.close.size() == 72);
  EXPECT_EQ(std::set<SideId>(orders.close.begin(), orders.close.end()).size(), orders.close.size());

  PruneOptions only_rounds = small(PruneMode::none);
  only_rounds.rounds = true;
  const auto rounds = make_pruner(only_rounds, base::Rng(4));
  int restarts = 0;
  for (double now = 0; now < 17'000; now += 10) {
    const PruneOrders each = rounds->step(comb.view(), now);
    EXPECT_TRUE(each.close.empty());
    restarts += each.selection == Selection::starts_over ? 1 : 0;
  }
  EXPECT_GT(restarts, 20);
  EXPECT_LT(restarts, 90);
  EXPECT_EQ(make_pruner(small(PruneMode::none), base::Rng(1)), nullptr);
}

// Of very many sides only a part takes part in a round that prunes; in the next one others do.
TEST(Pruner, LeavesMostOfVeryManySidesBehind) {
  Comb comb;
  PruneOptions options = small(PruneMode::random);
  options.most_sides = 30;
  const auto pruner = make_pruner(options, base::Rng(4));
  const PruneOrders first = pruner->step(comb.view(), 0);
  EXPECT_EQ(first.close.size(), 90u);
  comb.carry_out(first);
  std::set<SideId> before(comb.tree.frontier().begin(), comb.tree.frontier().end());
  const PruneOrders second = pruner->step(comb.view(), 801);
  comb.carry_out(second);
  const std::set<SideId> after(comb.tree.frontier().begin(), comb.tree.frontier().end());
  EXPECT_EQ(after.size(), 30u);
  EXPECT_NE(before, after);
  // Nothing is lost: when the strategy has nothing left, others come back.
  EXPECT_FALSE(pruner->exhausted(comb.view(), 802).reopen.empty());
}

// What is open at one conditional only is part of every round, however many sides are open elsewhere.
TEST(Pruner, LeavesNoConditionalBehind) {
  Comb comb;
  const auto rare = comb.append({comb.step(comb.equal(0, 1)), comb.step(comb.below(1, 100), false), comb.cases(70, 2)});
  PruneOptions options = small(PruneMode::random);
  options.most_sides = 30;
  const auto pruner = make_pruner(options, base::Rng(4));
  for (double now = 0; now < 9000; now += 900) {
    comb.carry_out(pruner->step(comb.view(), now));
    EXPECT_EQ(comb.tree.frontier().size(), 30u);
    for (const std::uint32_t outcome : {0u, 1u}) {
      EXPECT_TRUE(comb.tree.open(comb.tree.side(comb.tree.node_of(rare.back()), outcome))) << now;
    }
  }
}

TEST(Pruner, WhenTheStrategyHasNothingLeftTheRoundEnds) {
  Comb comb;
  const auto pruner = make_pruner(small(PruneMode::random), base::Rng(4));
  pruner->step(comb.view(), 0);
  EXPECT_TRUE(pruner->exhausted(comb.view(), 5).empty());
  const PruneOrders orders = pruner->step(comb.view(), 31);
  comb.carry_out(orders);
  EXPECT_EQ(pruner->exhausted(comb.view(), 32).reopen.size(), orders.close.size());
}

// With a switch below one tooth, of which a run has taken an outcome, and orders to close every side.
struct PrunedComb : Comb {
  PrunedComb() {
    through(2);
    PruneOptions options = small(PruneMode::random);
    options.largest_ratio = 1;
    options.ratios = 1;
    pruner = make_pruner(options, base::Rng(4));
    pruner->step(view(), 0);
    pruner->observe(view(), run(2, leaves[0]));
    orders = pruner->step(view(), 31);
  }
  std::vector<SideId> through(std::uint32_t outcome) {
    return append({step(equal(0, 1)), step(below(1, 100), false), cases(99, outcome), step(below(98, 100))});
  }
  std::unique_ptr<Pruner> pruner;
  PruneOrders orders;
};

// Sides whose outcome nobody took yield their test; here those of the switch.
TEST(Pruner, PrunedSidesThatMayCoverSomethingAreFlipped) {
  const PrunedComb comb;
  EXPECT_EQ(comb.orders.close.size(), comb.tree.frontier().size());
  EXPECT_EQ(comb.orders.flip.size(), 2u);  // the cases 10 and 20
}

// What the test of a pruned side opens is pruned with it, unless the round is over by then.
TEST(Pruner, WhatAFlipOpenedAtTheEndOfARoundIsNotLost) {
  for (const bool over : {false, true}) {
    PrunedComb comb;
    comb.carry_out(comb.orders);
    ASSERT_EQ(comb.orders.flip.size(), 2u);
    Observation seen;
    seen.result = Result::arrived;
    seen.side = comb.orders.flip.front();
    seen.leaf = comb.through(comb.tree.outcome(seen.side)).back();
    comb.pruner->observe(comb.view(), seen);
    const PruneOrders orders = comb.pruner->step(comb.view(), over ? 900 : 32);
    EXPECT_EQ(orders.close.size(), over ? 0u : 1u);
    comb.carry_out(orders);
    if (!over) comb.carry_out(comb.pruner->exhausted(comb.view(), 33));
    EXPECT_EQ(comb.tree.count(tree::SideState::pruned), 0u);
    EXPECT_TRUE(comb.pruner->closed().empty());
  }
}

TEST(Pruner, TheRoundThatIsUnderWayIsToldAsFarAsItCame) {
  Comb comb;
  const auto pruner = make_pruner(small(PruneMode::random), base::Rng(4));
  pruner->step(comb.view(), 0);
  pruner->observe(comb.view(), comb.run(0, comb.leaves[0]));
  pruner->step(comb.view(), 7);
  const std::vector<PruneRound> rounds = pruner->report().rounds;
  ASSERT_EQ(rounds.size(), 1u);
  EXPECT_EQ(rounds[0].end, 7);
  EXPECT_EQ(rounds[0].covered_before, 0u);
  EXPECT_EQ(rounds[0].covered_after, 1u);
}

TEST(Pruner, AutoReportsWhatItChoseAndWhy) {
  Comb comb;
  const auto pruner = make_pruner(small(PruneMode::automatic), base::Rng(4));
  std::set<std::string> kinds;
  std::size_t rounds = 1;
  for (double now = 0; now < 17'000; now += 10) {
    const PruneOrders orders = pruner->step(comb.view(), now);
    comb.carry_out(orders);
    const PruneReport so_far = pruner->report();
    if (so_far.rounds.size() > rounds) {  // plain rounds are one search, the others start over
      const bool plain = so_far.rounds.back().kind == "plain";
      EXPECT_EQ(orders.selection, plain ? Selection::comes_back : Selection::steps_aside);
    } else {
      EXPECT_EQ(orders.selection, Selection::goes_on);
    }
    rounds = so_far.rounds.size();
    if (now == 10) pruner->observe(comb.view(), comb.run(0, comb.leaves[0]));
    if (now == 20) pruner->observe(comb.view(), comb.run(1, comb.leaves[1]));
  }
  const PruneReport report = pruner->report();
  for (const PruneRound& round : report.rounds) {
    kinds.insert(round.kind);
    EXPECT_FALSE(round.why.empty());
  }
  EXPECT_TRUE(kinds.contains("plain"));
  EXPECT_TRUE(kinds.contains("pruned at random"));
  EXPECT_TRUE(kinds.contains("explored"));
  EXPECT_TRUE(kinds.contains("from an earlier input"));
}

TEST(Pruner, AutoDoesWithoutEarlierInputsWhereNoneHasSidesLeft) {
  Comb comb;
  const auto pruner = make_pruner(small(PruneMode::automatic), base::Rng(4));
  for (double now = 0; now < 17'000; now += 10) {
    comb.carry_out(pruner->step(comb.view(), now));
    // A path of one step, both sides of which were taken.
    if (now == 10) pruner->observe(comb.view(), comb.run(0, comb.tree.side(comb.tree.root(), 0)));
  }
  std::map<std::string, int> rounds;
  for (const PruneRound& round : pruner->report().rounds) ++rounds[round.kind];
  EXPECT_EQ(rounds["from an earlier input"], 0);
  EXPECT_GE(rounds["pruned at random"], 5);
  EXPECT_GE(rounds["plain"], 5);
}

TEST(Pruner, GoesOnLearningWhenItHasSeenManyTests) {
  Comb comb;
  PruneOptions options = small(PruneMode::homi);
  options.most_tests = 2;
  const auto pruner = make_pruner(options, base::Rng(4));
  std::size_t rounds = 0;
  for (double now = 0; now < 10'000; now += 10) {
    comb.carry_out(pruner->step(comb.view(), now));
    if (pruner->report().rounds.size() == rounds) continue;
    rounds = pruner->report().rounds.size();
    pruner->observe(comb.view(), comb.run(rounds % 2, comb.leaves[rounds % 2]));
  }
  ASSERT_GT(rounds, 10u);
  for (const PruneRound& round : pruner->report().rounds) EXPECT_EQ(round.tests, 1u) << round.number;
  EXPECT_LE(pruner->report().good_tests, 2u);
}

TEST(Pruner, AboveTheMemoryLimitSidesEndAtRandom) {
  Comb comb;
  PruneOptions options = small(PruneMode::memory);
  options.memory_bytes = (comb.tree.memory_bytes() + comb.dag.memory_bytes()) / 2;
  const auto pruner = make_pruner(options, base::Rng(4));
  const PruneOrders orders = pruner->step(comb.view(), 0);
  EXPECT_NEAR(static_cast<double>(orders.close.size()), 60, 2);
  comb.carry_out(orders);
  // They come back when nothing else is left, and are left alone while no more memory is used.
  const PruneOrders back = pruner->exhausted(comb.view(), 1);
  EXPECT_EQ(back.reopen.size(), orders.close.size());
  EXPECT_EQ(back.selection, Selection::starts_over);
  comb.carry_out(back);
  EXPECT_TRUE(pruner->step(comb.view(), 2).empty());
  EXPECT_TRUE(pruner->exhausted(comb.view(), 3).empty());
  options.memory_bytes = 1ull << 40;
  EXPECT_TRUE(make_pruner(options, base::Rng(4))->step(comb.view(), 0).empty());
}

TEST(PruneOptions, AreNamedOneByOne) {
  PruneOptions options;
  ASSERT_TRUE(set_prune_options(options, "cycle=0.5,fewest_sides=7").ok());
  EXPECT_DOUBLE_EQ(options.cycle, 0.5);
  EXPECT_EQ(options.fewest_sides, 7u);
  EXPECT_NE(set_prune_options(options, "speed=3").error().message.find("fewest_sides"), std::string::npos);
  EXPECT_FALSE(set_prune_options(options, "cycle=2").ok());
  EXPECT_FALSE(set_prune_options(options, "cycle").ok());
  EXPECT_NE(prune_mode("homy").error().message.find("homi"), std::string::npos);
  EXPECT_EQ(*prune_mode("auto"), PruneMode::automatic);
  EXPECT_FALSE(prune_mode("rounds").ok());  // that is --rounds
}

}  // namespace
}  // namespace cairn::search
