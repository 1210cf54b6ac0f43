#include "compiler/unwritten.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/GlobalVariable.h>

namespace cairn::compiler {

using namespace llvm;

namespace {

bool calls(const Value* value, StringRef prefix) {
  const auto* call = dyn_cast<CallBase>(value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName().starts_with(prefix);
}

bool holds_call(const BasicBlock& block, StringRef prefix) {
  return any_of(block, [&](const Instruction& instruction) { return calls(&instruction, prefix); });
}

// Was the object returned in place? Did the temporary come into being? A `bool` of the source lies in a byte.
bool reads_flag(const Value* condition) {
  const auto* load = dyn_cast<LoadInst>(condition);
  if (load == nullptr) return false;
  const auto* variable = dyn_cast<AllocaInst>(load->getPointerOperand());
  return variable != nullptr && variable->getAllocatedType()->isIntegerTy(1);
}

// Is the static variable initialised?
bool reads_guard(const Value* value) {
  if (calls(value, "__cxa_guard_acquire")) return true;
  const auto* load = dyn_cast<LoadInst>(value);
  if (load == nullptr) return false;
  const Value* guard = load->getPointerOperand();
  if (calls(guard, "llvm.threadlocal.address")) guard = cast<CallBase>(guard)->getArgOperand(0);
  return isa<GlobalVariable>(guard) && guard->getName().starts_with("_ZGV");
}

bool used_in_successor(const Value* value, const BranchInst& branch) {
  return any_of(value->users(), [&](const User* user) {
    const auto* instruction = dyn_cast<Instruction>(user);
    return instruction != nullptr && is_contained(successors(&branch), instruction->getParent());
  });
}

// Is the pointer to be deleted or cast null? Was this the array's last element, has it any? The source's variables are
// read anew wherever they are named: a value that is compared and used again behind the branch is none of theirs. Two
// others are used again: x of `x ?: y`, which is asked whether it is not zero, and `this`, which is read at no place.
// Of that only `delete this` asks whether it is null.
bool compares_what_it_uses(const ICmpInst& comparison, const BranchInst& branch) {
  if (comparison.getPredicate() != CmpInst::ICMP_EQ || comparison.getDebugLoc() != branch.getDebugLoc()) return false;
  const bool with_null = isa<ConstantPointerNull>(comparison.getOperand(1));
  return any_of(comparison.operands(), [&](const Value* operand) {
    const auto* value = dyn_cast<Instruction>(operand);
    return value != nullptr && !isa<AllocaInst>(value) && (value->getDebugLoc() || with_null) &&
           used_in_successor(value, branch);
  });
}

// Is the member function that a pointer leads to virtual?
bool tests_member_pointer(const ICmpInst& comparison, const BranchInst& branch) {
  const auto* bit = dyn_cast<BinaryOperator>(comparison.getOperand(0));
  return bit != nullptr && bit->getOpcode() == Instruction::And && isa<ExtractValueInst>(bit->getOperand(0)) &&
         used_in_successor(bit->getOperand(0), branch);
}

// Is a frame to be allocated or freed, has the awaited come already?
bool drives_coroutine(const BranchInst& branch) {
  return calls(branch.getCondition(), "llvm.coro.") || any_of(successors(&branch), [](const BasicBlock* to) {
           return holds_call(*to, "llvm.coro.save") || holds_call(*to, "llvm.coro.begin");
         });
}

bool leads_to_bad_cast(const BranchInst& branch) {
  return any_of(successors(&branch), [](const BasicBlock* to) { return holds_call(*to, "__cxa_bad_"); });
}

// Every block behind `work`, its own included, as far as `follow` goes.
template <class Follow>
BlockSet reach(SmallVector<const BasicBlock*> work, const Follow& follow) {
  BlockSet reached;
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (!reached.insert(block).second) continue;
    for (const BasicBlock* to : successors(block))
      if (follow(*to)) work.push_back(to);
  }
  return reached;
}

}  // namespace

bool unwritten(const BranchInst& branch) {
  const Value* condition = branch.getCondition();
  if (reads_flag(condition) || drives_coroutine(branch) || leads_to_bad_cast(branch)) return true;
  const auto* comparison = dyn_cast<ICmpInst>(condition);
  if (comparison == nullptr) return false;
  const Value* compared = comparison->getOperand(0);
  return reads_guard(compared) || calls(compared, "llvm.coro.") || compares_what_it_uses(*comparison, branch) ||
         tests_member_pointer(*comparison, branch);
}

bool unwritten(const SwitchInst& choice) { return calls(choice.getCondition(), "llvm.coro."); }

// The size of `new T[n]`, or too much where it overflows; the parts of `<=>`. Both arms of a `?:` that became a select
// are constants.
bool unwritten(const SelectInst& select) {
  return isa<Instruction>(select.getTrueValue()) || isa<Instruction>(select.getFalseValue()) ||
         any_of(select.users(), [](const User* user) { return isa<SelectInst>(user); });
}

BlockSet unwinding_blocks(const Function& function) {
  SmallVector<const BasicBlock*> pads, starts{&function.getEntryBlock()};
  const auto handles = [](const BasicBlock& block) { return holds_call(block, "__cxa_begin_catch"); };
  for (const BasicBlock& block : function) {
    if (block.isEHPad()) pads.push_back(&block);
    if (handles(block)) starts.push_back(&block);
  }
  if (pads.empty()) return {};
  const BlockSet written = reach(std::move(starts), [](const BasicBlock& to) { return !to.isEHPad(); });
  BlockSet unwinding = reach(std::move(pads), [&](const BasicBlock& to) { return !written.contains(&to); });
  for (const BasicBlock* block : written) unwinding.erase(block);  // a landing pad that is a handler at once
  return unwinding;
}

}  // namespace cairn::compiler
