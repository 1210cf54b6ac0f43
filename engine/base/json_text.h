// JSON as text, for files and for people. Names of programs, functions and files may be any bytes, and JSON is UTF-8:
// what is not becomes U+FFFD, so that a name costs a character and never the file it stands in.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cairn::base {

// In one line, or, with an indent, a line for each value.
[[nodiscard]] std::string json_text(const nlohmann::json& value, int indent = -1);
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace cairn::base
