// An update to a build that executes the same: after a change of comments, names or debug information, or none at all,
// the suite is what it was. Nothing is run; the run directory is copied, and names the new build from then on. Reports
// of the build before are not copied.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/heritage.h"
#include "engine/explore/update_report.h"

namespace cairn::explore {

// What a program executes with the libraries it is loaded with (program/code_image.h): those of others by file, size
// and time of change; and what the files hold that its fixed arguments name (`command`: the program and these). Nothing
// when that cannot be told, as of a program that loads more while it runs.
[[nodiscard]] std::optional<std::uint64_t> execution_image(const std::filesystem::path& program,
                                                           const std::vector<std::string>& command);

// Makes `out` the suite of the new build. Requires that its image is the one of the heritage.
base::Result<UpdateReport> copy_unchanged(const Heritage& heritage, const std::filesystem::path& base,
                                          const std::filesystem::path& out, const std::string& program,
                                          const std::vector<std::string>& command, UpdateMode mode);

}  // namespace cairn::explore
