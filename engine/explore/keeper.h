// What is kept of a run: its path if it is new, a test if it covered something first or misbehaved in a new way, a bug
// once per signature.
//
// A bug's signature is how the run ended and the place in the source where it crashed, or from where it called the
// library that did: the compiler may have made several copies of that. Lines count from the start of the function, so
// that a change above it leaves the name of the bug. Where there is no such place, it is the last few places it
// branched at (turns of one loop count once) and the innermost calls: crashes of one cause mostly agree in these, and
// lengths of inputs do not show. A run that did not end is named by the function of the program it branched in last:
// one endless loop is met by many paths, and left at any place of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/parts.h"
#include "engine/explore/place.h"
#include "engine/explore/progress.h"
#include "engine/explore/runner.h"
#include "engine/program/line_table.h"

namespace cairn::explore {

// A crash, an abort, or a run that did not end.
[[nodiscard]] inline bool misbehaved(const trace::Outcome& outcome) {
  return outcome.bug() || outcome.ending == trace::Ending::timed_out;
}

// As bugs are named: the signal, or kTimeout.
inline constexpr std::string_view kTimeout = "timeout";
[[nodiscard]] std::string kind_of_bug(const trace::Outcome& outcome);

class Keeper {
 public:
  Keeper(const Parts& parts, bool keep_all, Totals& totals);

  struct Kept {
    std::uint32_t path = 0;  // the number of the path that now stands for the run; 0: it needs none
    bool test = false;       // it is part of the suite
  };
  // Stores what is worth storing; queued until the directory is flushed.
  base::Result<Kept> keep(const Executed& executed, std::uint32_t parent);

  // Names the bug a run shows; 0: it shows none.
  [[nodiscard]] std::uint64_t bug_of(const Executed& executed) const;

  // A path of an earlier session: known from now on.
  void recall(const suite::PathRecord& record);
  // It was run again, and has this signature now.
  void recall(std::uint64_t signature) { paths_.insert(signature); }
  void recall(const suite::BugRecord& record);

 private:
  [[nodiscard]] suite::BugRecord describe_bug(const Executed& executed) const;
  [[nodiscard]] std::uint64_t bug_signature(const trace::DecodedRun& run) const;
  [[nodiscard]] Place last_place(const trace::DecodedRun& run) const;
  [[nodiscard]] const program::SourceLine* line_of_fault(const trace::DecodedRun& run) const;
  [[nodiscard]] const std::vector<program::SourceLine>& lines_at(std::uint64_t offset) const;

  Parts parts_;
  bool keep_all_;
  Totals& totals_;
  std::unordered_set<std::uint64_t> paths_;
  std::unordered_set<std::uint64_t> bugs_;
  std::uint32_t next_bug_ = 1;
  // By offset in the executable: many runs crash at one place, and looking it up takes longer than a run.
  mutable std::unordered_map<std::uint64_t, std::vector<program::SourceLine>> lines_;
};

}  // namespace cairn::explore
