// Inputs as text: what of an object is read, and a word in the place of another one.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/input.h"

namespace cairn::explore {

// What a program reads of it: of an argument, what stands before its first zero.
[[nodiscard]] inline std::span<const std::uint8_t> content(const trace::Object& object) {
  const auto end = object.kind == trace::ObjectKind::argument ? std::ranges::find(object.bytes, 0) : object.bytes.end();
  return {object.bytes.begin(), end};
}

[[nodiscard]] inline bool of_a_word(std::uint8_t c) { return std::isalnum(c) != 0 || c == '_'; }

// The text with `word` from `begin` on, in the place of what is left of the word there.
[[nodiscard]] inline std::vector<std::uint8_t> with_word(std::span<const std::uint8_t> text, std::size_t begin,
                                                         std::span<const std::uint8_t> word) {
  const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
  std::vector<std::uint8_t> result(text.begin(), from);
  result.insert(result.end(), word.begin(), word.end());
  result.insert(result.end(), std::find_if_not(from, text.end(), of_a_word), text.end());
  return result;
}

}  // namespace cairn::explore
