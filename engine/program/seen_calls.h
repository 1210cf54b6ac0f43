// Calls that runs have shown and the static facts do not tell: through a pointer of another type, or by a library that
// calls back.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/program/program.h"

namespace cairn::program {

class SeenCalls {
 public:
  // True when this is news: the call is not direct, and neither its type nor an earlier run said that it reaches the
  // function.
  bool note(const Program& program, std::uint32_t call, FunctionId callee);

  [[nodiscard]] std::span<const FunctionId> of(std::uint32_t call) const;

 private:
  std::unordered_map<std::uint32_t, std::vector<FunctionId>> callees_;
};

}  // namespace cairn::program
