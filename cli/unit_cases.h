// The cases of a function as they come from watched calls: which are kept, and what is said of the others.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/unit_watch.h"
#include "engine/explore/progress.h"
#include "engine/program/coverage.h"
#include "unit/test_source.h"

namespace cairn::cli {

// What is known of a function in the end.
struct Outcome {
  std::string function;
  std::string skipped;  // why there are no tests; empty: there are
  std::size_t cases = 0, crashes = 0, undefined = 0, unsteady = 0;
  explore::Totals totals;
  program::Figures coverage;
  bool explored = false;  // nothing is left to try
};

// What a watched call is good for.
enum class Worth { rejected, undefined, unsteady, usable };

class CaseList {
 public:
  // The plan must outlive the list. `limit`: of cases that stand for paths.
  CaseList(const unit::Plan& plan, std::size_t number, std::size_t limit);

  // `path`: it stands for a path of its own; else only what behaves like no other case is kept.
  Worth add(const WatchedPair& pair, bool path, Outcome& outcome);

  // The cases, with remarks about what was left out. The list is empty afterwards.
  unit::FunctionCases take(Outcome& outcome);

 private:
  void keep(const std::string& name, unit::Case made, bool path, Outcome& outcome);

  const unit::Plan& plan_;
  std::size_t number_, limit_;
  unit::FunctionCases cases_;
  std::set<std::string> bodies_, checks_;
  std::set<std::string> large_;  // objects that were not told as a whole
};

}  // namespace cairn::cli
