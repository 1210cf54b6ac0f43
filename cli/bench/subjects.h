// The subjects of a set, from the index that `make bench-subjects` leaves (bench/subjects): programs with their builds,
// inputs and own source files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "engine/base/result.h"

namespace cairn::bench {

// Where the index is when nobody says otherwise: beside the programs of the build directory.
std::filesystem::path default_index();

// `set`: "all"; a half ("choose", "report"); a package ("coreutils"); or names of subjects with commas between.
base::Result<std::vector<Subject>> load_subjects(const std::filesystem::path& index, const std::string& set);

}  // namespace cairn::bench
