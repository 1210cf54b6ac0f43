// Where things stand inside a run directory, and which of them are ours to remove.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace cairn::suite {

std::filesystem::path database_path(const std::filesystem::path& directory);
std::filesystem::path test_path(const std::filesystem::path& directory, std::uint32_t number);
std::filesystem::path bug_path(const std::filesystem::path& directory, std::uint32_t number);

// Refuses a directory that holds anything but runs of ours: a slip of the fingers after -o must not cost anyone's
// files.
base::Status check_directory(const std::filesystem::path& directory);

// Makes a directory that was not refused ready for a new run: creates it, or removes what an earlier run left there.
// Version control is told what to ignore, unless somebody did already: a list of theirs is kept in all that follows.
base::Status prepare_directory(const std::filesystem::path& directory);

// Removes what a killed writer left half done: temporary files, and tests and bugs beyond the last recorded ones that
// end early, which only a power cut can leave. Whole ones are somebody's, and stay.
base::Status remove_leftovers(const std::filesystem::path& directory, std::uint32_t tests, std::uint32_t bugs);

// Whether an entry of a run directory is the run's, by its name. Everything else that stands there is somebody's; of
// .gitignore the content tells.
[[nodiscard]] bool of_run(std::string_view name);

// Files among the tests that look like tests and are none the run recorded.
[[nodiscard]] std::vector<std::filesystem::path> foreign_tests(const std::filesystem::path& directory);

// The highest number that a file among the tests has, whoever wrote it.
[[nodiscard]] std::uint32_t last_test_file(const std::filesystem::path& directory);

// Copies a run, without what belongs to a moment, what is `left_out`, and what is not the run's.
base::Status copy_run(const std::filesystem::path& from, const std::filesystem::path& to,
                      const std::vector<std::string_view>& left_out);

// Takes the run directory `from` apart, whose place `to` has taken (empty: none has): what is not the run's is moved
// over, then what is the run's is removed, and the directory with it. Gives what could not be moved: it stays there.
base::Result<std::vector<std::filesystem::path>> take_apart(const std::filesystem::path& from,
                                                            const std::filesystem::path& to);

}  // namespace cairn::suite
