// What an update found: for a reviewer, and as JSON (OUT/update.json).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/explore/progress.h"
#include "engine/suite/run_directory.h"

namespace cairn::explore {

enum class UpdateMode : std::uint8_t { sound, published };

// A stored input, run on the new version.
struct Followed {
  std::uint32_t path = 0;      // its number in the old run
  std::uint32_t test = 0;      // and in the old suite; 0: it was no test
  std::uint32_t new_path = 0;  // its number now; 0: another input takes the same path, or an assumption failed
  std::uint32_t new_test = 0;  // its number in the new suite; 0: it is no test
  bool same_path = false;
  std::uint32_t conditions = 0;  // of its old path that it still meets, in order
  trace::Outcome before, after;
};

// Neighbours in depth-first order, true before false, that left their paths.
struct ChangedRange {
  std::vector<std::uint32_t> paths;  // numbers in the old run
};

// The same input behaves otherwise.
struct BehaviourChange {
  std::uint32_t test = 0;      // in the new suite; 0: not part of it
  std::uint32_t old_test = 0;  // in the old suite; 0: the test is new
  std::uint32_t path = 0;      // in the old run; 0: likewise
  std::vector<std::string> differences;
};

struct UpdateReport {
  UpdateMode mode = UpdateMode::sound;
  std::string program, old_program;
  End end = End::explored;  // of what the change made new
  bool complete = true;     // and nothing is open that the run on the old version had left
  bool unchanged = false;   // the new build executes the same: nothing was run

  std::vector<Followed> followed;  // every stored input
  std::vector<ChangedRange> ranges;
  std::string part;                            // "2/3" where only that much was explored
  std::uint64_t explorations = 1;              // into which what was left to explore was divided
  std::uint64_t merged = 0;                    // parts explored elsewhere
  std::vector<std::string> changed_functions;  // changed, added or removed
  std::uint64_t new_paths = 0;                 // paths the old run did not have
  std::uint64_t paths = 0;                     // of the new run
  std::uint64_t new_tests = 0;
  std::uint64_t tests = 0;          // of the new suite
  std::uint64_t edited = 0;         // of these expect what somebody wrote, still
  std::uint64_t edited_before = 0;  // of the old suite did

  std::vector<BehaviourChange> behaviour;
  std::uint64_t outputs_compared = 0;
  std::vector<suite::BugRecord> new_bugs;
  std::uint64_t known_bugs = 0, fixed_bugs = 0;

  // What depends on the order of work, so that a run from nothing may have found other paths.
  std::uint64_t capped_addresses = 0;  // not all values of which were tried, since their place had many already
  std::uint64_t given_up = 0;          // sides the solver could not decide
  [[nodiscard]] bool exact() const { return capped_addresses + given_up + totals.divergences == 0; }

  Totals totals;              // of the update
  double replay_seconds = 0;  // of these: for the stored inputs
  double seconds = 0;         // for these and the exploration
  Totals base;                // of the run on the old version
  std::uint64_t asked = 0;    // queries neither settled nor stored: work for the solvers

  [[nodiscard]] std::uint64_t kept_paths() const;
  [[nodiscard]] std::uint64_t kept_tests() const;
  [[nodiscard]] std::uint64_t dropped_tests() const;
};

[[nodiscard]] std::string to_json(const UpdateReport& report);

}  // namespace cairn::explore
