// Runs any build of a program once, as a fresh process, in the same containment and on the same input as the
// instrumented one: for replaying suites.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/target/target.h"
#include "engine/trace/input.h"
#include "engine/trace/run.h"

namespace cairn::target {

struct PlainRun {
  trace::Outcome outcome;
  std::string output;  // standard output, up to a bound
  std::string errors;  // standard error, likewise
};

// Uses command, sandbox, scratch and the limits of the options.
base::Result<PlainRun> run_plain(const Options& options, const trace::Input& input);

}  // namespace cairn::target
