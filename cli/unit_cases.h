// The cases of a function as they come from watched calls: which are kept, and what is said of the others.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/unit_reach.h"
#include "cli/unit_watch.h"
#include "engine/explore/progress.h"
#include "engine/program/coverage.h"
#include "unit/test_source.h"

namespace cairn::cli {

// What is known of a function in the end.
struct Outcome {
  std::string function;
  std::string skipped;  // why there are no tests; empty: there are
  bool failed = false;  // and that is since something went wrong
  std::size_t cases = 0, crashes = 0, undefined = 0, unsteady = 0;
  explore::Totals totals;
  program::Figures coverage;                                // by all that was explored
  bool explored = false;                                    // nothing is left to try
  std::map<std::string, std::vector<std::uint32_t>> sides;  // that each case takes, by its name

  // Sides that the cases take.
  [[nodiscard]] std::size_t tested() const;
};

// What a watched call is good for.
enum class Worth { rejected, undefined, unsteady, usable };

// Where a call comes from.
enum class Source {
  found,    // it was the first to cover something, or crashed: it is kept
  path,     // it stands for a path of its own
  another,  // it is close to others: only new behaviour is kept
};

class CaseList {
 public:
  // The plan must outlive the list. `limit`: of cases that stand for paths and end by themselves. Those that crash have
  // a share of their own, and so do calls close to others.
  CaseList(const unit::Plan& plan, std::size_t number, std::size_t limit);

  Worth add(const WatchedPair& pair, Source source, const Reached& reached, Outcome& outcome);

  // Whether the limit is reached.
  [[nodiscard]] bool full() const { return paths_ >= limit_; }
  [[nodiscard]] std::size_t room() const { return full() ? 0 : limit_ - paths_; }
  // Whether a call reaches what no case does.
  [[nodiscard]] bool extended_by(const Reached& reached) const;

  // The cases, with remarks about what was left out. The list is empty afterwards.
  unit::FunctionCases take(Outcome& outcome);

 private:
  [[nodiscard]] bool wanted(const unit::Case& made, Source source, const Reached& reached) const;
  [[nodiscard]] std::string behaviour(const WatchedPair& pair, const unit::Case& made) const;

  const unit::Plan& plan_;
  std::size_t number_, limit_;
  std::size_t paths_ = 0, crashes_ = 0;
  unit::FunctionCases cases_;
  std::set<std::string> bodies_;
  std::set<std::pair<std::string, std::vector<std::uint32_t>>> behaviours_;  // what is checked, and the sides
  std::set<std::uint32_t> sides_, blocks_;                                   // that cases take
  std::set<std::string> large_;                                              // objects that were not told as a whole
};

}  // namespace cairn::cli
