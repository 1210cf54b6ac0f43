#include "engine/explore/patch.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
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

// A name in C's quotes, which git writes where it holds quotes, tabs, line ends or bytes that are no text.
std::string unquoted(std::string_view name) {
  constexpr std::string_view kEscapes = "abfnrtv", kMeant = "\a\b\f\n\r\t\v";
  std::string out;
  for (std::size_t i = 1; i < name.size() && name[i] != '"'; ++i) {
    if (name[i] != '\\' || i + 1 == name.size()) {
      out += name[i];
      continue;
    }
    const char escape = name[++i];
    if (const std::size_t at = kEscapes.find(escape); at != std::string_view::npos) {
      out += kMeant[at];
    } else if (escape >= '0' && escape <= '7') {
      int byte = 0;
      for (int digits = 0; digits < 3 && i < name.size() && name[i] >= '0' && name[i] <= '7'; ++digits, ++i)
        byte = byte * 8 + (name[i] - '0');
      --i;
      out += static_cast<char>(byte);
    } else {
      out += escape;
    }
  }
  return out;
}

// Behind "+++ b/". Behind a name with spaces git writes a tab. Empty: /dev/null, the file was removed.
std::string file_name(std::string_view name) {
  std::string file = name.starts_with('"') ? unquoted(name) : std::string(name.substr(0, name.find('\t')));
  return file.starts_with("b/") ? file.substr(2) : std::string();
}

bool ends_with_name(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

// Which of the program's files a name of the patch means: the one at that place in the repository. A build that was
// made elsewhere has none there; then those whose path ends so, unless another name of the patch says more of it.
class Files {
 public:
  Files(const Patch& patch, const program::Program& program) : patch_(patch) {
    for (const program::Line& line : program.lines()) {
      const auto [known, fresh] = paths_.try_emplace(line.file);
      if (fresh) known->second = std::filesystem::path(line.file).lexically_normal().string();
    }
  }

  [[nodiscard]] std::set<std::string_view> meant_by(const std::string& name) const {
    std::set<std::string_view> files;
    for (const auto& [file, path] : paths_) {
      if (in_repository(path) ? path == whole(name) : ends_with_name(path, name) && !better(path, name))
        files.insert(file);
    }
    return files;
  }

 private:
  [[nodiscard]] std::string whole(std::string_view name) const { return patch_.top + "/" + std::string(name); }
  [[nodiscard]] bool in_repository(const std::string& path) const {
    return !patch_.top.empty() && path.starts_with(patch_.top + "/");
  }
  [[nodiscard]] bool better(const std::string& path, const std::string& name) const {
    return std::ranges::any_of(patch_.lines, [&](const auto& other) {
      return other.first.size() > name.size() && ends_with_name(path, other.first);
    });
  }

  const Patch& patch_;
  std::map<std::string_view, std::string> paths_;  // as the program names them, and without detours
};

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
      file = file_name(line.substr(4));
    } else if (const auto removed = parse_hunk(line, " -"), added = parse_hunk(line, " +"); removed && added) {
      content = std::uint64_t{removed->count} + added->count;
      for (std::uint32_t i = 0; i < added->count && !file.empty(); ++i) changed[file].push_back(added->first + i);
    }
  }
  return changed;
}

PatchCoverage patch_coverage(const Patch& patch, const program::Program& program, const program::Coverage& coverage) {
  PatchCoverage result;
  const Files files(patch, program);
  for (const auto& [file, lines] : patch.lines) {
    const auto meant = files.meant_by(file);
    if (meant.empty()) continue;
    const std::set<std::uint32_t> wanted(lines.begin(), lines.end());
    std::map<std::uint32_t, bool> run;  // a line may be there several times, for functions of headers
    for (std::uint32_t i = 0; i < program.lines().size(); ++i) {
      const program::Line& line = program.lines()[i];
      if (!wanted.contains(line.line) || !meant.contains(line.file)) continue;
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
