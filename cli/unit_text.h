// What cairn unit says of functions: for people, and in unit.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/unit_cases.h"

namespace cairn::cli {

std::string line_of(const Outcome& outcome);
// unit.json, of the functions of one file.
std::string unit_json(const std::filesystem::path& file, const std::vector<Outcome>& outcomes);
// Of the functions of several files.
std::string totals_of(const std::vector<Outcome>& all);

}  // namespace cairn::cli
