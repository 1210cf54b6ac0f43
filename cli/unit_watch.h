// Runs of a plain harness under containment: what a function does with the inputs that were found for it.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/target.h"
#include "unit/variation.h"

namespace cairn::cli {

// A pair for each input: the same run with other garbage in fresh memory. Where a run told too much to be read, its
// pair is missing, and so are all after a wish to stop or after too much time went into calls that do not end. Of such
// a call the two are the same run.
struct WatchedPair {
  std::size_t input = 0;
  unit::Watched first, second;
};

base::Result<std::vector<WatchedPair>> watch(const std::filesystem::path& harness, std::size_t function,
                                             const std::vector<unit::Inputs>& inputs, const target::Options& limits,
                                             const std::atomic<bool>& stop);

}  // namespace cairn::cli
