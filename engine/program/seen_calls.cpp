#include "engine/program/seen_calls.h"

#include <algorithm>

namespace cairn::program {

bool SeenCalls::note(const Program& program, std::uint32_t call, FunctionId callee) {
  const Call* known = program.call(call);
  if (known == nullptr || known->target.valid()) return false;
  for (const auto& callees : {program.callees(call), of(call)}) {
    if (std::ranges::find(callees, callee) != callees.end()) return false;
  }
  callees_[call].push_back(callee);
  return true;
}

std::span<const FunctionId> SeenCalls::of(std::uint32_t call) const {
  const auto found = callees_.find(call);
  return found == callees_.end() ? std::span<const FunctionId>{} : found->second;
}

}  // namespace cairn::program
