// Where symbolic data was lost, as a run directory keeps it: OUT/loss.json, an array of these, most frequent first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace cairn::suite {

struct LossRecord {
  std::string kind;      // what it was lost to: "library function", "inline assembly", ...
  std::string callee;    // the function it went into; empty: none
  std::string function;  // where: empty when not known
  std::string file;
  std::uint32_t line = 0;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t runs = 0;  // in which it happened

  bool operator==(const LossRecord&) const = default;
};

// Atomic (temporary file, rename).
base::Status write_losses(const std::filesystem::path& out, const std::vector<LossRecord>& records);

// Empty when the run directory has no such file: nothing was lost, or nothing was reported yet.
base::Result<std::vector<LossRecord>> read_losses(const std::filesystem::path& out);

}  // namespace cairn::suite
