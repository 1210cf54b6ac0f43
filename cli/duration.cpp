#include "cli/duration.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

namespace cairn::cli {
namespace {

constexpr double kLongest = 10.0 * 365 * 24 * 3600;

std::optional<double> unit_seconds(std::string_view unit) {
  if (unit.empty() || unit == "s") return 1;
  if (unit == "ms") return 1e-3;
  if (unit == "m") return 60;
  if (unit == "h") return 3600;
  return std::nullopt;
}

}  // namespace

std::optional<double> parse_duration(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc{}) return std::nullopt;
  const auto unit = unit_seconds(text.substr(static_cast<std::size_t>(end - text.data())));
  if (!unit) return std::nullopt;
  const double seconds = number * *unit;
  if (!(seconds > 0) || seconds > kLongest) return std::nullopt;
  return seconds;
}

std::string format_duration(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f}ms", seconds * 1000);
  if (seconds >= 3600 && std::fmod(seconds, 3600) == 0) return fmt::format("{:.0f}h", seconds / 3600);
  if (seconds >= 60 && std::fmod(seconds, 60) == 0) return fmt::format("{:.0f}m", seconds / 60);
  return fmt::format("{:.4g}s", seconds);
}

}  // namespace cairn::cli
