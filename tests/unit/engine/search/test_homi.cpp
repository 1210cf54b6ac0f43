// What learned pruning learns from, against what was worked out by hand: features of given conditions, set cover,
// distributions, sampling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "conditions.h"
#include "engine/search/homi.h"

namespace cairn::search {
namespace {

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

}  // namespace
}  // namespace cairn::search
