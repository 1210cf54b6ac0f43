// What run and resume share: a session explores under a budget, a status is shown, and the closing words are said.
#pragma once

#include <functional>
#include <memory>

#include "cli/options.h"
#include "engine/base/context.h"
#include "engine/explore/patch.h"
#include "engine/explore/session.h"

namespace cairn::cli {

// Without any budget an exploration ends after a minute.
explore::Budget budget_of(const Options& options);

using MakeSession =
    std::function<base::Result<std::unique_ptr<explore::Session>>(base::Context&, double report_seconds)>;

// What is said at the end beside the usual: coverage of the lines that changed since a revision.
struct Closer {
  std::string since;  // empty: nothing
  explore::Patch changed;
};

// Returns the exit status.
int explore_with(const explore::Budget& budget, const MakeSession& make, const Closer& closer = {});

}  // namespace cairn::cli
