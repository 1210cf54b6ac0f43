#include "compiler/split_values.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace cairn::compiler {
namespace {

using namespace llvm;

cl::opt<bool> split_truths("cairn-split-truths", cl::Hidden,
                           cl::desc("make branches of truth values that are used as numbers"));

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

// The block of the operand leads to the result by way of one of two new blocks.
void split(const Operand& operand) {
  Instruction& value = operand.value();
  BasicBlock* from = value.getParent();
  BasicBlock* to = operand.result->getParent();
  BasicBlock* ways[2];
  for (BasicBlock*& way : ways) {
    way = BasicBlock::Create(from->getContext(), "", from->getParent(), to);
    BranchInst::Create(to, way)->setDebugLoc(value.getDebugLoc());
  }
  for (PHINode& phi : to->phis()) {
    Value* arm = phi.getIncomingValueForBlock(from);
    phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(from)), ways[0]);
    phi.addIncoming(arm, ways[1]);
  }
  operand.result->setIncomingValueForBlock(ways[0], ConstantInt::getTrue(value.getType()));
  operand.result->setIncomingValueForBlock(ways[1], ConstantInt::getFalse(value.getType()));
  from->getTerminator()->eraseFromParent();
  BranchInst::Create(ways[0], ways[1], &value, from)->setDebugLoc(value.getDebugLoc());
}

}  // namespace

Instruction& Operand::value() const { return *cast<Instruction>(result->getIncomingValue(arm)); }

bool Operand::tested_at_once() const {
  const auto* test = dyn_cast<BranchInst>(result->getParent()->getTerminator());
  return test != nullptr && test->isConditional() && test->getCondition() == result &&
         result->getParent()->getFirstNonPHIOrDbg() == test;
}

std::optional<Operand> operand_of(PHINode& phi) {
  if (!phi.getType()->isIntegerTy(1) || phi.getNumIncomingValues() < 2) return std::nullopt;
  if (phi.getMetadata(LLVMContext::MD_nosanitize) != nullptr) return std::nullopt;  // a check of the compiler's
  std::optional<unsigned> computed;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (isa<ConstantInt>(phi.getIncomingValue(i))) {
      if (phi.getIncomingBlock(i)->getTerminator()->getNumSuccessors() < 2) return std::nullopt;
    } else if (computed) {
      return std::nullopt;
    } else {
      computed = i;
    }
  }
  if (!computed) return std::nullopt;
  const BasicBlock* from = phi.getIncomingBlock(*computed);
  const auto* value = dyn_cast<Instruction>(phi.getIncomingValue(*computed));
  if (value == nullptr || value->getParent() != from || !value->getDebugLoc()) return std::nullopt;
  if (from->getTerminator()->getNumSuccessors() != 1) return std::nullopt;
  return Operand{&phi, *computed};
}

void split_selects(Function& function, function_ref<bool(const SelectInst&)> wanted) {
  std::vector<SelectInst*> selects;
  for (Instruction& instruction : instructions(function)) {
    auto* select = dyn_cast<SelectInst>(&instruction);
    if (select != nullptr && select->getCondition()->getType()->isIntegerTy(1) && wanted(*select))
      selects.push_back(select);
  }
  for (SelectInst* select : selects)
    split(*select, *select->getCondition(), *select->getTrueValue(), *select->getFalseValue());
}

void split_operands(Function& function) {
  std::vector<Operand> operands;
  for (BasicBlock& block : function)
    for (PHINode& phi : block.phis())
      if (const auto operand = operand_of(phi); operand && !operand->tested_at_once()) operands.push_back(*operand);
  for (const Operand& operand : operands) split(operand);
}

PreservedAnalyses SplitTruthsPass::run(Module& module, ModuleAnalysisManager&) {
  if (!split_truths) return PreservedAnalyses::all();
  std::vector<ZExtInst*> truths;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      auto* truth = dyn_cast<ZExtInst>(&instruction);
      if (truth != nullptr && truth->getOperand(0)->getType()->isIntegerTy(1)) truths.push_back(truth);
    }
  for (ZExtInst* truth : truths)
    split(*truth, *truth->getOperand(0), *ConstantInt::get(truth->getType(), 1),
          *ConstantInt::get(truth->getType(), 0));
  return truths.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace cairn::compiler
