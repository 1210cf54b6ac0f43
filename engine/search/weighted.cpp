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

void Weighted::put(std::uint32_t number, double weight) {
  CHECK(weight >= 0 && std::isfinite(weight));
  if (levels_.empty()) levels_.emplace_back();
  if (number >= levels_[0].size()) levels_[0].resize(number + 1);
  levels_[0][number] = weight;
}

void Weighted::set(std::uint32_t number, double weight) {
  const std::pair<std::uint32_t, double> one{number, weight};
  set({&one, 1});
}

void Weighted::set(std::span<const std::pair<std::uint32_t, double>> weights) {
  if (weights.empty()) return;
  std::size_t first = weights.front().first;
  std::size_t last = first;
  for (const auto& [number, weight] : weights) {
    put(number, weight);
    first = std::min<std::size_t>(first, number);
    last = std::max<std::size_t>(last, number);
  }
  for (std::size_t level = 1; levels_[level - 1].size() > kFan; ++level) {
    const bool fresh = level == levels_.size();
    if (fresh) levels_.emplace_back();
    const std::size_t blocks = (levels_[level - 1].size() + kFan - 1) / kFan;
    first = fresh ? 0 : first / kFan;
    last = fresh ? blocks - 1 : last / kFan;
    levels_[level].resize(blocks);
    for (std::size_t block = first; block <= last; ++block) levels_[level][block] = block_sum(level - 1, block);
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
