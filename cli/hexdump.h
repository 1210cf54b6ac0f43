// Bytes for people: offset, hexadecimal and text side by side.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace cairn::cli {

// Each line indented by two; equal full lines are folded into "*".
std::string hexdump(std::span<const std::uint8_t> bytes);

// The first bytes in one short line, printable as they are, others as dots.
std::string excerpt(std::span<const std::uint8_t> bytes, std::size_t width);

}  // namespace cairn::cli
