// What cairn minimize says.
#pragma once

#include <filesystem>
#include <string>

#include "engine/explore/minimize.h"

namespace cairn::cli {

std::string progress_text(const explore::MinimizeProgress& progress);

std::string minimized_text(const explore::Minimized& minimized, const std::filesystem::path& out);

}  // namespace cairn::cli
