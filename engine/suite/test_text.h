// The words of test files (test_file.h): quoted strings and blocks of bytes, written and read back strictly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::suite {

std::string quote(std::string_view text);

// Takes a quoted string off the front of `rest`.
std::optional<std::string> unquote(std::string_view& rest);

// Content lines, each indented and ended by a newline: text where the bytes read as text, else hexadecimal.
std::string format_bytes(std::span<const std::uint8_t> bytes);

// Appends what one content line (without indentation and newline) stands for. False when it is malformed or would make
// `bytes` longer than `limit`.
bool parse_bytes(std::string_view line, std::size_t limit, std::vector<std::uint8_t>& bytes);

}  // namespace cairn::suite
