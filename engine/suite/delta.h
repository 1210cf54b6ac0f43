// An input is usually its parent's input with a few bytes changed. Stored is the difference: for each object either the
// whole of it, or which of the base's objects it resembles, its size, and the ranges of bytes that differ.
//
//   input  := count, object...
//   object := 0, kind, name, ordinal, sized, capacity, bytes        a whole object
//           | 1, index in base, size, count, (gap, bytes)...        the base's object, resized (zeros), then patched
//
// Numbers are LEB128, byte strings are preceded by their length. A delta against the empty input is the whole input.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/input.h"

namespace cairn::suite {

std::vector<std::uint8_t> encode_delta(const trace::Input& base, const trace::Input& input);

// Nothing when the bytes are not what encode_delta() made of this base.
std::optional<trace::Input> decode_delta(const trace::Input& base, std::span<const std::uint8_t> delta);

// Names an input's content, to recognise a stored one that was rebuilt wrongly.
std::uint64_t hash_input(const trace::Input& input);

}  // namespace cairn::suite
