#include "engine/explore/patch.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace cairn::explore {

namespace {

// "@@ -a,b +c,d @@": c and d, which is 1 when it is left out.
bool parse_hunk(std::string_view line, std::uint32_t& first, std::uint32_t& count) {
  const std::size_t plus = line.find(" +");
  if (plus == std::string_view::npos) return false;
  const char* end = line.data() + line.size();
  auto [rest, error] = std::from_chars(line.data() + plus + 2, end, first);
  if (error != std::errc{}) return false;
  count = 1;
  if (rest != end && *rest == ',') error = std::from_chars(rest + 1, end, count).ec;
  return error == std::errc{};
}

bool same_file(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

}  // namespace

ChangedLines parse_diff(std::string_view diff) {
  ChangedLines changed;
  std::string file;
  while (!diff.empty()) {
    const std::size_t newline = std::min(diff.find('\n'), diff.size());
    const std::string_view line = diff.substr(0, newline);
    diff.remove_prefix(std::min(newline + 1, diff.size()));
    std::uint32_t first = 0, count = 0;
    if (line.starts_with("+++ ")) {
      const std::string_view name = line.substr(4);
      file = name.starts_with("b/") ? std::string(name.substr(2)) : std::string();  // /dev/null: removed
    } else if (line.starts_with("@@ ") && !file.empty() && parse_hunk(line, first, count)) {
      for (std::uint32_t i = 0; i < count; ++i) changed[file].push_back(first + i);
    }
  }
  return changed;
}

PatchCoverage patch_coverage(const ChangedLines& changed, const program::Program& program,
                             const program::Coverage& coverage) {
  PatchCoverage result;
  for (const auto& [file, lines] : changed) {
    const std::set<std::uint32_t> wanted(lines.begin(), lines.end());
    std::map<std::uint32_t, bool> run;  // a line may be there several times, for functions of headers
    for (std::uint32_t i = 0; i < program.lines().size(); ++i) {
      const program::Line& line = program.lines()[i];
      if (!wanted.contains(line.line) || !same_file(line.file, file)) continue;
      bool& covered = run[line.line];
      covered = covered || coverage.covered(program::LineId{i});
    }
    result.total += run.size();
    for (const auto& [line, covered] : run) {
      if (covered) {
        ++result.covered;
      } else {
        result.missed[file].push_back(line);
      }
    }
  }
  return result;
}

}  // namespace cairn::explore
