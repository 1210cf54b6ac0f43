// The shared objects a program is loaded with, asked of its dynamic linker, which tells without running it.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/base/result.h"

namespace cairn::program {

// In the order of loading; none for a static program.
[[nodiscard]] base::Result<std::vector<std::filesystem::path>> libraries_of(const std::filesystem::path& program);

}  // namespace cairn::program
