// Which files `cairn unit` is to test, and how they are compiled: from the words of the command line, or from a
// compile_commands.json.
#pragma once

#include "cli/options.h"
#include "cli/unit_build.h"

namespace cairn::cli {

// With --all every file, else the first one; the others are linked to it. `functions`: the ones asked for, if any.
base::Result<std::vector<UnitSource>> unit_sources(const Options& options, const std::vector<std::string>& functions);

}  // namespace cairn::cli
