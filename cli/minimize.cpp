// cairn minimize [options] OUT
#include "engine/explore/minimize.h"

#include <fmt/core.h>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/minimize_text.h"
#include "cli/recorded_program.h"
#include "cli/summary.h"
#include "cli/ticker.h"
#include "engine/suite/layout.h"
#include "engine/suite/run_directory.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

base::Result<explore::MinimizeOptions> wanted(const Options& options) {
  if (options.words.size() != 1 || options.command_given)
    return base::misuse_error("cairn minimize wants one run directory; see cairn minimize --help");
  explore::MinimizeOptions wanted;
  wanted.base = options.words.front();
  if (!wanted.base.has_filename()) wanted.base = wanted.base.parent_path();  // "OUT/"
  wanted.out = options.out.empty() ? fs::path(wanted.base.string() + "-min") : fs::path(options.out);
  std::error_code error;
  if (fs::equivalent(wanted.base, wanted.out, error)) {
    return base::misuse_error(
        fmt::format("{} is the suite itself, which knows more than its tests; choose another directory with -o",
                    typed(wanted.out)));
  }
  if (suite::holds_run(wanted.out) && !options.force)
    return base::misuse_error(fmt::format("{} holds a run already; replace it with --force", typed(wanted.out)));
  TRY_STATUS(suite::check_directory(wanted.out));  // before hours of work
  wanted.force = options.force;
  wanted.shrink = !options.whole;
  wanted.runs = options.tries;
  TRY(wanted.sandbox, sandbox_of(options));
  return wanted;
}

base::Result<int> run(const Options& options) {
  TRY(const auto asked, wanted(options));
  {
    TRY(const auto directory, suite::open(asked.base, false));
    TRY_STATUS(recorded_program(directory->manifest()));
  }
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  explore::Minimized minimized;
  {
    Ticker ticker;
    TRY(minimized, explore::minimize(context, asked, [&](const explore::MinimizeProgress& progress) {
          ticker.tick([&] { return progress_text(progress); });
        }));
  }
  fmt::print("{}", minimized_text(minimized, asked.out));
  return kDone;
}

}  // namespace

int minimize_command(const Options& options) {
  const auto status = run(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
