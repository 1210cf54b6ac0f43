#include "compiler/split_selects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/unwritten.h"

namespace cairn::compiler {
namespace {

using namespace llvm;

cl::opt<bool> split_selects("cairn-split-selects", cl::Hidden,
                            cl::desc("make branches of selects and of truth values used as numbers"));

// `instruction` becomes one value where the condition holds, another where it does not.
void split(Instruction& instruction, Value& condition, Value& yes, Value& no) {
  Instruction* then_end = nullptr;
  Instruction* else_end = nullptr;
  SplitBlockAndInsertIfThenElse(&condition, instruction.getIterator(), &then_end, &else_end);
  then_end->setDebugLoc(instruction.getDebugLoc());
  else_end->setDebugLoc(instruction.getDebugLoc());
  PHINode* value = PHINode::Create(instruction.getType(), 2, "", instruction.getIterator());
  value->addIncoming(&yes, then_end->getParent());
  value->addIncoming(&no, else_end->getParent());
  value->setDebugLoc(instruction.getDebugLoc());
  instruction.replaceAllUsesWith(value);
  instruction.eraseFromParent();
}

}  // namespace

PreservedAnalyses SplitSelectsPass::run(Module& module, ModuleAnalysisManager&) {
  if (!split_selects) return PreservedAnalyses::all();
  std::vector<SelectInst*> selects;
  std::vector<ZExtInst*> truths;
  for (Function& function : module)
    for (BasicBlock& block : function)
      for (Instruction& instruction : block) {
        auto* select = dyn_cast<SelectInst>(&instruction);
        if (select != nullptr && select->getCondition()->getType()->isIntegerTy(1) && !unwritten(*select))
          selects.push_back(select);
        auto* truth = dyn_cast<ZExtInst>(&instruction);
        if (truth != nullptr && truth->getOperand(0)->getType()->isIntegerTy(1)) truths.push_back(truth);
      }
  for (SelectInst* select : selects)
    split(*select, *select->getCondition(), *select->getTrueValue(), *select->getFalseValue());
  for (ZExtInst* truth : truths)
    split(*truth, *truth->getOperand(0), *ConstantInt::get(truth->getType(), 1),
          *ConstantInt::get(truth->getType(), 0));
  return selects.empty() && truths.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace cairn::compiler
