// Divergences are stored where a person can reproduce them: OUT/divergences/000001.test is the input, 000001.json says
// what was predicted and what happened. All are counted; the files stop at a bound, since one wrong rule can diverge on
// every flip.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/explore/parts.h"
#include "engine/explore/progress.h"
#include "engine/explore/runner.h"

namespace cairn::explore {

class Divergences {
 public:
  Divergences(const Parts& parts, Totals& totals) : parts_(parts), totals_(totals) {}

  // `parent`: number of the path whose input was changed; 0: none.
  base::Status store(const Executed& executed, std::uint32_t parent);

 private:
  static constexpr std::uint64_t kFiles = 100;

  Parts parts_;
  Totals& totals_;
};

}  // namespace cairn::explore
