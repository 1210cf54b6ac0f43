// Learned pruning against rounds worked out by hand: features of given conditions, set cover, distributions, sampling,
// and which sides are pruned and come back.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "../program/facts_builder.h"
#include "engine/program/coverage.h"
#include "engine/search/homi.h"
#include "engine/search/pruner.h"
#include "engine/search/registry.h"
#include "engine/search/restarting.h"

namespace cairn::search {
namespace {

using expr::ExprId;
using expr::Op;
using tree::SideId;

// Trees of given conditions; `program` has one switch (branch 0) with the cases 10 and 20.
struct Conditions {
  Conditions() : facts(program()), coverage(facts) {}

  static program::Program program() {
    program::FactsBuilder builder;
    builder.function("main", 1);
    for (std::uint32_t i = 0; i < 4; ++i) builder.block(1, {i + 1}, i == 0);
    builder.branch(builder.site(0, {1, 2, 3}, 1, 1, CAIRN_SITE_SWITCH), {0, 1, 2}, {10, 20});
    std::vector<program::Module> modules;
    builder.add_to(modules);
    return std::move(program::Program::build(std::move(modules))).value();
  }

  ExprId byte(std::uint32_t i) { return dag.input(expr::ByteId{i}, 1); }
  ExprId equal(std::uint32_t i, unsigned value) { return dag.equal(byte(i), dag.constant(value, 8)); }
  ExprId below(std::uint32_t i, unsigned value) { return dag.make(Op::Ult, 1, byte(i), dag.constant(value, 8)); }

  trace::Step step(ExprId condition, bool truth = true) {
    trace::Step made;
    made.kind = trace::EventKind::Branch;
    made.sides = 2;
    made.branch = 1;
    made.subject = condition;
    made.outcome = truth ? 0 : 1;
    made.condition = truth ? condition : dag.negate(condition);
    return made;
  }
  // The switch, on a byte.
  trace::Step cases(std::uint32_t i, std::uint32_t outcome) {
    trace::Step made;
    made.kind = trace::EventKind::Switch;
    made.sides = 3;
    made.branch = 0;
    made.subject = byte(i);
    made.outcome = outcome;
    made.condition = sides.switch_condition(0, made.subject, outcome);
    return made;
  }
  std::vector<SideId> append(const std::vector<trace::Step>& steps) {
    const auto path = tree.append(steps, tree::OriginId{0}).path;
    return {path.begin(), path.end()};
  }
  SideId other(SideId side) { return tree.side(tree.node_of(side), 1 - tree.outcome(side)); }
  View view() { return {tree, facts, coverage}; }

  expr::Dag dag;
  program::Program facts;
  program::Coverage coverage;
  trace::Sides sides{dag, facts};
  tree::Tree tree{dag, sides};
};

std::optional<std::uint64_t> hash_of(Conditions& given, ExprId condition, bool truth) {
  Conditions& c = given;
  tree::Tree alone(c.dag, c.sides);
  const auto path = alone.append(std::vector{c.step(condition, truth)}, tree::OriginId{0}).path;
  return feature_hash({alone, c.facts, c.coverage}, path[0]);
}

TEST(Features, AreEqualitiesAndTheirPairs) {
  Conditions c;
  const auto a = hash_of(c, c.equal(0, 5), true);
  ASSERT_TRUE(a);
  EXPECT_FALSE(hash_of(c, c.equal(0, 5), false));
  EXPECT_FALSE(hash_of(c, c.below(0, 5), true));
  const ExprId differs = c.dag.make(Op::Ne, 1, c.byte(0), c.dag.constant(5, 8));
  EXPECT_EQ(hash_of(c, differs, false), a);
  EXPECT_FALSE(hash_of(c, differs, true));
  EXPECT_NE(hash_of(c, c.equal(0, 6), true), a);
  EXPECT_NE(hash_of(c, c.equal(1, 5), true), a);
  const ExprId wide = c.dag.make(Op::ZExt, 32, c.byte(0));
  EXPECT_EQ(hash_of(c, c.dag.equal(wide, c.dag.constant(5, 32)), true), a);

  const ExprId both = c.dag.make(Op::And, 1, c.equal(0, 5), c.equal(1, 6));
  const ExprId turned = c.dag.make(Op::And, 1, c.equal(1, 6), c.equal(0, 5));
  const ExprId either = c.dag.make(Op::Or, 1, c.equal(0, 5), c.equal(1, 6));
  ASSERT_TRUE(hash_of(c, both, true));
  EXPECT_EQ(hash_of(c, both, true), hash_of(c, turned, true));
  ASSERT_TRUE(hash_of(c, either, true));
  EXPECT_NE(hash_of(c, both, true), hash_of(c, either, true));
  EXPECT_FALSE(hash_of(c, both, false));
  EXPECT_FALSE(hash_of(c, c.dag.make(Op::And, 1, c.equal(0, 5), c.below(1, 6)), true));
  EXPECT_FALSE(hash_of(c, c.dag.make(Op::Or, 1, both, c.equal(2, 7)), true));  // one pair, not more
  const ExprId sum = c.dag.make(Op::Add, 8, c.byte(0), c.byte(1));
  EXPECT_FALSE(hash_of(c, c.dag.equal(sum, c.dag.constant(5, 8)), true));
}

TEST(Features, CasesOfASwitchAreEqualitiesAndItsDefaultIsNone) {
  Conditions c;
  const auto path = c.append({c.cases(0, 2)});
  const tree::NodeId node = c.tree.node_of(path[0]);
  EXPECT_EQ(feature_hash(c.view(), c.tree.side(node, 0)), hash_of(c, c.equal(0, 10), true));
  EXPECT_EQ(feature_hash(c.view(), c.tree.side(node, 1)), hash_of(c, c.equal(0, 20), true));
  EXPECT_FALSE(feature_hash(c.view(), c.tree.side(node, 2)));
}

TEST(Features, OfASideAreThoseOfItsPathEachOnce) {
  Conditions c;
  // 0 == 1, 1 != 2, 0 == 1 again behind something else, 2 == 3.
  const auto path = c.append({c.step(c.equal(0, 1)), c.step(c.equal(1, 2), false), c.step(c.below(9, 9)),
                              c.step(c.equal(0, 1)), c.step(c.equal(2, 3))});
  Features features;
  features.update(c.view());
  EXPECT_EQ(features.size(), 3u);
  EXPECT_EQ(features.of(features.set_of(path[0])).size(), 1u);
  EXPECT_EQ(features.of(features.set_of(path[1])).size(), 1u);
  EXPECT_EQ(features.of(features.set_of(c.other(path[1]))).size(), 2u);
  EXPECT_EQ(features.set_of(path[3]), features.set_of(path[0]));
  EXPECT_EQ(features.of(features.set_of(path[4])).size(), 2u);
  EXPECT_TRUE(features.of(features.set_of(c.other(path[0]))).empty());

  const FeatureId first = features.of(features.set_of(path[0]))[0];
  const FeatureId last = features.of(features.set_of(path[4]))[0];
  std::vector<float> weights(features.size(), 0);
  weights[first.value] = 0.5f;
  weights[last.value] = -0.25f;
  const std::vector<SideId> scored = {path[4], c.other(path[4]), c.other(path[0])};
  EXPECT_EQ(features.scores(scored, weights), (std::vector<float>{0.25f, 0.5f, 0}));

  const auto counts = features.counts(c.tree.frontier());  // five open sides, four of them below 0 == 1
  EXPECT_EQ(counts[first.value], 4u);
  EXPECT_EQ(counts[last.value], 0u);  // only the path that was taken
}

TEST(Homi, SetCoverTakesTheLargestGainFirst) {
  const auto policy = std::make_shared<HomiPolicy>();
  const auto test = [&](std::vector<std::uint32_t> covered) { return HomiTest{{}, std::move(covered), policy}; };
  // 3 covers most; then 0 adds 1, 2 and 3, while 1 adds 3 only and 2 nothing.
  EXPECT_EQ(good_tests({test({1, 2, 3}), test({3, 4}), test({5, 6}), test({4, 5, 6, 7})}),
            (std::vector<std::size_t>{3, 0}));
  // Of equals the earlier.
  EXPECT_EQ(good_tests({test({1}), test({1})}), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(good_tests({}).empty());
}

TEST(Homi, DrawsFromNormalsCutToTheRange) {
  base::Rng rng(1);
  const WeightDistribution narrow{0.3, 0.1};
  double sum = 0, squares = 0;
  for (int i = 0; i < 4000; ++i) {
    const double x = narrow.draw(rng);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 4000, 0.3, 0.01);
  EXPECT_NEAR(std::sqrt(squares / 4000 - 0.09), 0.1, 0.01);
  const WeightDistribution edge{1.0, 1.0};
  const WeightDistribution unknown{};
  double least = 1, most = -1;
  for (int i = 0; i < 4000; ++i) {
    const double x = edge.draw(rng);
    ASSERT_LE(std::abs(x), 1);
    const double u = unknown.draw(rng);
    least = std::min(least, u);
    most = std::max(most, u);
  }
  EXPECT_LT(least, -0.98);
  EXPECT_GT(most, 0.98);
}

TEST(Homi, ValuesEndAtTheMaximum) {
  EXPECT_EQ(equidistant(800, 4), (std::vector<double>{200, 400, 600, 800}));
  const auto ratios = equidistant(0.6, 3);
  EXPECT_DOUBLE_EQ(ratios[0], 0.2);
  EXPECT_DOUBLE_EQ(ratios[2], 0.6);
}

// Three good tests: two made with feature weights 0.2 and 0.4 under ratio 0.2, one without pruning.
TEST(Homi, LearnsDistributionsFromWhatTheGoodTestsWereMadeUnder) {
  Conditions c;
  const auto path = c.append({c.step(c.equal(0, 1)), c.step(c.equal(1, 2)), c.step(c.equal(2, 3))});
  Features features;
  features.update(c.view());
  const FeatureId a = features.of(features.set_of(path[0]))[0];
  const FeatureId b = features.of(features.set_of(path[1]))[0];
  const FeatureId d = features.of(features.set_of(path[2]))[0];
  const auto policy = [&](std::vector<std::pair<FeatureId, float>> weights, std::optional<double> ratio,
                          double budget) {
    return std::make_shared<HomiPolicy>(HomiPolicy{std::move(weights), ratio, budget});
  };
  const std::vector<HomiTest> tests = {
      {features.set_of(path[2]), {1}, policy({{a, 0.2f}, {b, 0.7f}}, 0.2, 200)},
      {features.set_of(path[0]), {2}, policy({{a, 0.4f}}, 0.6, 200)},
      {features.set_of(path[0]), {3}, policy({}, std::nullopt, 800)},
      {features.set_of(path[0]), {3}, policy({{a, -1.0f}}, 0.4, 400)},  // not good: covers nothing of its own
  };
  const auto good = good_tests(tests);
  EXPECT_EQ(good.size(), 3u);
  const HomiLearnt learnt = learn_from(tests, good, features, equidistant(0.6, 3), equidistant(800, 4), 200);
  ASSERT_EQ(learnt.features.size(), 3u);
  const auto at = [&](FeatureId id) {
    return learnt.weights[static_cast<std::size_t>(std::ranges::find(learnt.features, id) - learnt.features.begin())];
  };
  EXPECT_NEAR(*at(a).mean, 0.3, 1e-6);
  EXPECT_NEAR(at(a).deviation, 0.1, 1e-6);
  EXPECT_NEAR(*at(b).mean, 0.7, 1e-6);
  EXPECT_DOUBLE_EQ(at(b).deviation, 1);  // a single weight
  EXPECT_FALSE(at(d).mean.has_value());
  EXPECT_EQ(learnt.ratio.weights, (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(learnt.budget.weights, (std::vector<double>{2, 0, 0, 1}));

  base::Rng rng(5);
  int small = 0;
  for (int i = 0; i < 3000; ++i) {
    const double ratio = learnt.draw_ratio(Sampling::exploitation, rng);
    ASSERT_NE(ratio, 0.4);
    small += ratio < 0.3 ? 1 : 0;
  }
  EXPECT_NEAR(small, 1500, 150);
  EXPECT_EQ(learn_from(tests, good, features, {0.2}, {200}, 2).features.size(), 2u);
}

TEST(Homi, ReverseTakesTheFarthest) {
  HomiLearnt learnt;
  learnt.weights = {{0.9, 0.01}, {-0.9, 0.01}};
  base::Rng rng(2);
  for (int i = 0; i < 50; ++i) {
    const auto weights = learnt.draw_weights(Sampling::reverse, 100, rng);
    EXPECT_LT(weights[0], -0.7f);
    EXPECT_GT(weights[1], 0.7f);
    const auto near = learnt.draw_weights(Sampling::exploitation, 100, rng);
    EXPECT_GT(near[0], 0.8f);
    EXPECT_LT(near[1], -0.8f);
  }
}

TEST(Homi, TheLowestScoresArePruned) {
  Conditions c;
  const auto path =
      c.append({c.step(c.equal(0, 1)), c.step(c.equal(1, 2)), c.step(c.below(2, 3)), c.step(c.below(3, 4))});
  Features features;
  features.update(c.view());
  const FeatureId a = features.of(features.set_of(path[0]))[0];
  std::vector<float> weights(features.size(), 0);
  weights[a.value] = -1;
  // Open: not a (0), below a: -1, -1, -1.
  const auto three = lowest_scoring(features, c.tree.frontier(), weights, 3);
  EXPECT_EQ(std::set(three.begin(), three.end()), (std::set{c.other(path[1]), c.other(path[2]), c.other(path[3])}));
  weights[a.value] = 1;
  EXPECT_EQ(lowest_scoring(features, c.tree.frontier(), weights, 1), (std::vector<SideId>{c.other(path[0])}));
}

// ---- Whole rounds ----

// A comb: below `byte 0 == 1` and below its negation, sixty open sides each.
struct Comb : Conditions {
  Comb() {
    for (const bool first : {true, false}) {
      std::vector<trace::Step> steps{step(equal(0, 1), first)};
      for (std::uint32_t i = 0; i < 60; ++i) steps.push_back(step(below(i + 1, 100)));
      leaves.push_back(append(steps).back());
    }
  }
  // A run that covers the given outcome of the switch.
  Observation run(std::uint32_t outcome, SideId leaf) {
    std::vector<std::uint32_t> counters(facts.counters(), 0);
    counters[0] = 1;
    counters[1 + outcome] = 1;
    coverage.add(counters);
    Observation seen;
    seen.result = Result::random;
    seen.leaf = leaf;
    return seen;
  }
  void carry_out(const PruneOrders& orders) {
    for (const SideId side : orders.reopen) tree.set_state(side, tree::SideState::open);
    for (const SideId side : orders.close) tree.set_state(side, tree::SideState::pruned);
  }
  std::vector<SideId> leaves;
};

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

// Says what it was asked and what it saw.
struct Marked final : Strategy {
  explicit Marked(std::vector<int>& seen, int name) : seen_(seen), name_(name) {}
  Action propose(const View&) override { return Flip{SideId{static_cast<std::uint32_t>(name_)}}; }
  void observe(const View&, const Observation&) override { seen_.push_back(name_); }
  std::vector<int>& seen_;
  int name_;
};

TEST(Restarting, TheInterruptedStrategyLooksOnAndComesBack) {
  Comb comb;
  std::vector<int> seen;
  int made = 0;
  Restarting strategy([&] { return std::make_unique<Marked>(seen, made++); });
  const auto proposed = [&] { return std::get<Flip>(strategy.propose(comb.view())).side.value; };
  EXPECT_EQ(proposed(), 0u);
  strategy.select(comb.view(), Selection::steps_aside, {});
  strategy.select(comb.view(), Selection::steps_aside, {});
  EXPECT_EQ(proposed(), 2u);
  strategy.observe(comb.view(), {});
  EXPECT_EQ(seen, (std::vector{0, 2}));
  strategy.select(comb.view(), Selection::comes_back, {});
  strategy.select(comb.view(), Selection::comes_back, {});
  EXPECT_EQ(proposed(), 0u);
  strategy.observe(comb.view(), {});
  EXPECT_EQ(seen, (std::vector{0, 2, 0}));
  strategy.select(comb.view(), Selection::steps_aside, {});
  strategy.select(comb.view(), Selection::starts_over, {});
  strategy.select(comb.view(), Selection::comes_back, {});
  EXPECT_EQ(proposed(), 4u);
}

// One that goes by what is open does not start over, but has all that was pruned again, whether it had noticed or not.
TEST(Restarting, WhatGoesByOpenSidesTakesThemBack) {
  for (const char* name : {"random-path", "covnew", "random-state", "random-path+covnew"}) {
    Comb comb;
    std::size_t made = 0;
    Restarting strategy([&] { return make_strategy(name, {}, base::Rng(++made)).value(); });
    const std::vector<SideId> all(comb.tree.frontier().begin(), comb.tree.frontier().end());
    std::vector<SideId> pruned(all.begin() + 1, all.end());
    for (const SideId side : pruned) comb.tree.set_state(side, tree::SideState::pruned);
    EXPECT_EQ(std::get<Flip>(strategy.propose(comb.view())).side, all.front()) << name;
    for (const SideId side : pruned) comb.tree.set_state(side, tree::SideState::open);
    strategy.select(comb.view(), Selection::starts_over, pruned);
    EXPECT_EQ(made, 1u) << name;
    std::set<SideId> proposed;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Action action = strategy.propose(comb.view());
      ASSERT_TRUE(std::holds_alternative<Flip>(action)) << name;
      const SideId side = std::get<Flip>(action).side;
      proposed.insert(side);
      comb.tree.set_state(side, tree::SideState::infeasible);
      Observation seen;
      seen.side = side;
      seen.result = Result::infeasible;
      strategy.observe(comb.view(), seen);
    }
    EXPECT_EQ(proposed.size(), all.size()) << name;
  }
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
