// 64-bit hashing with fixed results: these values are stored in run directories and must not depend on the
// machine, the run, or the library version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cairn::base {

// Finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t value) {
  return mix(seed * 0x9e3779b97f4a7c15ull + value + 0x632be59bd9b4e019ull);
}

inline std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed = 0) {
  const auto* p = static_cast<const unsigned char*>(data);
  std::uint64_t h = combine(seed, size);
  for (; size >= 8; p += 8, size -= 8) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    h = combine(h, word);
  }
  std::uint64_t tail = 0;
  if (size > 0) std::memcpy(&tail, p, size);
  return combine(h, tail);
}

inline std::uint64_t hash_string(std::string_view s) { return hash_bytes(s.data(), s.size()); }

}  // namespace cairn::base
