#include "engine/search/homi.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/set_cover.h"

namespace cairn::search {

namespace {

double uniform(base::Rng& rng) { return 2 * rng.uniform() - 1; }

double standard_normal(base::Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

// Counts for the value closest to it.
void count(Choice& choice, double value) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < choice.values.size(); ++i) {
    if (std::abs(choice.values[i] - value) < std::abs(choice.values[at] - value)) at = i;
  }
  choice.weights[at] += 1;
}

// Mean and deviation of the whole population; a single weight says nothing about how far others may be.
WeightDistribution fit(const std::vector<float>& weights) {
  WeightDistribution fitted;
  if (weights.empty()) return fitted;
  double sum = 0, squares = 0;
  for (const float weight : weights) sum += static_cast<double>(weight);
  const double mean = sum / static_cast<double>(weights.size());
  for (const float weight : weights)
    squares += (static_cast<double>(weight) - mean) * (static_cast<double>(weight) - mean);
  const double deviation = std::sqrt(squares / static_cast<double>(weights.size()));
  fitted.mean = mean;
  fitted.deviation = deviation > 0 ? deviation : 1;
  return fitted;
}

}  // namespace

std::vector<std::size_t> good_tests(const std::vector<HomiTest>& tests) {
  std::vector<base::Elements> sets;
  for (const HomiTest& test : tests) sets.push_back(test.covered);
  return base::greedy_cover(sets);
}

double WeightDistribution::draw(base::Rng& rng) const {
  if (!mean) return uniform(rng);
  constexpr int kTries = 1000;  // the mean lies within the bounds, so half of the draws do at least
  for (int i = 0; i < kTries; ++i) {
    const double value = *mean + deviation * standard_normal(rng);
    if (value >= -1 && value <= 1) return value;
  }
  return *mean;
}

double Choice::draw(base::Rng& rng) const {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  if (!(sum > 0)) return draw_uniform(rng);
  double left = rng.uniform() * sum;
  for (std::size_t i = 0; i < values.size(); ++i) {
    left -= weights[i];
    if (left < 0) return values[i];
  }
  return values.back();
}

std::vector<double> equidistant(double maximum, std::uint32_t count) {
  std::vector<double> values;
  for (std::uint32_t i = 1; i <= count; ++i) values.push_back(maximum * i / count);
  return values;
}

std::vector<tree::SideId> lowest_scoring(const Features& features, std::span<const tree::SideId> sides,
                                         std::span<const float> weights, std::size_t count) {
  const std::vector<float> scores = features.scores(sides, weights);
  std::vector<std::pair<float, tree::SideId>> ranked;
  ranked.reserve(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i) ranked.emplace_back(scores[i], sides[i]);
  count = std::min(count, ranked.size());
  std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end());
  std::vector<tree::SideId> lowest;
  lowest.reserve(count);
  for (std::size_t i = 0; i < count; ++i) lowest.push_back(ranked[i].second);
  return lowest;
}

std::vector<float> HomiLearnt::draw_weights(Sampling sampling, std::uint32_t candidates, base::Rng& rng) const {
  std::vector<float> drawn;
  for (const WeightDistribution& distribution : weights) {
    if (sampling == Sampling::exploration) {
      drawn.push_back(static_cast<float>(uniform(rng)));
      continue;
    }
    const double weight = distribution.draw(rng);
    double chosen = weight;
    if (sampling == Sampling::reverse) {
      for (std::uint32_t i = 0; i < candidates; ++i) {
        const double other = uniform(rng);
        if (std::abs(other - weight) > std::abs(chosen - weight)) chosen = other;
      }
    }
    drawn.push_back(static_cast<float>(chosen));
  }
  return drawn;
}

HomiLearnt learn_from(const std::vector<HomiTest>& tests, const std::vector<std::size_t>& good,
                      const Features& features, std::vector<double> ratios, std::vector<double> budgets,
                      std::size_t most_features) {
  HomiLearnt learnt;
  learnt.ratio = {std::move(ratios), {}};
  learnt.budget = {std::move(budgets), {}};
  learnt.ratio.weights.assign(learnt.ratio.values.size(), 0);
  learnt.budget.weights.assign(learnt.budget.values.size(), 0);
  std::unordered_set<FeatureId> seen;
  std::unordered_map<FeatureId, std::vector<float>> had;
  for (const std::size_t i : good) {
    for (const FeatureId feature : features.of(tests[i].features)) {
      if (seen.size() < most_features && seen.insert(feature).second) learnt.features.push_back(feature);
    }
    const HomiPolicy& policy = *tests[i].policy;
    for (const auto& [feature, weight] : policy.weights) had[feature].push_back(weight);
    if (policy.ratio) count(learnt.ratio, *policy.ratio);
    count(learnt.budget, policy.budget);
  }
  std::ranges::sort(learnt.features);
  for (const FeatureId feature : learnt.features) learnt.weights.push_back(fit(had[feature]));
  return learnt;
}

}  // namespace cairn::search
