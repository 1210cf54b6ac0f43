#include "unit/literal.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace cairn::unit {
namespace {

// Exact: it has no short form that is.
std::string long_literal(Bytes bytes) {
  long double value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  const char* sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return fmt::format("{}CAIRN_NAN", sign);
  if (std::isinf(value)) return fmt::format("{}CAIRN_INFINITY", sign);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%LaL", value);
  return text.data();
}

// C has no constants as wide.
std::string wide_literal(Bytes bytes, bool is_signed) {
  return fmt::format("({}__int128)((unsigned __int128){}ull << 64 | {}ull)", is_signed ? "" : "unsigned ",
                     little_endian(bytes.subspan(8, 8)), little_endian(bytes.first(8)));
}

template <class Real>
std::string real_literal(Bytes bytes, const char* suffix) {
  Real value;
  std::memcpy(&value, bytes.data(), sizeof value);
  const char* sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return fmt::format("{}CAIRN_NAN", sign);
  if (std::isinf(value)) return fmt::format("{}CAIRN_INFINITY", sign);
  // Short where it is exact, hexadecimal elsewhere.
  std::string text = fmt::format("{}", value);
  if (text.size() > 12) return fmt::format("{:a}{}", value, suffix);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + suffix;
}

}  // namespace

std::uint64_t little_endian(Bytes bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8 | bytes[i - 1];
  return value;
}

std::string integer_literal(std::uint64_t bits, unsigned width, bool is_signed) {
  if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
  if (!is_signed) return fmt::format("{}{}", bits, width > 32 ? "ull" : width == 32 ? "u" : "");
  const std::int64_t value = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
  // The least value has no constant of its own: its positive is too large.
  if (width == 64) return value == INT64_MIN ? "(-9223372036854775807ll - 1)" : fmt::format("{}ll", value);
  return value == INT32_MIN ? "(-2147483647 - 1)" : fmt::format("{}", value);
}

std::string literal(const Description& description, TypeIndex index, Bytes bytes) {
  const Type& type = description.bare_type(index);
  if (type.kind == Kind::real && type.size > 8) return long_literal(bytes);
  if (type.kind == Kind::integer && bytes.size() == 16) return wide_literal(bytes, type.is_signed);
  if (type.kind == Kind::real)
    return type.size == 4 ? real_literal<float>(bytes, "f") : real_literal<double>(bytes, "");
  if (type.kind == Kind::enumeration) {
    const std::int64_t value = static_cast<std::int64_t>(little_endian(bytes));
    const std::int64_t mask = type.size < 8 ? (std::int64_t{1} << (8 * type.size)) - 1 : -1;
    for (const Enumerator& each : type.values) {
      if (((each.value ^ value) & mask) == 0) return each.name;
    }
  }
  return integer_literal(little_endian(bytes), static_cast<unsigned>(8 * bytes.size()), type.is_signed);
}

std::string string_literal(Bytes bytes) {
  std::string out = "\"";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint8_t c = bytes[i];
    const bool digit_next = i + 1 < bytes.size() && bytes[i + 1] >= '0' && bytes[i + 1] <= '7';
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c >= 32 && c < 127) {
      out += static_cast<char>(c);
    } else if (c == 0 && !digit_next) {
      out += "\\0";
    } else {
      out += fmt::format("\\{:03o}", c);
    }
  }
  return out + "\"";
}

}  // namespace cairn::unit
