#include "cli/hexdump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace cairn::cli {
namespace {

constexpr std::size_t kWidth = 16;

char shown(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.'; }

}  // namespace

std::string hexdump(std::span<const std::uint8_t> bytes) {
  std::string out;
  auto print = std::back_inserter(out);
  bool folded = false;
  for (std::size_t i = 0; i < bytes.size(); i += kWidth) {
    const auto line = bytes.subspan(i, std::min(kWidth, bytes.size() - i));
    const bool last = i + kWidth >= bytes.size();
    if (i > 0 && !last &&
        std::equal(line.begin(), line.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i - kWidth))) {
      if (!folded) out += "  *\n";
      folded = true;
      continue;
    }
    folded = false;
    fmt::format_to(print, "  {:06x} ", i);
    for (std::size_t k = 0; k < kWidth; ++k) {
      out += k % 8 == 0 ? "  " : " ";
      out += k < line.size() ? fmt::format("{:02x}", line[k]) : "  ";
    }
    out += "  |";
    for (const std::uint8_t byte : line) out += shown(byte);
    out += "|\n";
  }
  return out;
}

std::string excerpt(std::span<const std::uint8_t> bytes, std::size_t width) {
  std::string out;
  for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), width))) out += shown(byte);
  if (bytes.size() > width && width >= 3) out.replace(width - 3, 3, "...");
  return out;
}

}  // namespace cairn::cli
