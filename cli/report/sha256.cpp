#include "cli/report/sha256.h"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace cairn::cli {
namespace {

using Word = std::uint32_t;

// The constants are the first bits behind the point of roots of the first primes; computing them leaves no digit to
// mistype. The roots are exact in a long double as far as 32 bits go.
template <std::size_t size, class Root>
std::array<Word, size> fractions(Root root) {
  std::array<Word, size> out{};
  std::size_t found = 0;
  for (unsigned n = 2; found < size; ++n) {
    bool prime = true;
    for (unsigned d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
    if (!prime) continue;
    const long double value = root(static_cast<long double>(n));
    out[found++] = static_cast<Word>((value - std::floor(value)) * 4294967296.0L);
  }
  return out;
}

void digest_block(std::array<Word, 8>& state, const std::uint8_t* block) {
  static const auto kRounds = fractions<64>([](long double x) { return std::cbrt(x); });
  std::array<Word, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = Word{block[4 * i]} << 24 | Word{block[4 * i + 1]} << 16 | Word{block[4 * i + 2]} << 8 | block[4 * i + 3];
  for (std::size_t i = 16; i < 64; ++i) {
    const Word a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const Word b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const Word one =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
    const Word two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const std::array<Word, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view data) {
  auto state = fractions<8>([](long double x) { return std::sqrt(x); });
  std::string padded(data);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = std::uint64_t{data.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xff);
  for (std::size_t at = 0; at < padded.size(); at += 64)
    digest_block(state, reinterpret_cast<const std::uint8_t*>(padded.data()) + at);
  std::string out;
  for (const Word word : state) out += fmt::format("{:08x}", word);
  return out;
}

}  // namespace cairn::cli
