#include <gtest/gtest.h>

#include <vector>

#include "cli/bench/statistics.h"

namespace cairn::bench {
namespace {

using Values = std::vector<double>;

TEST(Statistics, DescribesASample) {
  const Sample sample = describe(Values{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(sample.mean, 5);
  EXPECT_NEAR(sample.deviation, 2.13809, 1e-5);  // n - 1
  EXPECT_EQ(sample.least, 2);
  EXPECT_EQ(sample.most, 9);
  EXPECT_EQ(describe(Values{3}).deviation, 0);
  EXPECT_EQ(describe(Values{}).mean, 0);
}

TEST(Statistics, A12IsTheChanceToWin) {
  EXPECT_EQ(a12(Values{4, 5, 6}, Values{1, 2, 3}), 1);
  EXPECT_EQ(a12(Values{1, 2, 3}, Values{4, 5, 6}), 0);
  EXPECT_EQ(a12(Values{1, 2}, Values{1, 2}), 0.5);
  EXPECT_DOUBLE_EQ(a12(Values{1, 3, 3}, Values{2, 3}), 0.5 * (0 + 0 + 1 + 0.5 + 1 + 0.5) / 3);
  EXPECT_EQ(a12(Values{}, Values{1}), 0.5);
}

// Complete separation of n and m values happens in 2 of (n + m over n) orders.
TEST(Statistics, ExactTestCountsOrders) {
  const auto separated = mann_whitney(Values{4, 5, 6}, Values{1, 2, 3});
  EXPECT_EQ(separated.u, 9);
  EXPECT_NEAR(separated.p, 2.0 / 20, 1e-12);
  EXPECT_NEAR(mann_whitney(Values{1, 2, 3, 4, 5}, Values{6, 7, 8, 9, 10}).p, 2.0 / 252, 1e-12);
  // 1 + 1 + 2 + 3 of the 126 orders have a U of at most 3 = 20 - 17.
  const auto mixed = mann_whitney(Values{3, 5, 6, 7, 8}, Values{1, 2, 4, 5.5});
  EXPECT_EQ(mixed.u, 17);
  EXPECT_NEAR(mixed.p, 2 * 7.0 / 126, 1e-12);
}

// The exact distribution agrees with counting all orders by brute force.
TEST(Statistics, ExactTestAgreesWithBruteForce) {
  constexpr int kFirst = 4, kSecond = 5, kAll = kFirst + kSecond;
  std::vector<double> us;
  std::vector<std::pair<Values, Values>> samples;
  for (unsigned mask = 0; mask < (1u << kAll); ++mask) {
    if (__builtin_popcount(mask) != kFirst) continue;
    Values first, second;
    for (int i = 0; i < kAll; ++i) ((mask >> i & 1) != 0 ? first : second).push_back(i);
    us.push_back(mann_whitney(first, second).u);
    samples.emplace_back(first, second);
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double smaller = std::min(us[i], kFirst * kSecond - us[i]);
    double below = 0;
    for (const double u : us) below += u <= smaller ? 1 : 0;
    const double p = std::min(1.0, 2 * below / static_cast<double>(us.size()));
    EXPECT_NEAR(mann_whitney(samples[i].first, samples[i].second).p, p, 1e-12);
  }
}

TEST(Statistics, TiesUseTheNormalApproximation) {
  // By hand: U = 8.5, mean 18; 2 occurs three times, 3, 4 and 5 twice, so the variance is 3 (13 - 42 / 132) = 38.05 and
  // z = (9.5 - 0.5) / 6.168 = 1.459.
  EXPECT_NEAR(mann_whitney(Values{1, 2, 2, 3, 4, 5}, Values{2, 3, 4, 5, 6, 7}).p, 0.1445, 1e-4);
  EXPECT_EQ(mann_whitney(Values{1, 1, 1}, Values{1, 1, 1}).p, 1);
}

}  // namespace
}  // namespace cairn::bench
