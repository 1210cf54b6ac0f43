#include "engine/explore/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace cairn::explore {

namespace {

struct Lines {
  std::uint32_t first = 0, count = 0;
};

// "@@ -a,b +c,d @@": a and b behind the minus, c and d behind the plus. A number that is left out is 1.
std::optional<Lines> parse_hunk(std::string_view line, std::string_view sign) {
  const std::size_t at = line.find(sign);
  if (!line.starts_with("@@ ") || at == std::string_view::npos) return std::nullopt;
  const char* end = line.data() + line.size();
  Lines lines{0, 1};
  auto [rest, error] = std::from_chars(line.data() + at + sign.size(), end, lines.first);
  if (error == std::errc{} && rest != end && *rest == ',') error = std::from_chars(rest + 1, end, lines.count).ec;
  return error == std::errc{} ? std::optional(lines) : std::nullopt;
}

bool same_file(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

}  // namespace

ChangedLines parse_diff(std::string_view diff) {
  ChangedLines changed;
  std::string file;
  std::uint64_t content = 0;  // lines of it that are left in this hunk: they may look like any other
  while (!diff.empty()) {
    const std::size_t newline = std::min(diff.find('\n'), diff.size());
    const std::string_view line = diff.substr(0, newline);
    diff.remove_prefix(std::min(newline + 1, diff.size()));
    if (content > 0 && !line.starts_with('\\')) {
      --content;
    } else if (line.starts_with("+++ ")) {
      const std::string_view name = line.substr(4);
      file = name.starts_with("b/") ? std::string(name.substr(2)) : std::string();  // /dev/null: removed
    } else if (const auto removed = parse_hunk(line, " -"), added = parse_hunk(line, " +"); removed && added) {
      content = std::uint64_t{removed->count} + added->count;
      for (std::uint32_t i = 0; i < added->count && !file.empty(); ++i) changed[file].push_back(added->first + i);
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
