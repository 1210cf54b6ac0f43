// Covering a set with few of its subsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn::base {

using Elements = std::span<const std::uint32_t>;

// Some of the sets, which cover what all of them do: always the one with most elements that are not covered yet, the
// earlier of equals. Indices, in the order chosen.
[[nodiscard]] std::vector<std::size_t> greedy_cover(std::span<const Elements> sets);

// The chosen ones without those that the others make needless; what was chosen last is left out first. Ensures: each
// that stays has an element that none of the others has.
[[nodiscard]] std::vector<std::size_t> without_needless(std::span<const Elements> sets,
                                                        std::vector<std::size_t> chosen);

}  // namespace cairn::base
