// Patch coverage: which of the lines that a change touched were run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/coverage.h"

namespace cairn::explore {

using ChangedLines = std::map<std::string, std::vector<std::uint32_t>>;  // by file, as git names it

// From the output of `git diff --unified=0`: the lines that are new or changed.
[[nodiscard]] ChangedLines parse_diff(std::string_view diff);

struct Patch {
  ChangedLines lines;
  std::string top;  // of the repository: names start there; empty: unknown

  [[nodiscard]] bool empty() const { return lines.empty(); }
};

struct PatchCoverage {
  std::uint64_t covered = 0;
  std::uint64_t total = 0;  // changed lines that hold code of the program
  ChangedLines missed;      // of these, lines that were not run
};

// Files of the repository are matched by their place in it. Others by the end of their path, since debug information
// may hold another beginning.
[[nodiscard]] PatchCoverage patch_coverage(const Patch& patch, const program::Program& program,
                                           const program::Coverage& coverage);

}  // namespace cairn::explore
