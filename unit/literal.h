// Bytes as C constants.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "unit/description.h"

namespace cairn::unit {

using Bytes = std::span<const std::uint8_t>;

std::uint64_t little_endian(Bytes bytes);

// An integer, boolean, enumeration, float or double. Requires as many bytes as the type has.
std::string literal(const Description& description, TypeIndex type, Bytes bytes);

// An integer of so many bits.
std::string integer_literal(std::uint64_t bits, unsigned width, bool is_signed);

// "\"text\\0\"": a string constant with these characters.
std::string string_literal(Bytes bytes);

}  // namespace cairn::unit
