// An update brings a suite to another version of the program (docs/architecture.md, "The suite follows the program"):
// every stored input is run on the new version and its path compared with the stored signature; only what the change
// made new is explored; the result is a run directory of its own, the start of the next update.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/explore/patch.h"
#include "engine/explore/progress.h"
#include "engine/explore/update_report.h"
#include "engine/explore/update_shares.h"
#include "engine/target/target.h"

namespace cairn::explore {

struct UpdateOptions {
  std::filesystem::path base;            // the run directory to start from: only read
  std::filesystem::path out;             // an empty directory, which becomes the new one
  std::vector<std::string> command;      // the new version, alone or with the fixed arguments of the old one
  std::vector<std::string> old_command;  // a build of the old version; empty: outputs are compared as far as recorded
  UpdateMode mode = UpdateMode::sound;
  Budget budget;      // of the exploration; stored inputs, and those of parts to be merged, are always run
  unsigned jobs = 1;  // stored inputs run, and ranges explored, at the same time: what is found does not depend on it
  std::uint64_t split_after = 500;           // queries after which the rest is divided into ranges; mode sound only
  std::optional<RangeName> range;            // explore this one only: the result is a part, to be merged
  std::vector<std::filesystem::path> merge;  // parts that were made with `range`
  std::optional<target::Sandbox> sandbox;
  std::optional<Patch> patch;  // none: no patch coverage is asked for
  double report_seconds = 1;
};

struct Updated {
  UpdateReport report;
  std::optional<PatchCoverage> patch;
};

// On an error, and when context.stop is set before all stored inputs were run, `out` is of no use. Set later it ends
// the exploration and is reset; outputs are compared then, until it is set again.
base::Result<Updated> update(base::Context& context, const UpdateOptions& options, Reporter& reporter);

}  // namespace cairn::explore
