// Why a program did not get as far as main, in one sentence that says what to do.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/target/containment.h"

namespace cairn::target {

// Refuses, before anything is started, a program that has no runtime of ours in it: it would run, not serve.
base::Status check_instrumented(const std::string& path, const std::string& name);

// For a program that ended before HELLO (or did not say it in time). `said` is its standard error.
base::Error start_failure(const std::string& name, bool ended, int status, const std::string& said, int seconds);

// For a program that has started and found no room for its labels.
base::Error no_labels(const std::string& name);

}  // namespace cairn::target
