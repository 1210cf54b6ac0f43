// A set of numbers below a bound, a bit each. It knows its numbers in increasing order: putting many of them in order
// this way is several times cheaper than sorting them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn::base {

class NumberSet {
 public:
  explicit NumberSet(std::size_t bound) : words_((bound + kBits - 1) / kBits, 0) {}

  // Requires: below the bound. Was it not there before?
  bool insert(std::uint32_t number) {
    std::uint64_t& word = words_[number / kBits];
    const std::uint64_t bit = std::uint64_t{1} << number % kBits;
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  // Calls `each(number)` for all of them, increasing.
  template <class Each>
  void for_each(const Each& each) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1) {
        each(static_cast<std::uint32_t>(i * kBits + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  }

 private:
  static constexpr std::size_t kBits = 64;
  std::vector<std::uint64_t> words_;
};

}  // namespace cairn::base
