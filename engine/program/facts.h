// The static facts of translation units as the compiler wrote them (abi/cairn_facts.h), read from linked files and
// checked: every index in the result is in range, every string ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abi/cairn_facts.h"
#include "engine/base/result.h"

namespace cairn::program {

struct ModuleFacts {
  std::uint64_t id = 0;
  std::uint32_t source = 0;
#define CAIRN_FACT_MEMBER(type, name) std::vector<type> name;
  CAIRN_FACT_TABLES(CAIRN_FACT_MEMBER)
#undef CAIRN_FACT_MEMBER
  std::vector<char> strings;

  [[nodiscard]] std::string_view text(std::uint32_t offset) const { return strings.data() + offset; }
  // Counters the facts speak of: one more than the highest.
  [[nodiscard]] std::uint64_t counters() const;
};

inline constexpr std::uint16_t kUnconditional = 0xffff;  // cairn_fact_edge::side

[[nodiscard]] inline std::uint32_t outcomes_of(const cairn_fact_branch& branch) {
  return branch.kind == CAIRN_EVENT_Switch ? branch.cases + 1 : 2;
}

// The blobs of a section's content. `where` names the file in messages.
base::Result<std::vector<ModuleFacts>> parse_facts(std::span<const std::uint8_t> section, const std::string& where);

// Those of an executable or shared object; none when it has no such section.
base::Result<std::vector<ModuleFacts>> read_facts(const std::filesystem::path& file);

}  // namespace cairn::program
