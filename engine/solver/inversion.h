// Input-to-state patching (REDQUEEN: Aschermann et al., NDSS 2019), done on the expression instead of by colouring: to
// give an expression a value, give its operand the value that does, down to input bytes. Where two operands could
// change, one of them is drawn and the other keeps its value; so an inversion is a guess, to be evaluated.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/solver/flat.h"

namespace cairn::solver {

// Changes of bytes that may make the item's value `target`; nothing when no way was found.
std::optional<std::vector<Flat::Change>> invert(const Flat& flat, std::uint32_t item, expr::u128 target,
                                                base::Rng& rng);

}  // namespace cairn::solver
