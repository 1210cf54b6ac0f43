// As much of ELF64 as is needed to get a section's content out of an executable or a shared object.
//
// Only what is asked for is read, with bounds checked against the file: neither the size of the file nor its honesty
// matters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace cairn::program {

struct Section {
  std::string name;
  std::uint32_t type = 0;   // SHT_*
  std::uint64_t flags = 0;  // SHF_*
  std::uint64_t address = 0, size = 0;
  std::vector<std::uint8_t> content;  // of those that were asked for and have one
};

// All sections, in order, with the content of those that are `wanted`. Errors as below.
base::Result<std::vector<Section>> read_sections(const std::filesystem::path& file,
                                                 const std::function<bool(const Section&)>& wanted);

// The content of the first section of that name; nothing when there is none. An error when the file cannot be read or
// is no ELF64 file of this machine's byte order.
base::Result<std::optional<std::vector<std::uint8_t>>> read_section(const std::filesystem::path& file,
                                                                    std::string_view section);

}  // namespace cairn::program
