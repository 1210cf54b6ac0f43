// What HOMI learns (Cha and Oh, ESEC/FSE 2020, algorithm 2) from the tests of earlier rounds: which of them are good,
// which of their conditions are features, and from which distributions weights, ratios and budgets are to be drawn
// next.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/search/features.h"

namespace cairn::search {

// What was in force when a test was made.
struct HomiPolicy {
  std::vector<std::pair<FeatureId, float>> weights;  // by feature; without those that made no difference
  std::optional<double> ratio;                       // none: nothing had been pruned
  double budget = 0;                                 // of the round
};

struct HomiTest {
  FeatureSetId features;
  std::vector<std::uint32_t> covered;  // sides of the source, increasing
  std::shared_ptr<const HomiPolicy> policy;
};

// Extract: a small subset of the tests that covers the same (greedy set cover: always the test with most sides that are
// not covered yet, the earlier of equals). Indices, in the order chosen.
[[nodiscard]] std::vector<std::size_t> good_tests(const std::vector<HomiTest>& tests);

// A normal distribution cut to [-1, 1], or the uniform one.
struct WeightDistribution {
  std::optional<double> mean;  // none: uniform
  double deviation = 1;

  [[nodiscard]] double draw(base::Rng& rng) const;
};

// Draws one of the values with probability proportional to its weight; uniformly when all are 0.
struct Choice {
  std::vector<double> values, weights;

  [[nodiscard]] double draw(base::Rng& rng) const;
  [[nodiscard]] double draw_uniform(base::Rng& rng) const { return values[rng.below(values.size())]; }
};

// `count` equidistant values that end at the maximum.
[[nodiscard]] std::vector<double> equidistant(double maximum, std::uint32_t count);

// The so many sides whose features' weights (by feature) add up to least; of equal ones the oldest.
[[nodiscard]] std::vector<tree::SideId> lowest_scoring(const Features& features, std::span<const tree::SideId> sides,
                                                       std::span<const float> weights, std::size_t count);

enum class Sampling : std::uint8_t { exploration, exploitation, reverse };

struct HomiLearnt {
  std::vector<FeatureId> features;
  std::vector<WeightDistribution> weights;  // of each feature
  Choice ratio, budget;

  // One weight for each feature. `candidates`: draws among which the reverse one takes the farthest.
  [[nodiscard]] std::vector<float> draw_weights(Sampling sampling, std::uint32_t candidates, base::Rng& rng) const;
  [[nodiscard]] double draw_ratio(Sampling sampling, base::Rng& rng) const {
    return sampling == Sampling::exploration ? ratio.draw_uniform(rng) : ratio.draw(rng);
  }
  [[nodiscard]] double draw_budget(Sampling sampling, base::Rng& rng) const {
    return sampling == Sampling::exploration ? budget.draw_uniform(rng) : budget.draw(rng);
  }
};

// FGenerator and PGenerator: features from the paths of the good tests, at most so many, and the distributions under
// which those tests were made.
[[nodiscard]] HomiLearnt learn_from(const std::vector<HomiTest>& tests, const std::vector<std::size_t>& good,
                                    const Features& features, std::vector<double> ratios, std::vector<double> budgets,
                                    std::size_t most_features);

}  // namespace cairn::search
