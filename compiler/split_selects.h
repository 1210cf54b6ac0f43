// Makes branches of selects, and of truth values that are used as numbers (`return a < b;`). For constant arms clang
// writes `x > 5 ? 1 : 2` as a select from the start, and a select is no event (docs/architecture.md): no path leads to
// its other side. Where every decision of the source is to be a branch, -mllvm -cairn-split-selects asks for this pass;
// `cairn unit` does.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cairn::compiler {

class SplitSelectsPass : public llvm::PassInfoMixin<SplitSelectsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace cairn::compiler
