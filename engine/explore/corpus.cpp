#include "engine/explore/corpus.h"

#include <cmath>
#include <utility>

#include "engine/base/check.h"

namespace cairn::explore {

namespace {

constexpr std::uint32_t kPicks = 256;  // between two looks at how rare everything is

std::size_t bytes_of(const trace::Input& input) {
  std::size_t sum = 0;
  for (const trace::Object& object : input.objects) sum += object.bytes.size();
  return sum;
}

}  // namespace

Corpus::Corpus(std::size_t features) : holder_(features, kNone), shown_(features, 0) {}

void Corpus::add(trace::Input input, std::span<const program::Feature> features) {
  const auto number = static_cast<std::uint32_t>(inputs_.size());
  const std::size_t bytes = bytes_of(input);
  for (const program::Feature feature : features) {
    std::uint32_t& holder = holder_[feature];
    if (holder == kNone) held_.push_back(feature);
    if (holder == kNone || bytes < inputs_[holder].bytes) holder = number;
  }
  inputs_.push_back({std::move(input), bytes, 0});
  until_weighing_ = 0;
}

void Corpus::count(std::span<const program::Feature> features) {
  for (const program::Feature feature : features) ++shown_[feature];
}

Corpus::Pair Corpus::pick(base::Rng& rng) {
  CHECK(!empty());
  if (until_weighing_ == 0) weigh();
  --until_weighing_;
  Known& first = inputs_[weights_.pick(rng)];
  ++first.picks;
  return {first.input, inputs_[rng.below(inputs_.size())].input};
}

void Corpus::weigh() {
  until_weighing_ = kPicks;
  std::vector<double> worth(inputs_.size(), 0);
  for (const program::Feature feature : held_) worth[holder_[feature]] += 1 / std::sqrt(1.0 + shown_[feature]);
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    // Nobody is forgotten for good: what holds nothing may still lie beside something new.
    constexpr double kLeast = 1e-3;
    weights_.set(i, (worth[i] + kLeast) / std::sqrt(1.0 + inputs_[i].picks));
  }
}

}  // namespace cairn::explore
