// Times on the command line: "60s", "5m", "1h", "1.5h", "250ms"; a bare number is seconds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::cli {

// Seconds; nothing when it is not a time, or not positive, or longer than ten years.
std::optional<double> parse_duration(std::string_view text);

// The shortest of those forms that says it: 90 -> "90s", 300 -> "5m".
std::string format_duration(double seconds);

}  // namespace cairn::cli
