// Moves of local search for floating-point inputs, and how far apart two floating-point numbers are. Numbers are
// ordered by their bit patterns, so a distance is a count of representable numbers between two (units in the last
// place: the searches of XSat, Fu and Su, CAV 2016, and JFS, Liew et al., FSE 2019, are guided the same way), and a
// move is a step in that order, a constant of the conditions or its neighbour, a number with another exponent, or one
// of those that need a name of their own.
#pragma once

#include <vector>

#include "engine/base/rng.h"
#include "engine/solver/flat.h"

namespace cairn::solver {

// How many numbers of the format lie between the two; the largest count for NaN.
[[nodiscard]] std::uint64_t numbers_between(std::uint64_t a, std::uint64_t b, unsigned width);

class FloatMoves {
 public:
  explicit FloatMoves(const Flat& flat);

  // Whether there is an input that is used as a floating-point number.
  [[nodiscard]] bool any() const { return !inputs_.empty(); }

  [[nodiscard]] std::vector<Flat::Change> propose(const Flat& flat, base::Rng& rng) const;

  // Towards the violated comparison `root`, by Newton's method with a measured slope: one input alone, or two by the
  // same amount, so that their sum or their difference stays. Nothing when it compares no numbers, or does not feel the
  // input.
  [[nodiscard]] std::vector<Flat::Change> approach(Flat& flat, std::uint32_t root, base::Rng& rng) const;

 private:
  struct Input {
    std::uint32_t item;
    std::uint32_t first;  // place of its first byte
    unsigned width;
  };
  static void put(const Input& input, std::uint64_t bits, std::vector<Flat::Change>& changes);

  std::vector<Input> inputs_;
  std::vector<double> constants_;
};

}  // namespace cairn::solver
