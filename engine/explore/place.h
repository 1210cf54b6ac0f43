// Where a branch stands, for people.
#pragma once

#include <cstdint>
#include <string>

#include "engine/program/program.h"

namespace cairn::explore {

struct Place {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
};

// Empty when the facts do not know the branch.
inline Place place_of(const program::Program& program, std::uint32_t branch) {
  const program::Branch* known = program.branch(branch);
  if (known == nullptr) return {};
  return {std::string(program.function_around(*known).name), std::string(known->file), known->line};
}

}  // namespace cairn::explore
