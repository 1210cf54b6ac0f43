#include "cli/git.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/run_tool.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSource = 16 << 20;

// Nothing of what is no text: a program, or what a run left.
std::vector<std::uint32_t> lines_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return {};
  const auto text = suite::read_file(file, kMostSource);
  if (!text.ok() || text->find('\0') != std::string::npos) return {};
  const auto ends = std::ranges::count(*text, '\n');
  std::vector<std::uint32_t> lines(static_cast<std::size_t>(ends) + (text->empty() || text->ends_with('\n') ? 0 : 1));
  std::iota(lines.begin(), lines.end(), 1);
  return lines;
}

// `names`: each ends with a zero.
void add_new_files(explore::Patch& patch, std::string_view names) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('\0'), names.size());
    const std::string name(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
    auto lines = lines_of(fs::path(patch.top) / name);
    if (!lines.empty()) patch.lines[name] = std::move(lines);
  }
}

}  // namespace

base::Result<explore::Patch> changed_since(const std::string& revision) {
  const std::string git = base::find_in_path("git").string();
  if (git.empty()) return base::environment_error("--since needs git, which is not installed");
  // The revision is checked first, so that one that starts with a dash is no option.
  TRY(const Ended known,
      ask_tool({git, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"}));
  if (known.status != 0) {
    return base::misuse_error(fmt::format(
        "git knows no revision {} here; run cairn in the program's repository, and fetch the revision", revision));
  }
  TRY(const Ended diff, ask_tool({git, "-c", "core.quotepath=off", "diff", "--unified=0", "--no-color", "--no-ext-diff",
                                  "--no-relative", "--src-prefix=a/", "--dst-prefix=b/", revision, "--"}));
  if (diff.status != 0) return base::environment_error(fmt::format("git diff {} failed: {}", revision, diff.errors));
  TRY(const Ended top, ask_tool({git, "rev-parse", "--show-toplevel"}));
  std::string folder = top.status == 0 ? top.output : std::string();
  if (folder.ends_with('\n')) folder.pop_back();
  explore::Patch patch{explore::parse_diff(diff.output), std::move(folder)};
  if (patch.top.empty()) return patch;
  TRY(const Ended others, ask_tool({git, "-C", patch.top, "ls-files", "--others", "--exclude-standard", "-z"}));
  if (others.status == 0) add_new_files(patch, others.output);
  return patch;
}

}  // namespace cairn::cli
