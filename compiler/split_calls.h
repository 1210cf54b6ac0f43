// Begins a block behind calls that may end the program. Blocks are what coverage counts, and one that is entered is
// taken to be run to its end: without this, all lines up to the next conditional would count as covered when the call
// in front of them exits, aborts or throws. Only where there are such lines, and only behind calls of which it is not
// known that they return.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cairn::compiler {

class SplitCallsPass : public llvm::PassInfoMixin<SplitCallsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace cairn::compiler
