// Source files that are no part of the program, by how their paths begin: recorded where they have to be, but their
// branches are not counted, and what goes wrong in them is the fault of who called.
#pragma once

#include <algorithm>
#include <string_view>

#include "abi/cairn_abi.h"

namespace cairn {

inline bool of_a_library(std::string_view path) {
  constexpr std::string_view kBeginnings[] = {CAIRN_MODELS_PATH, "/usr/include/", "/usr/lib/"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) { return path.starts_with(beginning); });
}

}  // namespace cairn
