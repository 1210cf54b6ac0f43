#include "engine/search/weighted.h"

#include <algorithm>
#include <cmath>

#include "engine/base/check.h"

namespace cairn::search {

double Weighted::block_sum(std::size_t level, std::size_t block) const {
  const auto& entries = levels_[level];
  const std::size_t end = std::min(entries.size(), (block + 1) * kFan);
  double sum = 0;
  for (std::size_t i = block * kFan; i < end; ++i) sum += entries[i];
  return sum;
}

void Weighted::set(std::uint32_t number, double weight) {
  CHECK(weight >= 0 && std::isfinite(weight));
  if (levels_.empty()) levels_.emplace_back();
  std::size_t at = number;
  for (std::size_t level = 0;; ++level, at /= kFan) {
    if (level == levels_.size()) {
      levels_.emplace_back();
      for (std::size_t block = 0; block * kFan < levels_[level - 1].size(); ++block) {
        levels_[level].push_back(block_sum(level - 1, block));
      }
    }
    auto& entries = levels_[level];
    if (at >= entries.size()) entries.resize(at + 1);
    entries[at] = level == 0 ? weight : block_sum(level - 1, at);
    if (level + 1 == levels_.size() && entries.size() <= kFan) return;
  }
}

double Weighted::weight(std::uint32_t number) const {
  return !levels_.empty() && number < levels_[0].size() ? levels_[0][number] : 0;
}

double Weighted::total() const { return levels_.empty() ? 0 : block_sum(levels_.size() - 1, 0); }

std::uint32_t Weighted::pick(base::Rng& rng) const {
  CHECK(!empty());
  std::size_t block = 0;
  double left = rng.uniform() * total();
  for (std::size_t level = levels_.size(); level-- > 0;) {
    const auto& entries = levels_[level];
    const std::size_t end = std::min(entries.size(), (block + 1) * kFan);
    std::size_t chosen = end;
    for (std::size_t i = block * kFan; i < end; ++i) {
      if (!(entries[i] > 0)) continue;
      chosen = i;  // rounding may leave a little over at the end: then it is the last that has a weight
      if (left < entries[i]) break;
      left -= entries[i];
    }
    INVARIANT(chosen < end);
    block = chosen;
  }
  return static_cast<std::uint32_t>(block);
}

}  // namespace cairn::search
