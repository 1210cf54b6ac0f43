// The number of a test, as commands take it behind a run directory.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"

namespace cairn::cli {

base::Result<std::uint32_t> test_number(const std::string& word);

}  // namespace cairn::cli
