// cairn strategies [markdown]
#include <fmt/core.h>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "engine/search/registry.h"

namespace cairn::cli {

int strategies_command(const Options& options) {
  const bool markdown = options.words.size() == 1 && options.words.front() == "markdown";
  if ((!options.words.empty() && !markdown) || options.command_given) {
    return fail(base::misuse_error("cairn strategies takes no arguments other than markdown"));
  }
  if (markdown) {
    fmt::print("{}", search::strategies_document());
    return kDone;
  }
  for (const search::StrategyEntry& entry : search::strategies()) {
    fmt::print("{:<21}{} ({})\n", entry.name, entry.summary, entry.source);
  }
  fmt::print(
      "\na+b lets strategies take turns (random-path+covnew is KLEE's default); batching:s stays with what s picked,\n"
      "onward:s follows a flip with the next byte of the same word\n");
  return kDone;
}

}  // namespace cairn::cli
