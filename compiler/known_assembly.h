// Writes assembly that only computes as the arithmetic it is, so that labels follow the data through it. Programs have
// such for products and sums of two words (the longlong.h of GMP and whoever took it from there), for rotations, and empty
// with an operand, to hide a value from the optimiser.
//
// Only what is understood to the last operand is replaced: integers in registers, a few instructions, and no effect but
// the results. All other assembly stays; its results are concrete and what went into it is lost.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cairn::compiler {

class KnownAssemblyPass : public llvm::PassInfoMixin<KnownAssemblyPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace cairn::compiler
