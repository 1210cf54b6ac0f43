// cairn strategies
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "engine/search/registry.h"

namespace cairn::cli {

int strategies_command(const Options& options) {
  if (!options.words.empty() || options.command_given) {
    return fail(base::misuse_error("cairn strategies takes no arguments"));
  }
  for (const search::StrategyEntry& entry : search::strategies()) {
    fmt::print("{:<18}{} ({})\n", entry.name, entry.summary, entry.source);
  }
  return kDone;
}

}  // namespace cairn::cli
