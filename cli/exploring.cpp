#include "cli/exploring.h"

#include <fmt/core.h>
#include <malloc.h>

#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/status.h"
#include "cli/summary.h"
#include "cli/update_text.h"
#include "engine/suite/execute.h"
#include "engine/suite/expectations.h"
#include "engine/suite/losses.h"

namespace cairn::cli {
namespace {

constexpr double kDefaultSeconds = 60;

bool uses_input(const std::vector<suite::PathRecord>& paths) {
  for (const auto& path : paths) {
    if (!path.input.objects.empty()) return true;
  }
  return false;
}

base::Result<Closing> close(explore::Session& session, explore::End end, const explore::Progress& latest) {
  Closing closing;
  closing.out = session.directory().path();
  closing.end = end;
  closing.progress = latest;
  closing.progress.totals = session.totals();
  closing.progress.coverage = session.coverage();
  TRY(closing.bugs, session.directory().bugs());
  TRY(closing.losses, suite::read_losses(closing.out));
  // Asking all paths is dear in a large run; in a small one it tells why it is small.
  if (session.totals().paths <= 1) {
    TRY(const auto paths, session.directory().paths());
    closing.inputs_known = uses_input(paths);
    if (closing.inputs_known && session.totals().queries == 0 && end == explore::End::explored)
      closing.undecided = paths.front().outcome;
  }
  return closing;
}

// What the tests print, once the session is gone: starting a program takes longer the more memory the one who starts it
// has, and an exploration's is given back first. Ctrl-C has ended the exploration at most; another one ends this too.
base::Status record_outputs(Closing& closing, const target::Options& program) {
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  ::malloc_trim(0);
  TRY(const auto directory, suite::open(closing.out, true));
  TRY(const auto expectations, suite::record_expectations(*directory, suite::execute_with(context, program),
                                                          suite::kMostExpectations, context.stop));
  closing.unsteady = expectations.unsteady;
  return {};
}

int fail_keeping(const base::Error& error, const std::filesystem::path& out) {
  return fail({fmt::format("{}; what was found until then is kept in {}", error.message, typed(out)), error.fault});
}

}  // namespace

explore::Budget budget_of(const Options& options) {
  explore::Budget budget{options.time, options.runs};
  if (!budget.seconds && !budget.runs) budget.seconds = kDefaultSeconds;
  return budget;
}

int explore_with(const explore::Budget& budget, const MakeSession& make, const Closer& closer) {
  Closing closing;
  std::string patch;
  target::Options program;
  {
    base::Context context(0);  // the session seeds its generator
    const StopOnInterrupt stop(context.stop);
    Status status;
    const auto session = make(context, status.period());
    if (!session.ok()) return fail(session.error());
    const std::filesystem::path out = (*session)->directory().path();
    const auto end = (*session)->explore(budget, status);
    if (!end.ok()) return fail_keeping(end.error(), out);
    auto closed = close(**session, *end, status.latest());
    if (!closed.ok()) return fail_keeping(closed.error(), out);
    closing = std::move(*closed);
    if (!closer.since.empty()) {
      patch = patch_text(explore::patch_coverage(closer.changed, (*session)->program(), (*session)->covered()),
                         closer.since);
    }
    program = (*session)->options().target;
  }
  if (const auto recorded = record_outputs(closing, program); !recorded.ok())
    return fail_keeping(recorded.error(), closing.out);
  fmt::print("{}{}", closing_text(closing), patch);
  return closing.bugs.empty() ? kDone : kFound;
}

}  // namespace cairn::cli
