// Usage texts, made from the tables of commands and options.
#pragma once

#include <string>

#include "cli/command.h"

namespace cairn::cli {

std::string overview();
std::string usage(const Command& command);

// The reference of the documentation, in Markdown (cairn help --markdown).
std::string reference();

}  // namespace cairn::cli
