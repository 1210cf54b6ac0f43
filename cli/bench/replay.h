// Coverage over time: inputs replayed in the order in which a tool found them, on the gcov build, looked at now and
// then.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "cli/bench/compare.h"
#include "cli/bench/experiment.h"
#include "engine/base/result.h"
#include "engine/target/target.h"
#include "engine/trace/input.h"

namespace cairn::bench {

struct Found {
  double seconds = 0;      // since the tool was started
  std::uint64_t runs = 0;  // its runs until then; 0: not known
  trace::Input input;
};

// Replaces what the tool says of its own coverage by what gcov says: curve, totals and the branches taken. `found` is
// in order of time. `end`: what the tool used of its budget. Looks where `scale` will ask, among others. When `stop` is
// set the outcome means nothing.
base::Status replay_found(const Subject& subject, const std::vector<Found>& found, const Point& end, const Scale& scale,
                          const std::filesystem::path& work, const target::Options& limits,
                          const std::atomic<bool>& stop, Outcome& outcome);

// The tests of a cairn run directory.
base::Result<std::vector<Found>> found_by_cairn(const std::filesystem::path& directory);

}  // namespace cairn::bench
