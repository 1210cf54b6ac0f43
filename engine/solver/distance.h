// How far a condition is from holding: 0 when it does, otherwise more the further off it is (branch distance: Tracey et
// al., ASE 1998). Equality counts wrong bits or the logarithm of the difference, whichever is less; conjunctions add,
// disjunctions take the least.
#pragma once

#include <cstdint>

#include "engine/solver/flat.h"

namespace cairn::solver {

// Of the 1-bit item being `wanted`, under the values `flat` has now.
[[nodiscard]] double distance(const Flat& flat, std::uint32_t item, bool wanted);

}  // namespace cairn::solver
