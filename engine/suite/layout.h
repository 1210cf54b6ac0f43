// Where things stand inside a run directory, and which of them are ours to remove.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/base/result.h"

namespace cairn::suite {

std::filesystem::path database_path(const std::filesystem::path& directory);
std::filesystem::path test_path(const std::filesystem::path& directory, std::uint32_t number);
std::filesystem::path bug_path(const std::filesystem::path& directory, std::uint32_t number);

// Refuses a directory that holds anything but runs of ours: a slip of the fingers after -o must not cost anyone's files.
base::Status check_directory(const std::filesystem::path& directory);

// Makes a directory that was not refused ready for a new run: creates it, or removes what an earlier run left there.
base::Status prepare_directory(const std::filesystem::path& directory);

// Removes what a killed writer left half done (temporary files), and tests and bugs beyond the last recorded ones,
// which only a power cut can leave.
base::Status remove_leftovers(const std::filesystem::path& directory, std::uint32_t tests, std::uint32_t bugs);

}  // namespace cairn::suite
