// What changed since a revision, asked of git.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/explore/patch.h"

namespace cairn::cli {

// Lines of files in the working directory's repository that differ from the revision; of files that git was not told
// of yet, and is not to ignore, every line.
base::Result<explore::Patch> changed_since(const std::string& revision);

}  // namespace cairn::cli
