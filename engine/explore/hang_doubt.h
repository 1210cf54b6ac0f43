// The clock that ends a run goes on while a busy machine does not let it. So a run that was ended is made again, until
// so many have been ended twice: then the program is one that hangs.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/target/target.h"

namespace cairn::explore {

class HangDoubt {
 public:
  base::Result<trace::RawRun> run(target::Target& target, const trace::Input& input) {
    TRY(trace::RawRun raw, target.run(input));
    if (raw.outcome.ending != trace::Ending::timed_out || hangs_ >= kDoubted) return raw;
    TRY(raw, target.run(input));
    hangs_ += raw.outcome.ending == trace::Ending::timed_out ? 1 : 0;
    return raw;
  }

 private:
  static constexpr std::uint32_t kDoubted = 8;
  std::uint32_t hangs_ = 0;  // runs that had to be ended twice
};

}  // namespace cairn::explore
