// Other tools as contenders: given a build of the subject and a budget, they leave a directory of inputs. AFL++ and
// libFuzzer run contained like the programs they run: generated arguments are as dangerous from them as from us.
// docs/howto/compare-tools.md says how a further tool is added, and what to do with KLEE and SymCC.
#pragma once

#include <filesystem>
#include <vector>

#include "cli/bench/experiment.h"
#include "cli/bench/replay.h"
#include "engine/base/result.h"

namespace cairn::bench {

struct Gathered {
  std::vector<Found> found;  // in order of time
  Point end;                 // what was used of the budget
  std::string error;         // not empty: the tool failed
};

// Runs the contender's tool for `seconds`. Misuse when the subject has no build for it.
base::Result<Gathered> run_external(const Cell& cell, double seconds, const std::filesystem::path& work,
                                    const std::filesystem::path& log);

// When an input of AFL++'s queue was found, in seconds, and after how many runs: from its name.
Found found_from_afl_name(const std::string& name);

}  // namespace cairn::bench
