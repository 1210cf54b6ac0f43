// Makes assumptions of the checks that clang inserts for what C does not define (-fsanitize=... -fsanitize-trap=all).
// As branches they would have a side that nobody wants to take, and a call that takes one is no test; as assumptions
// they keep every path on the side where the program means something. -mllvm -cairn-assume-defined asks for it;
// `cairn unit` does where a call it found is undefined.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cairn::compiler {

class AssumeDefinedPass : public llvm::PassInfoMixin<AssumeDefinedPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace cairn::compiler
