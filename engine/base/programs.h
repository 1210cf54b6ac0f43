// Where programs are.
#pragma once

#include <filesystem>
#include <string>

namespace cairn::base {

// Is it a file that may be executed? (Of a folder that right says something else.)
bool runnable(const std::filesystem::path& file);

// Searches PATH as shells do. Empty when there is none.
std::filesystem::path find_in_path(const std::string& name);

// The directory of the running program; its companions stand beside it.
std::filesystem::path own_directory();

}  // namespace cairn::base
