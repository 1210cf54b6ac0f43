// A set of expressions as flat bytes, to be sent to a solver process or another machine: the nodes below the roots in
// topological order, the tables they read, the input bytes they use with their names.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/expr.h"

namespace cairn::expr {

[[nodiscard]] std::vector<std::uint8_t> serialize(const Dag& dag, std::span<const ExprId> roots);

// Input bytes with numbers from here on are refused: nobody has that much input, so the message must be corrupted.
inline constexpr std::uint32_t kSerializedByteLimit = 1u << 26;

// Builds the expressions in `dag` and returns the roots in the order they had. Input bytes keep their numbers; bytes
// that have no name in `dag` yet take the name they had, and a byte with another name there is an error. Trusts
// nothing: truncated, malformed or ill-typed bytes give an error, after which `dag` may hold some of the expressions.
[[nodiscard]] base::Result<std::vector<ExprId>> deserialize(Dag& dag, std::span<const std::uint8_t> bytes);

}  // namespace cairn::expr
