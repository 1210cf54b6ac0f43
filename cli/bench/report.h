// Comparisons for people and programs: Markdown, CSV and JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/bench/compare.h"

namespace cairn::bench {

// For each subject the contenders, best first, and their coverage on the way; with several subjects, first all of them
// in one table.
std::string to_markdown(const Comparison& comparison, const Scale& scale);

// One line for each subject and contender.
std::string to_csv(const Comparison& comparison);

// Everything, with the values of the single repetitions. `question` is what was asked for, as JSON.
std::string to_json(const Comparison& comparison, const Scale& scale, const std::string& question);

}  // namespace cairn::bench
