// Calls of probes (unit.h), as the passes find them.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include "compiler/unit.h"

namespace cairn::compiler {

// `name`: kProbe or kProbeChoice.
inline bool is_probe(const llvm::Instruction& instruction, const char* name) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == name;
}

// Of a choice: the first of its two.
inline std::uint32_t counter_of(const llvm::CallBase& probe) {
  return static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(probe.getArgOperand(0))->getZExtValue());
}

}  // namespace cairn::compiler
