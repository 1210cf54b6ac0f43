#include "cli/report/source_files.h"

#include <algorithm>
#include <tuple>

namespace cairn::cli {

std::map<std::string_view, SourceFile> source_files(const program::Program& program) {
  std::map<std::string_view, SourceFile> files;
  const auto collect = [&](const auto& items, auto member) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      if (items[i].file.empty() || items[i].line == 0) continue;
      auto& list = files[items[i].file].*member;
      list.emplace_back(i);
    }
  };
  collect(program.functions(), &SourceFile::functions);
  collect(program.sites(), &SourceFile::sites);
  collect(program.lines(), &SourceFile::lines);
  for (auto& [name, file] : files) {
    std::ranges::sort(file.functions, {}, [&](program::FunctionId id) {
      const program::Function& function = program.functions()[id.value];
      return std::tuple(function.line, function.name);
    });
    std::ranges::sort(file.sites, {}, [&](program::SiteId id) {
      const program::Site& site = program.sites()[id.value];
      return std::tuple(site.line, site.column, id.value);
    });
    std::ranges::sort(file.lines, {}, [&](program::LineId id) { return program.lines()[id.value].line; });
  }
  return files;
}

program::Share covered_lines(const SuiteCoverage& coverage, const std::vector<program::LineId>& lines) {
  program::Share share{0, lines.size()};
  for (const program::LineId line : lines) share.covered += coverage.line(line).count > 0;
  return share;
}

program::Share covered_sides(const SuiteCoverage& coverage, const std::vector<program::SiteId>& sites) {
  program::Share share;
  for (const program::SiteId site : sites) {
    const program::Slice& sides = coverage.program().sites()[site.value].sides;
    share.total += sides.count;
    for (std::uint32_t i = 0; i < sides.count; ++i)
      share.covered += coverage.side(program::SideId(sides.first + i)).count > 0;
  }
  return share;
}

}  // namespace cairn::cli
