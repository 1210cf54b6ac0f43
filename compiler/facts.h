// Builds the blob of static facts of one translation unit (abi/cairn_facts.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "abi/cairn_facts.h"

namespace cairn::compiler {

struct Facts {
  std::string source;
#define CAIRN_FACT_MEMBER(type, name) std::vector<type> name;
  CAIRN_FACT_TABLES(CAIRN_FACT_MEMBER)
#undef CAIRN_FACT_MEMBER
  std::uint32_t counters = 0;

  std::uint32_t string(std::string_view text);

  // The site with this counter among its sides', or CAIRN_NO_SITE. Sites are added in the order of their counters.
  [[nodiscard]] std::uint32_t site_of(std::uint32_t counter) const;

  // The whole blob; its module id is a hash of everything else in it.
  [[nodiscard]] std::string serialize() const;

 private:
  std::string strings_ = std::string(1, '\0');
  std::map<std::string, std::uint32_t, std::less<>> string_index_;
};

// The module id inside a serialized blob.
std::uint64_t module_id(const std::string& blob);

// Stable 64-bit hashing of text and numbers (FNV-1a with a final mix).
std::uint64_t stable_hash(std::string_view text, std::uint64_t seed = 0);
std::uint64_t stable_hash(std::uint64_t value, std::uint64_t seed);

}  // namespace cairn::compiler
