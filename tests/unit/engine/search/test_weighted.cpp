// Weighted picks.
#include <gtest/gtest.h>

#include "engine/search/weighted.h"

namespace cairn::search {
namespace {

TEST(Weighted, PicksInProportionAlsoAfterChanges) {
  Weighted weights;
  base::Rng rng(3);
  for (std::uint32_t i = 0; i < 1000; ++i) weights.set(i, 5);
  for (std::uint32_t i = 0; i < 1000; ++i) weights.set(i, 0);
  weights.set(3, 1);
  weights.set(700, 2);
  weights.set(999, 7);
  EXPECT_DOUBLE_EQ(weights.total(), 10);
  std::vector<int> picked(1000);
  for (int i = 0; i < 100000; ++i) ++picked[weights.pick(rng)];
  EXPECT_NEAR(picked[3], 10000, 500);
  EXPECT_NEAR(picked[700], 20000, 700);
  EXPECT_NEAR(picked[999], 70000, 800);
  weights.set(999, 0);
  weights.set(3, 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(weights.pick(rng), 700u);
  weights.set(700, 0);
  EXPECT_TRUE(weights.empty());
}

TEST(Weighted, ManyAtOnceAreAsManyOneByOne) {
  base::Rng rng(7);
  Weighted together;
  Weighted alone;
  for (std::uint32_t begin = 0; begin < 5000; begin += 400) {
    std::vector<std::pair<std::uint32_t, double>> weights;
    for (std::uint32_t i = 0; i < 100; ++i) {
      weights.emplace_back(begin + static_cast<std::uint32_t>(rng.below(700)), static_cast<double>(rng.below(9)));
      alone.set(weights.back().first, weights.back().second);
    }
    together.set(weights);
    EXPECT_DOUBLE_EQ(together.total(), alone.total());
    base::Rng first(begin);
    base::Rng second(begin);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(together.pick(first), alone.pick(second));
  }
}

TEST(Weighted, NoErrorGathers) {
  Weighted weights;
  base::Rng rng(4);
  for (int i = 0; i < 100000; ++i) weights.set(static_cast<std::uint32_t>(rng.below(5000)), rng.uniform() * 1e12);
  for (std::uint32_t i = 0; i < 5000; ++i) weights.set(i, 0);
  EXPECT_TRUE(weights.empty());
  weights.set(4321, 1e-300);
  EXPECT_EQ(weights.pick(rng), 4321u);
}

TEST(Weighted, TinyWeightsBesideLargeOnesAreNotPickedButNotLost) {
  Weighted weights;
  base::Rng rng(5);
  weights.set(0, 1);
  weights.set(100, 1e-200);
  EXPECT_EQ(weights.pick(rng), 0u);
  weights.set(0, 0);
  EXPECT_EQ(weights.pick(rng), 100u);
}

}  // namespace
}  // namespace cairn::search
