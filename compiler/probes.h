// The early pass: coverage probes and the identity of sites, on the code as the front end made it.
#pragma once

#include <llvm/IR/PassManager.h>

#include <memory>

#include "compiler/unit.h"

namespace cairn::compiler {

class ProbesPass : public llvm::PassInfoMixin<ProbesPass> {
 public:
  explicit ProbesPass(std::shared_ptr<Unit> unit) : unit_(std::move(unit)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  std::shared_ptr<Unit> unit_;
};

}  // namespace cairn::compiler
