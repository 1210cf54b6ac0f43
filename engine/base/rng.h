// The one source of randomness (D12 in docs/architecture.md): xoshiro256** by Blackman and Vigna, seeded by SplitMix64.
#pragma once

#include <array>
#include <cstdint>

#include "engine/base/check.h"

namespace cairn::base {

class Rng {
 public:
  using result_type = std::uint64_t;

  explicit Rng(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15ull;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), without bias. Requires bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    CHECK(bound > 0);
    const std::uint64_t reject = (0 - bound) % bound;
    for (;;) {
      const std::uint64_t x = next();
      if (x >= reject) return x % bound;
    }
  }

  // Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  bool coin() { return (next() >> 63) != 0; }

  // An independent generator, for a component that must not disturb the draws of others.
  Rng split() { return Rng(next()); }

  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~0ull; }
  std::uint64_t operator()() { return next(); }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::array<std::uint64_t, 4> state_;
};

}  // namespace cairn::base
