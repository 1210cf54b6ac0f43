// Which input bytes the program uses as floating-point numbers, learnt from what its runs recorded, so that random
// inputs can hold numbers of ordinary size there. Drawn byte by byte, half of all doubles are beyond 1e150 or closer to
// zero than 1e-150, and hardly one is an integer: what a program does with usual numbers would never be seen.
#pragma once

#include <cstdint>
#include <map>

#include "engine/base/rng.h"
#include "engine/expr/expr.h"
#include "engine/trace/input.h"
#include "engine/trace/objects.h"

namespace cairn::explore {

class Reals {
 public:
  explicit Reals(const expr::Dag& dag) : dag_(dag) {}

  // Looks at what was recorded since the last time.
  void update();

  // The expressions and the numbers of the bytes are others.
  void forget() {
    seen_ = 0;
    places_.clear();
  }

  // Overwrites three in four of the numbers in an object's bytes with ordinary ones, and leaves the others as they are.
  void draw(const trace::ObjectTable& objects, trace::ObjectId object, trace::Object& content, base::Rng& rng) const;

 private:
  const expr::Dag& dag_;
  std::uint32_t seen_ = 0;
  std::map<std::uint32_t, unsigned> places_;  // first byte in the session's space, and how many
};

// A small whole number, or one of any sign with an exponent near 0. `bytes` is 4 or 8; the result is its bits.
[[nodiscard]] std::uint64_t ordinary_real(unsigned bytes, base::Rng& rng);

}  // namespace cairn::explore
