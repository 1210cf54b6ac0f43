#include "cli/git.h"

#include <fmt/core.h>

#include <utility>

#include "cli/run_tool.h"
#include "engine/base/programs.h"

namespace cairn::cli {

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
  return explore::Patch{explore::parse_diff(diff.output), std::move(folder)};
}

}  // namespace cairn::cli
