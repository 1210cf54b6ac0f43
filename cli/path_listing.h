// The path of a test, step by step with source lines and conditions, got by running it once more with recording on.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/suite/run_directory.h"

namespace cairn::cli {

base::Result<std::string> path_listing(const suite::Manifest& manifest, const trace::Input& input);

}  // namespace cairn::cli
