// Where an instruction is in the source, by the line table that the compiler left in the executable: a crash is shown
// where it happened and not at the branch before it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::program {

struct SourceLine {
  std::string function;  // empty when unknown
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: unknown
  std::uint32_t start = 0;   // the line that declares the function; 0: unknown
};

// The instruction `offset` bytes behind the start of the executable, and where the functions around it were inlined,
// from the inside out. Empty when the table does not know it.
std::vector<SourceLine> lines_at(const std::string& executable, std::uint64_t offset);

}  // namespace cairn::program
