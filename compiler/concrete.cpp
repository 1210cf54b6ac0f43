#include "compiler/concrete.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/rules.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

// Can this instruction bring symbolic data into the function?
bool source(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::Load:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      return true;
    case Instruction::Call:
    case Instruction::Invoke:
    case Instruction::CallBr:
      return !isa<IntrinsicInst>(instruction) && !cast<CallBase>(instruction).isInlineAsm();
    default:
      return false;
  }
}

// Does the result's label depend on the operands' labels?
bool passes_on(const Instruction& instruction) {
  if (source(instruction) || isa<AllocaInst>(instruction) || isa<LandingPadInst>(instruction)) return false;
  const Rule* rule = rule_for(instruction);
  return rule != nullptr && rule->kind != RuleKind::no_data && rule->kind != RuleKind::lost &&
         rule->kind != RuleKind::call;
}

}  // namespace

Concreteness::Concreteness(const Function& function) {
  std::vector<const Value*> work;
  auto add = [&](const Value* value) {
    if (symbolic_.insert(value).second) work.push_back(value);
  };
  for (const Argument& argument : function.args()) add(&argument);
  for (const Instruction& instruction : instructions(function))
    if (!instruction.getType()->isVoidTy() && source(instruction)) add(&instruction);
  while (!work.empty()) {
    const Value* value = work.back();
    work.pop_back();
    for (const User* user : value->users()) {
      const auto* instruction = dyn_cast<Instruction>(user);
      if (instruction != nullptr && !instruction->getType()->isVoidTy() && passes_on(*instruction)) add(instruction);
    }
  }
}

}  // namespace cairn::compiler
