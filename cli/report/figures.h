// The figures of a run as OUT/summary.json has them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/base/result.h"
#include "engine/program/coverage.h"

namespace cairn::cli {

struct RunFigures {
  double seconds = 0;
  std::uint64_t runs = 0, paths = 0;
  program::Figures coverage;
  std::uint64_t divergences = 0, queries = 0, infeasible = 0, open = 0;
};

// Fails when the run has no summary yet.
base::Result<RunFigures> read_figures(const std::filesystem::path& directory);

}  // namespace cairn::cli
