// Which of the inputs that an exploration found are watched, and so may become cases.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "cli/unit_cases.h"
#include "cli/unit_reach.h"
#include "engine/suite/tests.h"
#include "unit/variation.h"

namespace cairn::cli {

// An input that may become a case.
struct Candidate {
  unit::Inputs given;
  trace::Input input = {};
  bool matters = false;  // it covered something new, or crashed
  bool ends = true;
  Reached reached = {};  // as far as it was found out
};

// Those that matter first, then other paths; what does not end comes last. Not all, where there are very many.
std::vector<Candidate> candidates_of(const std::vector<suite::Test>& tests, const std::vector<suite::BugRecord>& bugs);

// A call that differs from another only in how its arguments were built goes the same way in the function: it is the
// last to be of use.
class Choice {
 public:
  explicit Choice(std::vector<Candidate> candidates) : left_(std::move(candidates)) {}

  // Up to `most`: those that reach what no case does, then those that go their own way. Once the list is full, the
  // former only.
  std::vector<Candidate> next(const CaseList& list, std::size_t most);

  // Up to `most` of those that end and were not chosen so far.
  std::vector<Candidate> take_rest(std::size_t most);

 private:
  template <class Wanted>
  void move_to(std::vector<Candidate>& chosen, std::size_t most, Wanted wanted);

  std::vector<Candidate> left_;
  std::set<std::uint64_t> ways_;
};

}  // namespace cairn::cli
