#include "engine/program/hit_classes.h"

#include <algorithm>

namespace cairn::program {

HitClasses::HitClasses(const Program& program) : program_(program), classes_(program.counters(), 0) {}

std::span<const Feature> HitClasses::features(std::span<const std::uint32_t> counters, bool cut_short) {
  constexpr std::size_t kStretch = 16;  // looked at together: most counters of most runs are zero
  const auto known = counters.first(std::min(counters.size(), classes_.size()));
  complete_.assign(known.begin(), known.end());
  program_.complete(complete_, cut_short);
  features_.clear();
  for (std::size_t begin = 0; begin < complete_.size(); begin += kStretch) {
    const std::size_t end = std::min(begin + kStretch, complete_.size());
    std::uint32_t any = 0;
    for (std::size_t i = begin; i < end; ++i) any |= complete_[i];
    if (any == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (complete_[i] == 0) continue;
      features_.push_back(static_cast<Feature>(i) * kHitClasses + hit_class(complete_[i]));
    }
  }
  return features_;
}

}  // namespace cairn::program
