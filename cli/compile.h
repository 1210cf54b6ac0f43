// `cairn run prog.c`: a single source file is compiled first, with the cairn-cc that stands beside this program.
#pragma once

#include <filesystem>

#include "engine/base/result.h"

namespace cairn::cli {

// Whether a word names a C or C++ source file.
bool is_source(const std::filesystem::path& path);

// Compiles it to `folder`/NAME and returns that. The compiler's own messages go to stderr as they are.
base::Result<std::filesystem::path> compile_source(const std::filesystem::path& source,
                                                   const std::filesystem::path& folder);

}  // namespace cairn::cli
