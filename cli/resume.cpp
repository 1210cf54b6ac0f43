// cairn resume [options] OUT
#include <fmt/core.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/exploring.h"
#include "cli/workers.h"
#include "engine/suite/layout.h"

namespace cairn::cli {
namespace {

base::Result<int> resume(const Options& options) {
  if (options.words.size() != 1 || options.command_given)
    return base::misuse_error("cairn resume wants one run directory; see cairn resume --help");
  const std::string& out = options.words.front();
  TRY(const auto sandbox, sandbox_of(options));
  explore::Options wanted;
  if (!options.cluster.empty()) {
    TRY(const auto directory, suite::open(out, false));
    TRY(wanted, explore::options_of(directory->manifest()));
    if (sandbox) wanted.target.sandbox = *sandbox;
  }
  for (const auto& test : suite::foreign_tests(out)) {
    fmt::print(stderr, "cairn: {} is no test of this run, and left alone; give its input to cairn run with --seeds\n",
               test.string());
  }
  TRY(const Workers workers, Workers::call(options.cluster, wanted, budget_of(options)));
  const int status = explore_with(budget_of(options), [&](base::Context& context, double) {
    return explore::Session::resume(context, out, sandbox, static_cast<unsigned>(options.jobs), workers.peers());
  });
  workers.tell_troubles();
  return status;
}

}  // namespace

int resume_command(const Options& options) {
  const auto status = resume(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
