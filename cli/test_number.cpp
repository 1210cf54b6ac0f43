#include "cli/test_number.h"

#include <fmt/core.h>

#include <charconv>

namespace cairn::cli {

base::Result<std::uint32_t> test_number(const std::string& word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) {
    return base::misuse_error(fmt::format("the number of a test is expected, not \"{}\"", word));
  }
  return number;
}

}  // namespace cairn::cli
