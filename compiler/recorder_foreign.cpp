// Code that records nothing: functions of other modules, assembly, and instructions without a rule. What they may read
// behind pointers is handed over, so that a loss is told where something there is symbolic; what goes in by value is lost.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>

#include "compiler/externals.h"
#include "compiler/map_test.h"
#include "compiler/recorder.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

// Does the value lead to memory that somebody could write?
bool leads_to_memory(const Value* value) {
  if (!value->getType()->isPointerTy() || isa<ConstantData>(value)) return false;
  const Value* object = getUnderlyingObject(value);
  const auto* global = dyn_cast<GlobalVariable>(object);
  return !isa<Function>(object) && (global == nullptr || !global->isConstant());
}

// Is there anything in the variable that this program has put there? Pointers that were left on the stack are nobody's.
bool may_be_filled(const Value& place) {
  return any_of(place.users(), [&](const User* user) {
    if (const auto* store = dyn_cast<StoreInst>(user)) return store->getPointerOperand() == &place;
    if (const auto* set = dyn_cast<MemIntrinsic>(user)) return set->getRawDest() == &place;
    if (isa<GEPOperator>(user) || isa<CastInst>(user)) return may_be_filled(*user);
    const auto* call = dyn_cast<CallBase>(user);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return call != nullptr && !isa<IntrinsicInst>(call) &&
           (callee == nullptr || !callee->isDeclaration() || callee->getName().starts_with(kModelPrefix));
  });
}

// Assembly writes to the place that the argument names, and says that it does not read there.
bool is_output(const CallBase& call, unsigned argument) {
  const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (assembly == nullptr) return false;
  unsigned number = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints())
    if (constraint.hasArg() && number++ == argument) return constraint.Type == InlineAsm::isOutput;
  return false;
}

}  // namespace

// How large the object is that begins at the pointer, as far as this function shows it.
std::optional<std::uint64_t> FunctionRecorder::size_behind(Value* pointer) {
  Value* object = pointer->stripPointerCasts();
  if (auto* local = dyn_cast<AllocaInst>(object); local != nullptr && local->isStaticAlloca())
    return local->getAllocationSize(layout_)->getFixedValue();
  if (auto* global = dyn_cast<GlobalVariable>(object); global != nullptr && global->getValueType()->isSized())
    return layout_.getTypeAllocSize(global->getValueType());
  if (auto* gep = dyn_cast<GEPOperator>(object); gep != nullptr && gep->getResultElementType()->isAggregateType())
    return layout_.getTypeAllocSize(gep->getResultElementType());
  return std::nullopt;
}

// May the callee read behind the argument, without anybody seeing it?
bool FunctionRecorder::handed_over(const CallBase& call, const Value* callee, unsigned argument) {
  if (!leads_to_memory(call.getArgOperand(argument)) || call.isByValArgument(argument) ||
      call.paramHasAttr(argument, Attribute::StructRet))
    return false;
  const auto* known = dyn_cast<Function>(callee);
  return known == nullptr ||
         !(call.paramHasAttr(argument, Attribute::WriteOnly) || only_writes(known->getName(), argument));
}

// In front of a call: what the callee may read behind the pointer.
void FunctionRecorder::hand_over(Instruction& before, CallBase& call, Value* callee, unsigned argument) {
  Value* pointer = call.getArgOperand(argument);
  const auto* known = dyn_cast<Function>(callee);
  // Pointers to functions mostly lead to recorded ones, and what member functions of the C++ library need of their
  // objects is followed there: only what begins right at the pointer.
  const unsigned object = call.hasStructRetAttr() ? 1 : 0;
  const bool only_begin = known == nullptr || (argument == object && handles_object(known->getName()));
  const std::uint64_t size = only_begin ? CAIRN_SIZE_BEGIN : size_behind(pointer).value_or(CAIRN_SIZE_UNKNOWN);
  // What a member is said to be need not be there: its object may be none.
  const Value* begin = pointer->stripPointerCasts();
  const auto* local = dyn_cast<AllocaInst>(begin);
  const bool surely_there = local != nullptr ? may_be_filled(*local) : !isa<GEPOperator>(begin);
  const bool holds = size >= layout_.getPointerSize() && surely_there;
  auto emit = [&](Builder& b) {
    b.CreateCall(hooks_.__cairn_hand_over,
                 {callee, pointer, b.getInt64(size), b.getInt32(holds ? 1 : 0), call_id(b, call_number(call))});
    return std::vector<Value*>{};
  };
  Builder b(&before);
  if (!holds && size <= kTestedInline)
    guarded(before, map_bytes(b, pointer, std::max<std::uint64_t>(size, 1), false), emit);
  else
    emit(b);
}

// Non-zero while an engine is there and the callee, which another module has, is not instrumented.
Value* FunctionRecorder::is_foreign(Builder& b, Function& callee) {
  const std::uint64_t number = shared_.callees.try_emplace(&callee, shared_.callees.size()).first->second;
  Value* place = b.CreateConstGEP1_64(b.getInt8Ty(), shared_.foreign, number);
  return b.CreateZExt(b.CreateLoad(b.getInt8Ty(), place), b.getInt32Ty());
}

// Most functions that are called by name are instrumented, here or in another module: that is one test for all of the
// arguments.
void FunctionRecorder::hand_over_arguments(CallBase& call) {
  Value* callee = call.getCalledOperand();
  std::vector<unsigned> handed;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (handed_over(call, callee, i)) handed.push_back(i);
  if (handed.empty()) return;
  auto emit = [&](Instruction& before) {
    for (unsigned i : handed) hand_over(before, call, callee, i);
  };
  Function* known = call.getCalledFunction();
  if (known == nullptr) {
    emit(call);
    return;
  }
  Builder b(&call);
  guarded(call, is_foreign(b, *known), [&](Builder& slow) {
    emit(*slow.GetInsertPoint());
    return std::vector<Value*>{};
  });
}

// How many bytes of the values have a label.
Value* FunctionRecorder::labelled_bytes(Builder& b, iterator_range<Use*> values) {
  Value* sum = b.getInt32(0);
  for (Value* value : values) {
    Type* type = value->getType();
    if (isa<Constant>(value) || !scalar(type)) continue;
    Value* symbolic = b.CreateICmpNE(label(value), b.getInt32(0));
    sum = b.CreateAdd(sum, b.CreateSelect(symbolic, b.getInt32((width(type) + 7) / 8), b.getInt32(0)));
  }
  return sum;
}

// The result is concrete; if anything symbolic went in, that is a loss.
void FunctionRecorder::visit_lost(Instruction& instruction, cairn_loss loss) {
  flush(instruction);
  if (instruction.isTerminator() && !isa<CallBase>(instruction)) return;
  Builder b(&instruction);
  std::vector<Value*> inputs;
  for (Value* operand : instruction.operands())
    if (!isa<BasicBlock>(operand) && !operand->getType()->isMetadataTy() && !isa<Constant>(operand))
      inputs.push_back(label(operand));
  Value* guard = any(b, inputs);
  if (guard == nullptr) return;
  const std::uint32_t number = call_number(instruction);
  guarded(instruction, guard, [&](Builder& slow) {
    slow.CreateCall(hooks_.__cairn_lost, {guard, slow.getInt32(loss), labelled_bytes(slow, instruction.operands()),
                                          call_id(slow, number), frame_});
    return std::vector<Value*>{};
  });
}

// Assembly, and intrinsics without a rule that use memory.
void FunctionRecorder::visit_opaque(CallBase& call, cairn_loss loss) {
  visit_lost(call, loss);
  if (const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
      assembly != nullptr && assembly->getAsmString().empty())
    return;  // it only keeps the compiler from moving things
  Value* nobody = ConstantPointerNull::get(PointerType::getUnqual(context_));
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!is_output(call, i) && handed_over(call, nobody, i)) hand_over(call, call, nobody, i);
}

}  // namespace cairn::compiler
