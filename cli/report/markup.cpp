#include "cli/report/markup.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace cairn::cli {
namespace {

// The length of the UTF-8 sequence of a character that documents may hold at the front of the text; 0: there is none.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0u; };
  const unsigned first = byte(0);
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  std::uint32_t point = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
    point = point << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool control = point < 0xa0;  // C1
  const bool outside = point < kLeast[length] || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff;
  const bool formatting = (point >= 0x200b && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
                          (point >= 0x2066 && point <= 0x2069);  // would turn the text around it
  return control || outside || formatting || (point & 0xfffe) == 0xfffe ? 0 : length;
}

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<std::uint8_t>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\'') {
      out += "&#39;";
    } else if (c == '\n' || c == '\t' || (byte >= 0x20 && byte < 0x7f)) {
      out += c;
    } else if (const std::size_t length = sequence(text.substr(i)); length > 0) {
      out += text.substr(i, length);
      i += length - 1;
    } else {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    }
  }
  return out;
}

}  // namespace cairn::cli
