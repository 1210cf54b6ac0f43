// Sums: an expression that is a sum of terms of one byte each, modulo a power of two, such as h * 33 + c hashes,
// decimal numbers, checksums and whole words. Making such a sum a given value is a small search over bytes with bounds,
// where bit-blasting multiplies by constants for minutes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/rng.h"
#include "engine/solver/byte_set.h"
#include "engine/solver/flat.h"

namespace cairn::solver {

struct Sum {
  struct Term {
    std::uint32_t byte;  // place in Flat::bytes()
    std::array<std::uint64_t, 256> of;
  };
  unsigned width = 0;  // at most 64
  std::uint64_t constant = 0;
  std::vector<Term> terms;  // each byte once
};

// The item as a sum; nothing when it is none, or has more than kMostTerms.
inline constexpr std::size_t kMostTerms = 16;
std::optional<Sum> as_sum(const Flat& flat, std::uint32_t item);

// Values for the sum's bytes, each among `allowed` (by place in Flat::bytes()), that make it `target`. Gives up after
// `steps` of search, which it counts down.
std::optional<std::vector<Flat::Change>> solve_sum(const Sum& sum, std::uint64_t target,
                                                   std::span<const ByteSet> allowed, base::Rng& rng,
                                                   std::uint64_t& steps);

}  // namespace cairn::solver
