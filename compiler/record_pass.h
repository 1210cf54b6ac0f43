// The late pass: recording, on optimised code, and everything a module says of itself to the runtime and the engine.
#pragma once

#include <llvm/IR/PassManager.h>

#include <memory>

#include "compiler/unit.h"

namespace cairn::compiler {

class RecordPass : public llvm::PassInfoMixin<RecordPass> {
 public:
  explicit RecordPass(std::shared_ptr<Unit> unit) : unit_(std::move(unit)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  std::shared_ptr<Unit> unit_;
};

// Has the late pass seen it before?
bool is_recorded(const llvm::Module& module);

}  // namespace cairn::compiler
