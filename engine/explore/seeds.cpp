#include "engine/explore/seeds.h"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "engine/suite/delta.h"

namespace cairn::explore {

namespace {

constexpr const char* kSeeds = "seeds";  // one a line, in hexadecimal: a fact is text

std::string encode(const trace::Input& seed) {
  std::string text;
  for (const std::uint8_t byte : suite::encode_delta({}, seed)) text += fmt::format("{:02x}", byte);
  return text;
}

std::optional<trace::Input> decode(const std::string& line) {
  std::vector<std::uint8_t> bytes(line.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char* const digits = line.data() + 2 * i;
    if (std::from_chars(digits, digits + 2, bytes[i], 16).ptr != digits + 2) return std::nullopt;
  }
  return suite::decode_delta({}, bytes);
}

}  // namespace

base::Status store_seeds(suite::RunDirectory& directory, std::span<const trace::Input> seeds) {
  std::string lines;
  for (const trace::Input& seed : seeds) lines += encode(seed) + '\n';
  return directory.set_fact(kSeeds, lines);
}

base::Result<std::vector<trace::Input>> stored_seeds(suite::RunDirectory& directory) {
  std::vector<trace::Input> seeds;
  TRY(const auto fact, directory.fact(kSeeds));
  std::istringstream lines(fact.value_or(""));
  for (std::string line; std::getline(lines, line);) {
    auto seed = decode(line);
    if (!seed) return base::environment_error("the database is damaged: a seed makes no sense");
    seeds.push_back(std::move(*seed));
  }
  return seeds;
}

}  // namespace cairn::explore
