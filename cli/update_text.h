// What an update tells a reviewer.
#pragma once

#include <filesystem>
#include <string>

#include "engine/explore/update.h"

namespace cairn::cli {

// `since`: the revision that patch coverage refers to.
std::string update_text(const explore::Updated& updated, const std::filesystem::path& out, const std::string& since);

// "3 of 4 changed lines were run (75.0 %); not run: parse.c:12"
std::string patch_text(const explore::PatchCoverage& patch, const std::string& since);

}  // namespace cairn::cli
