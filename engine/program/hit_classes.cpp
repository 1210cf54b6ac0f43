#include "engine/program/hit_classes.h"

#include <algorithm>

namespace cairn::program {

HitClasses::HitClasses(const Program& program) : program_(program), classes_(program.counters(), 0) {}

std::span<const Feature> HitClasses::features(std::span<const std::uint32_t> complete) {
  constexpr std::size_t kStretch = 16;  // looked at together: most counters of most runs are zero
  const auto counters = complete.first(std::min(complete.size(), classes_.size()));
  features_.clear();
  for (std::size_t begin = 0; begin < counters.size(); begin += kStretch) {
    const std::size_t end = std::min(begin + kStretch, counters.size());
    std::uint32_t any = 0;
    for (std::size_t i = begin; i < end; ++i) any |= counters[i];
    if (any == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (counters[i] == 0) continue;
      features_.push_back(static_cast<Feature>(i) * kHitClasses + hit_class(counters[i]));
    }
  }
  return features_;
}

std::span<const Feature> HitClasses::features(std::span<const std::uint32_t> recorded, bool cut_short) {
  complete_.assign(recorded.begin(), recorded.end());
  program_.complete(complete_, cut_short);
  return features(complete_);
}

}  // namespace cairn::program
