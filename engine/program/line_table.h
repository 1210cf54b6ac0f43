// Where an instruction is in the source, by the line table that the compiler left in the executable: a crash is shown
// where it happened and not at the branch before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cairn::program {

struct SourceLine {
  std::string function;  // the innermost, if inlined; empty when unknown
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: unknown
};

// The instruction `offset` bytes behind the start of the executable. Nothing when the table does not know it.
std::optional<SourceLine> line_at(const std::string& executable, std::uint64_t offset);

}  // namespace cairn::program
