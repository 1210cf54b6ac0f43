// cairn resume [options] OUT
#include <fmt/core.h>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/exploring.h"

namespace cairn::cli {

int resume_command(const Options& options) {
  if (options.words.size() != 1 || options.command_given) {
    return fail(base::misuse_error("cairn resume wants one run directory; see cairn resume --help"));
  }
  const auto sandbox = sandbox_of(options);
  if (!sandbox.ok()) return fail(sandbox.error());
  return explore_with(budget_of(options), [&](base::Context& context, double) {
    return explore::Session::resume(context, options.words.front(), *sandbox,
                                    static_cast<unsigned>(options.jobs));
  });
}

}  // namespace cairn::cli
