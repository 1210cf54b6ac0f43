// From outcomes to comparisons: for each subject and contender what its repetitions reached, against a baseline.
#pragma once

#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "cli/bench/statistics.h"

namespace cairn::bench {

// The repetitions of one contender on one subject.
struct Entry {
  std::string subject;
  std::string contender;
  std::vector<const Outcome*> outcomes;  // without failed ones
  std::size_t failed = 0;
  Sample branches;
  Sample lines;
  std::vector<std::string> exclusive;  // branches some repetition took, and no repetition of another contender did
  double a12 = 0.5;                    // against the baseline
  double p = 1;
};

struct SubjectTable {
  std::string name;
  double branches_total = 0;
  double branches_reachable = 0;  // the most any cell saw
  double lines_total = 0;
  std::vector<Entry> entries;  // in the order of the contenders
};

struct Comparison {
  std::string baseline;  // the first contender
  std::vector<SubjectTable> subjects;
};

// The outcomes must outlive the result.
Comparison compare(const std::vector<Outcome>& outcomes, const std::vector<std::string>& subjects,
                   const std::vector<std::string>& contenders);

enum class Axis { runs, seconds };

struct Scale {
  Axis axis = Axis::runs;
  double budget = 0;               // where the axis ends
  std::vector<double> on_the_way;  // places before it at which coverage is told, increasing
};

// What a cell had covered at that place of the axis.
double branches_at(const Outcome& outcome, Axis axis, double place);

}  // namespace cairn::bench
