#include "cli/report/file_names.h"

#include <fmt/core.h>

#include <charconv>

namespace cairn::cli {

std::string FileNames::of(std::uint32_t test) const { return fmt::format("{}{:0{}}{}", prefix, test, digits, suffix); }

bool FileNames::contain(std::string_view name) const {
  if (name == about) return true;
  if (!name.starts_with(prefix)) return false;
  std::uint32_t test = 0;
  const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), test);
  return error == std::errc{} && name == of(test);
}

}  // namespace cairn::cli
