// A weight for each of the numbers 0, 1, 2, ... and picks in proportion to them, both in O(log n).
//
// Sums over blocks of sixteen, sums over sixteen of those, and so on: one cache line or two a level, five levels for a
// million. A sum is always computed anew from the sixteen below it, so no error gathers however long a search runs; 9
// bytes a number, and growing costs nothing but memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/rng.h"

namespace cairn::search {

class Weighted {
 public:
  // Weights are finite and not negative; numbers never set have weight 0.
  void set(std::uint32_t number, double weight);
  // The same for many that lie close together: sums are computed once.
  void set(std::span<const std::pair<std::uint32_t, double>> weights);
  // All weights are 0 again.
  void clear() { levels_.clear(); }
  [[nodiscard]] double weight(std::uint32_t number) const;
  [[nodiscard]] double total() const;
  // Above the largest number that was set.
  [[nodiscard]] std::size_t size() const { return levels_.empty() ? 0 : levels_[0].size(); }
  [[nodiscard]] bool empty() const { return !(total() > 0); }

  // Requires: !empty(). Ensures: the weight of the result is not 0.
  [[nodiscard]] std::uint32_t pick(base::Rng& rng) const;

 private:
  static constexpr std::size_t kFan = 16;
  [[nodiscard]] double block_sum(std::size_t level, std::size_t block) const;
  void put(std::uint32_t number, double weight);

  std::vector<std::vector<double>> levels_;  // levels_[0]: the weights; the last level has at most kFan entries
};

}  // namespace cairn::search
