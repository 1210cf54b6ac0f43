// Rules for calls: labels of arguments and results travel in the thread's area, tagged with the callee
// (abi/cairn_hooks.h).
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/externals.h"
#include "compiler/map_test.h"
#include "compiler/recorder.h"
#include "compiler/sabotage.h"
#include "compiler/structure.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t field(std::size_t offset, std::size_t index, std::size_t size) { return offset + index * size; }

bool by_value(const Argument& argument) { return argument.hasByValAttr(); }

// Whether anything but "did it fail?" is asked of the result: below zero or not.
bool is_counted(const CallBase& call) {
  return any_of(call.users(), [&](const User* user) {
    const auto* compare = dyn_cast<ICmpInst>(user);
    const auto* with = compare != nullptr ? dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
    if (with == nullptr) return true;
    switch (compare->getPredicate()) {
      case CmpInst::ICMP_SLT:
      case CmpInst::ICMP_SGE:
        return !with->isZero();
      case CmpInst::ICMP_SGT:
      case CmpInst::ICMP_SLE:
      case CmpInst::ICMP_EQ:
      case CmpInst::ICMP_NE:
        return !with->isMinusOne();
      default:
        return true;
    }
  });
}

}  // namespace

Value* FunctionRecorder::thread_field(Builder& b, std::size_t offset) {
  Value* area = b.CreateThreadLocalAddress(shared_.thread);
  return b.CreateConstGEP1_64(b.getInt8Ty(), area, offset);
}

Value* FunctionRecorder::call_id(Builder& b, std::uint32_t number) {
  return b.CreateAdd(b.CreateLoad(b.getInt32Ty(), shared_.call_base), b.getInt32(number));
}

// At entry: the calling context, labels of arguments if they are meant for us, and clean stack slots.
void FunctionRecorder::enter() {
  BasicBlock& entry = function_.getEntryBlock();
  BasicBlock::iterator at = entry.getFirstInsertionPt();
  while (isa<AllocaInst>(*at)) ++at;
  // `main` begins with the call that waits for the engine: recording starts behind it.
  for (Instruction& instruction : entry)
    if (auto* call = dyn_cast<CallInst>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__cairn_enter_main")
      at = std::next(call->getIterator());
  Instruction& start = *at;
  entry_point_ = &start;
  Builder b(&start);
  frame_ = b.CreateLoad(b.getInt64Ty(), thread_field(b, offsetof(cairn_thread, frame)));
  Value* steps = thread_field(b, offsetof(cairn_thread, steps));
  b.CreateStore(b.CreateAdd(b.CreateLoad(b.getInt64Ty(), steps), b.getInt64(1)), steps);

  if (function_.isVarArg()) {
    Builder top(&*entry.getFirstInsertionPt());
    saved_varargs_ = top.CreateAlloca(ArrayType::get(top.getInt32Ty(), CAIRN_VARARG_BYTES + 1));
    b.CreateStore(b.getInt32(0), saved_varargs_);
  }

  origin_ = shared_.tail_called.contains(&function_) ? take_origin(b) : &function_;
  clean_locals(start);
  if (function_.getName() != "main" && (function_.arg_size() != 0 || function_.isVarArg())) take_arguments(start);
}

// A function entered by a tail call returns to somebody who has called another.
Value* FunctionRecorder::take_origin(Builder& b) {
  Value* place = thread_field(b, offsetof(cairn_thread, tail_callee));
  Value* entered = b.CreateICmpEQ(b.CreateLoad(b.getPtrTy(), place), &function_);
  b.CreateStore(ConstantPointerNull::get(b.getPtrTy()), place);
  return b.CreateSelect(entered, b.CreateLoad(b.getPtrTy(), thread_field(b, offsetof(cairn_thread, tail_origin))),
                        &function_);
}

void FunctionRecorder::pass_origin(CallBase& call, Value* callee, std::uint32_t number) {
  if (call.getType()->isVoidTy()) return;
  Builder b(&call);
  b.CreateStore(callee, thread_field(b, offsetof(cairn_thread, tail_callee)));
  b.CreateStore(origin_, thread_field(b, offsetof(cairn_thread, tail_origin)));
  Function* known = call.getCalledFunction();
  if (known == nullptr || !known->isDeclaration()) return;
  // A function of another module does not look whom it returns for.
  std::vector<Value*> arguments;
  for (Value* argument : call.args()) arguments.push_back(label(argument));
  if (Value* passed = any(b, arguments); passed != nullptr)
    guarded(call, passed, [&](Builder& slow) {
      slow.CreateCall(hooks_.__cairn_lost, {passed, slow.getInt32(CAIRN_LOSS_EXTERNAL),
                                            labelled_bytes(slow, call.args()), call_id(slow, number), frame_});
      return std::vector<Value*>{};
    });
}

// The last thing before the body: with labels the recorded body is entered, without them its fast copy.
void FunctionRecorder::take_arguments(Instruction& start) {
  Builder b(&start);
  std::vector<Argument*> arguments;
  bool any_byval = false;
  for (Argument& argument : function_.args()) {
    if (by_value(argument)) any_byval = true;
    if (!argument.use_empty()) arguments.push_back(&argument);
  }
  Value* tag = b.CreateLoad(b.getPtrTy(), thread_field(b, offsetof(cairn_thread, callee)));
  if (any_byval) {
    // Labels of an earlier frame must not show through when the caller passed none.
    Value* stale = b.CreateZExt(b.CreateICmpNE(tag, &function_), b.getInt32Ty());
    guarded(start, stale, [&](Builder& slow) {
      for (Argument& argument : function_.args())
        if (by_value(argument))
          slow.CreateCall(hooks_.__cairn_clear,
                          {&argument, slow.getInt64(layout_.getTypeAllocSize(argument.getParamByValType()))});
      return std::vector<Value*>{};
    });
  }
  auto take = [&](Builder& slow) {
    std::vector<Value*> out;
    unsigned index = 0;
    unsigned byval_offset = 0;
    for (Argument& argument : function_.args()) {
      std::vector<Value*> pieces;
      for_each_part(argument.getType(), 0, [&](Type*, std::uint64_t) {
        Value* piece = slow.getInt32(0);
        if (index < CAIRN_MAX_ARGUMENT_LABELS)
          piece =
              slow.CreateLoad(slow.getInt32Ty(),
                              thread_field(slow, field(offsetof(cairn_thread, arguments), index, sizeof(cairn_label))));
        pieces.push_back(piece);
        ++index;
      });
      ArrayRef<Value*> rest = pieces;
      if (!argument.use_empty()) out.push_back(assemble(slow, shadow_type(argument.getType()), rest));
      if (by_value(argument)) {
        const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(argument.getParamByValType()));
        slow.CreateCall(hooks_.__cairn_byval_in, {&argument, slow.getInt32(size), slow.getInt32(byval_offset)});
        byval_offset += size;
      }
    }
    if (saved_varargs_ != nullptr) slow.CreateCall(hooks_.__cairn_vararg_begin, {saved_varargs_});
    slow.CreateStore(ConstantPointerNull::get(slow.getPtrTy()), thread_field(slow, offsetof(cairn_thread, callee)));
    return out;
  };
  // Most often there are none for anybody, which is quicker to see.
  const auto labels = guarded(start, tag, [&](Builder& outer) {
    Value* ours = outer.CreateZExt(outer.CreateICmpEQ(tag, &function_), outer.getInt32Ty());
    return guarded(*outer.GetInsertPoint(), ours, take);
  });
  for (std::size_t i = 0; i < arguments.size(); ++i) set_label(*arguments[i], labels[i]);
}

void FunctionRecorder::clean_locals(Instruction& start) {
  for (Instruction& instruction : function_.getEntryBlock()) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || local == saved_varargs_ || !local->isStaticAlloca()) continue;
    bool has_lifetime = false;
    for (User* user : local->users())
      if (auto* marker = dyn_cast<IntrinsicInst>(user))
        has_lifetime |= marker->getIntrinsicID() == Intrinsic::lifetime_start;
    if (has_lifetime || sabotage_of(*rule_for(*local)) != Sabotage::none) continue;
    const std::uint64_t size = local->getAllocationSize(layout_)->getFixedValue();
    if (size == 0) continue;
    Builder now(&start);
    clear_allocation(now, start, local, now.getInt64(size), size);
  }
}

std::uint32_t FunctionRecorder::call_number(Instruction& call) {
  if (MDNode* note = call.getMetadata(kCallMetadata))
    return static_cast<std::uint32_t>(mdconst::extract<ConstantInt>(note->getOperand(0))->getZExtValue());
  Facts& facts = shared_.unit.facts;
  cairn_fact_call c{};
  c.block = CAIRN_NO_SITE;
  c.function = shared_.unit.function(function_.getName());
  if (auto* base = dyn_cast<CallBase>(&call); base != nullptr && base->getCalledFunction() != nullptr)
    c.callee = facts.string(base->getCalledFunction()->getName());
  if (const DebugLoc& where = call.getDebugLoc()) {
    c.file = facts.string(where->getFilename());
    c.line = where.getLine();
  }
  facts.calls.push_back(c);
  return static_cast<std::uint32_t>(facts.calls.size() - 1);
}

void FunctionRecorder::push_frame(CallBase& call, std::uint32_t number) {
  Builder b(&call);
  Value* id = call_id(b, number);
  Value* depth = b.CreateTrunc(frame_, b.getInt32Ty());
  Value* slot = b.CreateAnd(depth, CAIRN_STACK_DEPTH - 1);
  Value* stack = thread_field(b, offsetof(cairn_thread, stack));
  b.CreateStore(id, b.CreateGEP(b.getInt32Ty(), stack, b.CreateZExt(slot, b.getInt64Ty())));
  Value* hash = b.CreateTrunc(b.CreateLShr(frame_, 32), b.getInt32Ty());
  hash = b.CreateAdd(b.CreateMul(hash, b.getInt32(0x9e3779b1u)), b.CreateAdd(id, b.getInt32(1)));
  Value* frame = b.CreateOr(b.CreateShl(b.CreateZExt(hash, b.getInt64Ty()), 32),
                            b.CreateZExt(b.CreateAdd(depth, b.getInt32(1)), b.getInt64Ty()));
  b.CreateStore(frame, thread_field(b, offsetof(cairn_thread, frame)));
}

void FunctionRecorder::pass_arguments(CallBase& call, Value* callee) {
  // The callee gets a copy made here, at an address of its own.
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i)) pin(call, call.getArgOperand(i), CAIRN_EVENT_PinAddress);
  Builder b(&call);
  std::vector<Value*> inputs;
  Value* byval_pages = nullptr;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (call.getArgOperand(i)->getType()->isMetadataTy()) continue;
    if (!call.isByValArgument(i)) {
      inputs.push_back(label(call.getArgOperand(i)));
      continue;
    }
    const std::uint64_t size = layout_.getTypeAllocSize(call.getParamByValType(i));
    Value* pages = b.getInt32(1);
    if (size <= kTestedInline) pages = map_bytes(b, call.getArgOperand(i), std::max<std::uint64_t>(size, 1), false);
    byval_pages = byval_pages == nullptr ? pages : b.CreateOr(byval_pages, pages);
  }
  Value* guard = any(b, inputs);
  if (byval_pages != nullptr) guard = guard == nullptr ? byval_pages : b.CreateOr(guard, byval_pages);
  // Variable arguments on the stack lie where those of an earlier call lay: the callee must hear of them even without
  // labels.
  if (call.getFunctionType()->isVarArg())
    for (auto [i, offset] : variable_arguments(call))
      if (offset >= CAIRN_VARARG_REGISTERS) guard = b.getInt32(1);
  if (guard == nullptr) return;
  guarded(call, guard, [&](Builder& slow) {
    slow.CreateStore(callee, thread_field(slow, offsetof(cairn_thread, callee)));
    slow.CreateStore(slow.getInt32(0), thread_field(slow, offsetof(cairn_thread, vararg_bytes)));
    slow.CreateStore(slow.getInt32(0), thread_field(slow, offsetof(cairn_thread, byval_bytes)));
    unsigned index = 0;
    unsigned byval_offset = 0;
    const unsigned fixed = call.getFunctionType()->getNumParams();
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value* argument = call.getArgOperand(i);
      if (argument->getType()->isMetadataTy() || i >= fixed) continue;
      std::vector<Value*> pieces;
      Value* l = label(argument);
      if (isa<ConstantAggregateZero>(l) || call.isByValArgument(i))
        for_each_part(argument->getType(), 0, [&](Type*, std::uint64_t) { pieces.push_back(slow.getInt32(0)); });
      else
        parts(slow, l, pieces);
      for (Value* piece : pieces) {
        if (index < CAIRN_MAX_ARGUMENT_LABELS)
          slow.CreateStore(piece,
                           thread_field(slow, field(offsetof(cairn_thread, arguments), index, sizeof(cairn_label))));
        else
          slow.CreateCall(hooks_.__cairn_lost, {piece, slow.getInt32(CAIRN_LOSS_ARGUMENTS), slow.getInt32(8),
                                                call_id(slow, call_number(call)), frame_});
        ++index;
      }
      if (call.isByValArgument(i)) {
        const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(call.getParamByValType(i)));
        slow.CreateCall(hooks_.__cairn_byval_out, {argument, slow.getInt32(size), slow.getInt32(byval_offset)});
        byval_offset += size;
      }
    }
    if (call.getFunctionType()->isVarArg()) pass_variable_arguments(slow, call);
    return std::vector<Value*>{};
  });
}

// The first place behind a call that has returned, in front of what was put there before.
Instruction* FunctionRecorder::behind(CallBase& call) {
  auto* invoke = dyn_cast<InvokeInst>(&call);
  if (invoke == nullptr) return call.getNextNode();
  BasicBlock* normal = invoke->getNormalDest();
  if (normal->getUniquePredecessor() == nullptr) normal = SplitEdge(call.getParent(), normal);
  return &*normal->getFirstInsertionPt();
}

void FunctionRecorder::take_result(CallBase& call, Value* callee) {
  Type* type = call.getType();
  if (type->isVoidTy() || call.use_empty() || call.isMustTailCall()) return;
  Instruction* after = behind(call);
  Builder b(after);
  Value* tag = b.CreateLoad(b.getPtrTy(), thread_field(b, offsetof(cairn_thread, returned)));
  auto take = [&](Builder& slow) {
    std::vector<Value*> pieces;
    unsigned index = 0;
    for_each_part(type, 0, [&](Type*, std::uint64_t) {
      Value* piece = slow.getInt32(0);
      if (index < CAIRN_MAX_RETURN_LABELS)
        piece = slow.CreateLoad(slow.getInt32Ty(),
                                thread_field(slow, field(offsetof(cairn_thread, results), index, sizeof(cairn_label))));
      pieces.push_back(piece);
      ++index;
    });
    slow.CreateStore(ConstantPointerNull::get(slow.getPtrTy()), thread_field(slow, offsetof(cairn_thread, returned)));
    ArrayRef<Value*> rest = pieces;
    return std::vector<Value*>{assemble(slow, shadow_type(type), rest)};
  };
  BasicBlock* head = after->getParent();
  const auto labels = guarded(*after, tag, [&](Builder& outer) {
    Value* theirs = outer.CreateZExt(outer.CreateICmpEQ(tag, callee), outer.getInt32Ty());
    return guarded(*outer.GetInsertPoint(), theirs, take, Gives::read_labels);
  });
  resume_in(*head);
  if (sabotage_of(*rule_for(call)) != Sabotage::corrupt) set_label(call, labels[0]);
}

// Where control may have come from calls that did not return: by an exception, or by a jump.
void FunctionRecorder::land(Instruction& before) { Builder(&before).CreateCall(hooks_.__cairn_landed); }

void FunctionRecorder::visit_call(CallBase& call) {
  flush(call);
  if (call.hasFnAttr(Attribute::ReturnsTwice) && !call.isTerminator()) land(*call.getNextNode());
  if (call.isInlineAsm() || isa<CallBrInst>(call)) {
    visit_opaque(call, CAIRN_LOSS_ASM);
    return;
  }
  Value* callee = call.getCalledOperand();
  Function* known = call.getCalledFunction();
  if (known != nullptr && (known->getName() == kProbe || known->getName() == kProbeChoice ||
                           (known->getName().starts_with("__cairn_") && !known->getName().starts_with(kModelPrefix))))
    return;
  if (known == nullptr) pin(call, callee, CAIRN_EVENT_IndirectCall);

  // Stores of labels for a call that needs none of it would only cost time.
  const bool inert = known != nullptr && inert_external(known->getName());
  if (inert) return;
  if (known != nullptr && known->isDeclaration()) {
    StringRef name = known->getName();
    if (const auto deciding = deciding_argument(name); deciding && *deciding < call.arg_size())
      pin(call, call.getArgOperand(*deciding), CAIRN_EVENT_PinValue);
    if (name.consume_front(kModelPrefix) && counts_output(name) && is_counted(call))
      Builder(&call).CreateCall(call.getModule()->getOrInsertFunction("cairn_count_output", Type::getVoidTy(context_)));
  }
  const bool may_be_uninstrumented = known == nullptr || known->isDeclaration();
  const bool is_sink = known != nullptr && sink_external(known->getName());
  const std::uint32_t number = call_number(call);

  // Models say themselves what they lose.
  const bool is_runtime = known != nullptr && known->isDeclaration() && runtime_external(known->getName());
  if (may_be_uninstrumented && !is_sink && !is_runtime && !shared_.unit.models) hand_over_arguments(call);
  pass_arguments(call, callee);
  if (known == nullptr || !leaf_external(known->getName())) push_frame(call, number);
  if (call.isMustTailCall()) pass_origin(call, callee, number);
  take_result(call, callee);
  if (call.isMustTailCall() || call.doesNotReturn()) return;
  if (!may_be_uninstrumented) return;

  // What was not taken was not meant to be: the callee is not instrumented.
  Instruction* after = behind(call);
  std::vector<Value*> arguments;
  Builder b(after);
  for (Value* argument : call.args())
    if (!argument->getType()->isMetadataTy()) arguments.push_back(label(argument));
  if (Value* passed = any(b, arguments); passed != nullptr)
    guarded(*after, passed, [&](Builder& slow) {
      Value* tag = slow.CreateLoad(slow.getPtrTy(), thread_field(slow, offsetof(cairn_thread, callee)));
      Value* left = slow.CreateZExt(slow.CreateICmpEQ(tag, callee), slow.getInt32Ty());
      slow.CreateStore(ConstantPointerNull::get(slow.getPtrTy()), thread_field(slow, offsetof(cairn_thread, callee)));
      if (!is_sink)
        slow.CreateCall(hooks_.__cairn_lost, {left, slow.getInt32(CAIRN_LOSS_EXTERNAL),
                                              labelled_bytes(slow, call.args()), call_id(slow, number), frame_});
      return std::vector<Value*>{};
    });
}

void FunctionRecorder::visit_return(ReturnInst& result) {
  flush(result);
  Value* value = result.getReturnValue();
  if (value == nullptr) return;
  if (auto* tail = dyn_cast_or_null<CallInst>(result.getPrevNode()); tail != nullptr && tail->isMustTailCall()) return;
  Builder b(&result);
  b.CreateStore(ConstantPointerNull::get(b.getPtrTy()), thread_field(b, offsetof(cairn_thread, returned)));
  if (sabotage_of(*rule_for(result)) == Sabotage::corrupt) return;
  std::vector<Value*> inputs = {label(value)};
  Value* guard = any(b, inputs);
  if (guard == nullptr) return;
  guarded(result, guard, [&](Builder& slow) {
    std::vector<Value*> pieces;
    parts(slow, label(value), pieces);
    for (unsigned i = 0; i < pieces.size() && i < CAIRN_MAX_RETURN_LABELS; ++i)
      slow.CreateStore(pieces[i], thread_field(slow, field(offsetof(cairn_thread, results), i, sizeof(cairn_label))));
    slow.CreateStore(origin_, thread_field(slow, offsetof(cairn_thread, returned)));
    return std::vector<Value*>{};
  });
}

}  // namespace cairn::compiler
