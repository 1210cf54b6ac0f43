// How a test is run on a build of the program: as a fresh process of its own where the input can be given to any build
// (standard input, arguments, files, environment); through the engine's server, without recording, where it sets marked
// memory, a fuzz target's buffer or a failing call, which only a build made with cairn-cc has places for.
#pragma once

#include "engine/base/context.h"
#include "engine/suite/replay.h"
#include "engine/target/target.h"

namespace cairn::suite {

// Whether the input has parts that only a build made with cairn-cc has places for.
[[nodiscard]] bool needs_engine(const trace::Input& input);

// Uses command, sandbox and limits of the options. `context` must outlive the function.
Execute execute_with(base::Context& context, const target::Options& options);

}  // namespace cairn::suite
