// SHA-256 (FIPS 180-4), which the Test-Comp format names programs by.
#pragma once

#include <string>
#include <string_view>

namespace cairn::cli {

// 64 hexadecimal digits.
std::string sha256(std::string_view data);

}  // namespace cairn::cli
