#include "engine/suite/test_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace cairn::suite {
namespace {

constexpr std::size_t kTextWidth = 80;
constexpr std::size_t kHexWidth = 16;
constexpr std::size_t kZeros = 32;  // shorter stretches are not worth a line of their own
constexpr std::string_view kHexPrefix = "hex";
constexpr std::string_view kZerosPrefix = "zeros ";

bool printable(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }
bool textual(std::uint8_t byte) { return printable(byte) || byte == '\n' || byte == '\t' || byte == '\r'; }

void append_escaped(std::string& out, std::uint8_t byte) {
  switch (byte) {
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    default:
      if (printable(byte)) {
        out += static_cast<char>(byte);
      } else {
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
      }
  }
}

std::optional<std::uint8_t> hex_pair(std::string_view text) {
  std::uint8_t value = 0;
  if (text.size() < 2) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 2, value, 16);
  if (error != std::errc{} || end != text.data() + 2) return std::nullopt;
  return value;
}

void format_text(std::string& out, std::span<const std::uint8_t> bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    std::string line;
    bool newline = false;
    while (i < bytes.size() && line.size() < kTextWidth && !newline) {
      newline = bytes[i] == '\n';
      append_escaped(line, bytes[i++]);
    }
    fmt::format_to(std::back_inserter(out), "  \"{}\"\n", line);
  }
}

void format_hex(std::string& out, std::span<const std::uint8_t> bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += kHexWidth) {
    out += "  ";
    out += kHexPrefix;
    for (const std::uint8_t byte : bytes.subspan(i, std::min(kHexWidth, bytes.size() - i))) {
      fmt::format_to(std::back_inserter(out), " {:02x}", byte);
    }
    out += '\n';
  }
}

void format_stretch(std::string& out, std::span<const std::uint8_t> bytes) {
  const auto readable = static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), textual));
  if (readable * 4 >= bytes.size() * 3) {
    format_text(out, bytes);
  } else {
    format_hex(out, bytes);
  }
}

bool parse_hex(std::string_view digits, std::size_t limit, std::vector<std::uint8_t>& bytes) {
  if (digits.empty()) return false;
  for (; !digits.empty(); digits.remove_prefix(3)) {
    const auto value = digits.size() >= 3 && digits[0] == ' ' ? hex_pair(digits.substr(1)) : std::nullopt;
    if (!value || bytes.size() >= limit) return false;
    bytes.push_back(*value);
  }
  return true;
}

bool parse_zeros(std::string_view digits, std::size_t limit, std::vector<std::uint8_t>& bytes) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc{} || end != digits.data() + digits.size()) return false;
  if (count > limit - bytes.size()) return false;
  bytes.resize(bytes.size() + count);
  return true;
}

}  // namespace

std::string quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) append_escaped(out, static_cast<std::uint8_t>(c));
  return out += '"';
}

std::optional<std::string> unquote(std::string_view& rest) {
  if (rest.empty() || rest.front() != '"') return std::nullopt;
  rest.remove_prefix(1);
  std::string out;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '"') return out;
    if (!printable(static_cast<std::uint8_t>(c))) return std::nullopt;
    if (c != '\\') {
      out += c;
      continue;
    }
    if (rest.empty()) return std::nullopt;
    const char escape = rest.front();
    rest.remove_prefix(1);
    switch (escape) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case '"':
        out += '"';
        break;
      case '\\':
        out += '\\';
        break;
      case 'x': {
        const auto value = hex_pair(rest);
        if (!value) return std::nullopt;
        out += static_cast<char>(*value);
        rest.remove_prefix(2);
        break;
      }
      default:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

std::string format_bytes(std::span<const std::uint8_t> bytes) {
  std::string out;
  while (!bytes.empty()) {
    // Up to the next long stretch of zeros.
    const auto zeros = std::search_n(bytes.begin(), bytes.end(), static_cast<std::ptrdiff_t>(kZeros), std::uint8_t{0});
    const auto before = static_cast<std::size_t>(zeros - bytes.begin());
    format_stretch(out, bytes.first(before));
    bytes = bytes.subspan(before);
    const auto count = static_cast<std::size_t>(
        std::find_if(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte != 0; }) - bytes.begin());
    if (count > 0) fmt::format_to(std::back_inserter(out), "  {}{}\n", kZerosPrefix, count);
    bytes = bytes.subspan(count);
  }
  return out;
}

bool parse_bytes(std::string_view line, std::size_t limit, std::vector<std::uint8_t>& bytes) {
  if (line.starts_with(kHexPrefix)) return parse_hex(line.substr(kHexPrefix.size()), limit, bytes);
  if (line.starts_with(kZerosPrefix)) return parse_zeros(line.substr(kZerosPrefix.size()), limit, bytes);
  const auto text = unquote(line);
  if (!text || !line.empty() || text->size() > limit - bytes.size()) return false;
  bytes.insert(bytes.end(), text->begin(), text->end());
  return true;
}

}  // namespace cairn::suite
