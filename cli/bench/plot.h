// Coverage over runs and over time as pictures, drawn by gnuplot: the mean of the repetitions as a line, least to most
// as a band.
#pragma once

#include <filesystem>

#include "cli/bench/compare.h"
#include "engine/base/result.h"

namespace cairn::bench {

// Writes SUBJECT-runs.svg, SUBJECT-seconds.svg and the same as .png into the folder, with the script and data they are
// made of. Axes on which nothing is known are left out. Fails when gnuplot is missing or fails.
base::Status draw(const Comparison& comparison, const std::filesystem::path& folder);

// What gnuplot is told, for one subject and axis; for tests.
std::string script(const SubjectTable& table, Axis axis, const std::filesystem::path& data,
                   const std::filesystem::path& picture);

}  // namespace cairn::bench
