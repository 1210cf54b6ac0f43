#include "compiler/assume_defined.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>

#include <vector>

namespace cairn::compiler {
namespace {

using namespace llvm;

cl::opt<bool> assume_defined("cairn-assume-defined", cl::Hidden,
                             cl::desc("make assumptions of the checks for what C does not define"));

bool traps(const BasicBlock& block) {
  for (const Instruction& instruction : block) {
    const auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call != nullptr && call->getIntrinsicID() == Intrinsic::ubsantrap) return true;
  }
  return false;
}

}  // namespace

PreservedAnalyses AssumeDefinedPass::run(Module& module, ModuleAnalysisManager&) {
  if (!assume_defined) return PreservedAnalyses::all();
  std::vector<BranchInst*> checks;
  for (Function& function : module)
    for (BasicBlock& block : function) {
      auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      if (branch == nullptr || !branch->isConditional()) continue;
      if (traps(*branch->getSuccessor(0)) != traps(*branch->getSuccessor(1))) checks.push_back(branch);
    }
  for (BranchInst* check : checks) {
    IRBuilder<> b(check);
    const bool holds_first = !traps(*check->getSuccessor(0));
    Value* holds = holds_first ? check->getCondition() : b.CreateNot(check->getCondition());
    const FunctionCallee assume = module.getOrInsertFunction("cairn_assume", b.getVoidTy(), b.getInt32Ty());
    b.CreateCall(assume, {b.CreateZExt(holds, b.getInt32Ty())});
    BasicBlock* next = check->getSuccessor(holds_first ? 0 : 1);
    check->getSuccessor(holds_first ? 1 : 0)->removePredecessor(check->getParent());
    b.CreateBr(next);
    check->eraseFromParent();
  }
  return checks.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace cairn::compiler
