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
  Place place{{}, std::string(known->file), known->line};
  if (known->function.valid()) place.function = program.functions()[known->function.value].name;
  return place;
}

}  // namespace cairn::explore
