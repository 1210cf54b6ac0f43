// cairn resume [options] OUT
#include <fmt/core.h>

#include <cstdio>
#include <string>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/exploring.h"
#include "cli/workers.h"
#include "engine/explore/update_unchanged.h"
#include "engine/suite/files.h"
#include "engine/suite/layout.h"

namespace cairn::cli {
namespace {

// The libraries of the program may change while its own file does not. Whether that did the session looks at, and what
// cannot be told is not held against anybody.
base::Status check_libraries(const std::string& out) {
  TRY(const auto directory, suite::open(out, false));
  const suite::Manifest& manifest = directory->manifest();
  const auto hash = suite::hash_file(manifest.program);
  TRY(const auto before, directory->fact("image"));  // explore::record_origin()
  if (!before || !hash.ok() || *hash != manifest.program_hash) return {};
  const auto now = explore::execution_image(manifest.program, manifest.command);
  if (!now || std::to_string(*now) == *before) return {};
  return base::misuse_error(
      fmt::format("a library of {}, or a file that its arguments name, has changed since this run began; bring the "
                  "suite to it with cairn update, or explore it anew with cairn run",
                  manifest.program));
}

base::Result<int> resume(const Options& options) {
  if (options.words.size() != 1 || options.command_given)
    return base::misuse_error("cairn resume wants one run directory; see cairn resume --help");
  const std::string& out = options.words.front();
  TRY_STATUS(check_libraries(out));
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
