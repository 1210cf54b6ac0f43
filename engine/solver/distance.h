// How far a condition is from holding: 0 when it does, otherwise more the further off it is (branch distance: Tracey et
// al., ASE 1998). Equality counts wrong bits or the logarithm of the difference, whichever is less; conjunctions add,
// disjunctions take the least.
#pragma once

#include <cstdint>

#include "engine/solver/flat.h"

namespace cairn::solver {

// Of the 1-bit item being `wanted`, under the values `flat` has now. Counts the items it looks at; after so many the
// rest is as far off as what it knows nothing of: parts that are shared are looked at again from everywhere, and there
// may be exponentially many ways to them.
inline constexpr unsigned kMostVisits = 512;
[[nodiscard]] double distance(const Flat& flat, std::uint32_t item, bool wanted, std::uint64_t& visits);

}  // namespace cairn::solver
