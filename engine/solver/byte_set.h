// A set of byte values.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/base/check.h"

namespace cairn::solver {

class ByteSet {
 public:
  static constexpr ByteSet all() {
    ByteSet set;
    set.words_.fill(~0ull);
    return set;
  }

  void insert(unsigned value) { words_[value >> 6] |= 1ull << (value & 63); }
  [[nodiscard]] bool contains(unsigned value) const { return ((words_[value >> 6] >> (value & 63)) & 1) != 0; }
  [[nodiscard]] bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  [[nodiscard]] unsigned size() const {
    unsigned count = 0;
    for (const std::uint64_t word : words_) count += static_cast<unsigned>(std::popcount(word));
    return count;
  }
  // The values in ascending order.
  [[nodiscard]] auto values() const {
    struct Values {
      std::array<std::uint8_t, 256> at;
      unsigned count = 0;
    } values;
    for (unsigned value = 0; value < 256; ++value)
      if (contains(value)) values.at[values.count++] = static_cast<std::uint8_t>(value);
    return values;
  }

  ByteSet& operator&=(const ByteSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  bool operator==(const ByteSet&) const = default;

 private:
  std::array<std::uint64_t, 4> words_{};
};

}  // namespace cairn::solver
