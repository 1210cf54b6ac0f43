// How often runs have executed each counter, in classes: once, twice, three times, 4 to 7, 8 to 15, 16 to 31, 32 to
// 127, more often (after AFL, whose queue keeps what shows a new one). A loop that must be gone around many times
// before something happens covers nothing new until then; with classes every doubling counts as progress.
//
// What is new here steers the search only: the coverage figures know nothing of it.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/program/program.h"

namespace cairn::program {

// A counter and one of its classes.
using Feature = std::uint32_t;

constexpr std::uint32_t kHitClasses = 8;

// Requires count > 0.
[[nodiscard]] constexpr std::uint32_t hit_class(std::uint32_t count) {
  if (count < 4) return count - 1;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(count));
  return bits <= 5 ? bits : bits <= 7 ? 6 : 7;
}

class HitClasses {
 public:
  // The program outlives it.
  explicit HitClasses(const Program& program);

  // What a run shows by its counters, those that follow from others among them, in their order. Valid until the next
  // call.
  std::span<const Feature> features(std::span<const std::uint32_t> complete);
  // The same by what was recorded; cut_short as Program::complete says.
  std::span<const Feature> features(std::span<const std::uint32_t> recorded, bool cut_short);

  [[nodiscard]] bool seen(Feature feature) const {
    return (classes_[feature / kHitClasses] >> feature % kHitClasses & 1) != 0;
  }
  // Any class of the same counter.
  [[nodiscard]] bool executed(Feature feature) const { return classes_[feature / kHitClasses] != 0; }
  void add(Feature feature) {
    classes_[feature / kHitClasses] |= static_cast<std::uint8_t>(1u << feature % kHitClasses);
  }
  // How many features there can be.
  [[nodiscard]] std::size_t size() const { return classes_.size() * kHitClasses; }

 private:
  const Program& program_;
  std::vector<std::uint8_t> classes_;  // by counter: a bit for each class seen
  std::vector<std::uint32_t> complete_;
  std::vector<Feature> features_;
};

}  // namespace cairn::program
