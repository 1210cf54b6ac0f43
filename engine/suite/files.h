// Files that are either whole or not there: a temporary neighbour is written and renamed over the name. No fsync: what
// was written survives the death of this process, which is what is promised; a power cut may lose the last files, and
// every reader recognises a file that ends early.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace cairn::suite {

// Temporary names end so; whoever holds the directory's lock may remove them.
inline constexpr std::string_view kTemporarySuffix = ".tmp";

// What to do after a full disk, as errors say it.
inline constexpr std::string_view kGoOn = "go on with cairn resume";

base::Status write_atomically(const std::filesystem::path& path, std::string_view content);

// The whole file. Refuses what is not a regular file and what is larger than `limit`.
base::Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit);

base::Status make_directories(const std::filesystem::path& path);

// A sentence about a failed call on a path: what was tried, why it failed, and for a full disk what to do.
base::Error file_error(std::string_view action, const std::filesystem::path& path, int error_number);

// A hash over the content of a file, to tell whether a program is still the one a run was made with.
base::Result<std::uint64_t> hash_file(const std::filesystem::path& path);

}  // namespace cairn::suite
