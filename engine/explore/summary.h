// OUT/summary.json: the figures of a run, in the form the documentation promises.
#pragma once

#include <filesystem>
#include <string>

#include "engine/explore/parts.h"
#include "engine/explore/progress.h"

namespace cairn::explore {

struct SummaryHead {
  std::string program;
  std::string strategy;
  std::uint64_t seed = 0;
  bool stopped = false;  // by somebody, before its budget was used up
};

// `left_open`: of the tree's pruned sides, those that are open after all (Loop::left_open, HeldBack).
[[nodiscard]] std::string summary_json(const SummaryHead& head, const Totals& totals, const program::Figures& coverage,
                                       const tree::Tree& tree, std::size_t left_open, const search::Findings& findings);

// The totals an earlier session wrote; all zero when there is no readable summary.
[[nodiscard]] Totals read_totals(const std::filesystem::path& summary);

}  // namespace cairn::explore
