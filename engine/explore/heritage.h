// Heritage: what the run on an earlier version of the program left behind, read once. Its inputs are run on the new
// version; what was known of its sides is the precedent there, and its solver's answers stay answers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/code_facts.h"
#include "engine/explore/options.h"
#include "engine/explore/precedent.h"
#include "engine/explore/progress.h"
#include "engine/suite/run_directory.h"
#include "engine/suite/tests.h"

namespace cairn::explore {

struct OldPath {
  suite::PathRecord record;
  std::uint64_t key = 0;
  std::vector<std::uint32_t> words;  // of its conditions
  std::uint32_t test = 0;            // its number in the old suite; 0: not a test
};

struct Heritage {
  suite::Manifest manifest;
  Options options;
  Totals totals;  // of the run
  std::vector<OldPath> paths;
  std::vector<suite::Test> tests;
  std::vector<suite::BugRecord> bugs;
  std::vector<suite::StoredAnswer> answers;
  std::unordered_map<std::uint64_t, suite::SideKnowledge> sides;
  std::unordered_set<std::uint64_t> keys;  // of the paths
  CodeFacts code;
  std::optional<std::uint64_t> image;  // what its program executed (update_unchanged.h)
  bool complete = false;               // everything within the bounds of the run was explored

  // Fails with a clear sentence when there is no run, or none that an update can start from.
  static base::Result<Heritage> load(const std::filesystem::path& directory);
};

// What the run directory of a session has to hold beside paths and answers for a later update.
base::Status record_origin(suite::RunDirectory& directory, const program::Program& program);
// Of a program whose own file is as it was: do its libraries and the files that its arguments name hold something else
// than record_origin() found? What cannot be told does not count.
base::Result<bool> image_changed(suite::RunDirectory& directory);
// `complete`: nothing within the bounds is open, neither of this run nor of the one it comes from.
base::Status record_end(suite::RunDirectory& directory, bool complete);

// Proofs of infeasibility hold for the same conditions in any version, and so does what a solver gave up. What was left
// open when time was up is left open again, unless `all` is to be explored. What a complete run left open lay behind
// its bounds; where a change brings it within them (a removed case makes all that is behind the switch less deep), it
// has to be explored.
class Proofs final : public Precedent {
 public:
  Proofs(const Heritage& heritage, bool all) : heritage_(heritage), all_(all || heritage.complete) {}
  std::optional<Settled> settle(tree::SideId side, std::uint64_t key) override;

 private:
  const Heritage& heritage_;
  bool all_;
};

}  // namespace cairn::explore
