// The program that a run was made with, as long as it is still that program: what wants to see a stored test run once
// more exactly as it was recorded starts it from here.
#pragma once

#include "engine/base/result.h"
#include "engine/suite/run_directory.h"
#include "engine/target/target.h"

namespace cairn::cli {

// How the run started it. Fails with a clear sentence when the file is gone or has changed since.
base::Result<target::Options> recorded_program(const suite::Manifest& manifest);

}  // namespace cairn::cli
