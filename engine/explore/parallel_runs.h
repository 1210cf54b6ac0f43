// Many inputs run by several targets at the same time, and handed over in their order: what is learnt from them does
// not depend on how many targets there are.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/explore/fleet.h"

namespace cairn::explore {

class ParallelRuns {
 public:
  // The inputs must outlive this object.
  ParallelRuns(std::vector<const trace::Input*> inputs, unsigned jobs, Fleet::Start start);

  // The run of the next input. Requires that there is one. Its views are valid until the next call.
  base::Result<trace::RawRun> next();

 private:
  std::vector<const trace::Input*> inputs_;
  std::size_t sent_ = 0, taken_ = 0;
  Fleet fleet_;
};

}  // namespace cairn::explore
