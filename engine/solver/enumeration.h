// Enumeration: the bytes of a query are given values one after the other, among those their one-byte conditions allow,
// and a value is dropped as soon as a condition is false whose bytes all have one (backtracking: Golomb and Baumert,
// JACM 1965). What depends on earlier bytes only is not evaluated again, of values that no wider condition tells apart
// one is tried, and what has come to the same as before is not tried again (refuted_states.h). Decides what has few
// combinations or states, either way, and finds solutions of what many combinations satisfy, such as check digits and
// remainders.
#pragma once

#include <cstdint>
#include <span>

#include "engine/solver/layers.h"
#include "engine/solver/left.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

// `wider`: the constraints on more than one byte, all of whose bytes are in `domains`, which has all others in it and
// leaves each byte a value. Unknown after `steps` (instructions evaluated, and before that pairs of a condition and a
// byte looked at), or when the run's time is over.
Answer enumerate(Shared& shared, const Query& query, const Domains& domains, std::span<const std::uint32_t> wider,
                 std::uint64_t steps);

}  // namespace cairn::solver
