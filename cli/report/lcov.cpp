// cairn report --lcov: a tracefile as lcov and geninfo write it, for genhtml and everything else that reads those. A
// site is a block of branches, a side a branch; a site that was never evaluated has "-" for its sides.
#include <fmt/format.h>

#include <iterator>

#include "cli/report/source_files.h"

namespace cairn::cli {
namespace {

void print_functions(std::string& out, const SuiteCoverage& coverage, const std::vector<program::FunctionId>& list) {
  auto print = std::back_inserter(out);
  const auto functions = coverage.program().functions();
  std::size_t entered = 0;
  for (const program::FunctionId id : list)
    fmt::format_to(print, "FN:{},{}\n", functions[id.value].line, functions[id.value].name);
  for (const program::FunctionId id : list) {
    fmt::format_to(print, "FNDA:{},{}\n", coverage.calls(id), functions[id.value].name);
    entered += coverage.calls(id) > 0;
  }
  fmt::format_to(print, "FNF:{}\nFNH:{}\n", list.size(), entered);
}

void print_branches(std::string& out, const SuiteCoverage& coverage, const std::vector<program::SiteId>& list) {
  auto print = std::back_inserter(out);
  std::uint32_t line = 0, block = 0;  // sites of one line are told apart by a number
  for (const program::SiteId id : list) {
    const program::Site& site = coverage.program().sites()[id.value];
    block = site.line == line ? block + 1 : 0;
    line = site.line;
    const bool evaluated = coverage.evaluated(id);
    for (std::uint32_t i = 0; i < site.sides.count; ++i) {
      const std::uint64_t count = coverage.side(program::SideId(site.sides.first + i)).count;
      fmt::format_to(print, "BRDA:{},{},{},{}\n", line, block, i, evaluated ? fmt::to_string(count) : "-");
    }
  }
  const program::Share share = covered_sides(coverage, list);
  fmt::format_to(print, "BRF:{}\nBRH:{}\n", share.total, share.covered);
}

void print_lines(std::string& out, const SuiteCoverage& coverage, const std::vector<program::LineId>& list) {
  auto print = std::back_inserter(out);
  for (const program::LineId id : list)
    fmt::format_to(print, "DA:{},{}\n", coverage.program().lines()[id.value].line, coverage.line(id).count);
  const program::Share share = covered_lines(coverage, list);
  fmt::format_to(print, "LF:{}\nLH:{}\n", share.total, share.covered);
}

}  // namespace

base::Result<std::string> report_lcov(Material& material) {
  TRY(const auto coverage, cover_suite(material));
  const auto files = source_files(coverage->program());
  if (files.empty()) {
    return base::environment_error("the program has no debug information to tell lines by; build it with cairn-cc -g");
  }
  std::string out(kLcovOpening);
  for (const auto& [name, file] : files) {
    fmt::format_to(std::back_inserter(out), "SF:{}\n", name);
    print_functions(out, *coverage, file.functions);
    print_branches(out, *coverage, file.sites);
    print_lines(out, *coverage, file.lines);
    out += "end_of_record\n";
  }
  return out;
}

}  // namespace cairn::cli
