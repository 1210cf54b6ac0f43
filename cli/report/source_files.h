// The coverage of a suite arranged by source file, as reports show it. What was compiled without debug information is
// in no file and left out.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "cli/report/suite_coverage.h"

namespace cairn::cli {

struct SourceFile {
  std::vector<program::FunctionId> functions;  // each list by line
  std::vector<program::SiteId> sites;
  std::vector<program::LineId> lines;
};

// By name.
std::map<std::string_view, SourceFile> source_files(const program::Program& program);

// What is covered of a list.
program::Share covered_lines(const SuiteCoverage& coverage, const std::vector<program::LineId>& lines);
program::Share covered_sides(const SuiteCoverage& coverage, const std::vector<program::SiteId>& sites);

}  // namespace cairn::cli
