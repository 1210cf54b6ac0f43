// Rules for variable arguments: their labels lie beside the areas in which the System V ABI passes their values.
#include "compiler/recorder.h"
#include "compiler/rules.h"
#include "compiler/sabotage.h"

namespace cairn::compiler {

using namespace llvm;

// Where the System V ABI puts the variable arguments: offsets into the register save area, and behind it the stack.
std::vector<std::pair<unsigned, unsigned>> FunctionRecorder::variable_arguments(const CallBase& call) const {
  std::vector<std::pair<unsigned, unsigned>> places;
  unsigned integer = 0;    // offset into the six general registers
  unsigned floating = 48;  // ... and the eight vector registers
  unsigned memory = 0;     // ... and the stack
  unsigned overflow = 0;   // where the variable ones begin there, behind the fixed ones
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Type* type = call.getArgOperand(i)->getType();
    const bool variable = i >= call.getFunctionType()->getNumParams();
    const bool byval = call.isByValArgument(i);
    const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(byval ? call.getParamByValType(i) : type));
    unsigned offset;
    const bool is_float = type->isFloatTy() || type->isDoubleTy() || type->isVectorTy();
    const bool is_integer = type->isPointerTy() || type->isIntegerTy();
    const unsigned slots = is_integer && size > 8 ? 2 : 1;
    if (!byval && is_integer && integer + slots * 8 <= 48) {
      offset = integer;
      integer += slots * 8;
    } else if (!byval && is_float && floating < CAIRN_VARARG_REGISTERS) {
      offset = floating;
      floating += 16;
    } else {
      const auto align = static_cast<unsigned>(byval ? call.getParamAlign(i).valueOrOne().value()
                                                     : (type->isX86_FP80Ty() || slots == 2 ? 16 : 8));
      if (align > 8) memory = (memory + align - 1) / align * align;
      offset = CAIRN_VARARG_REGISTERS + memory - overflow;
      memory += (size + 7) / 8 * 8;
      if (!variable) overflow = memory;
    }
    if (variable) places.push_back({i, offset});
  }
  return places;
}

// The labels lie where va_arg in the callee finds the values.
void FunctionRecorder::pass_variable_arguments(Builder& b, CallBase& call) {
  for (auto [i, offset] : variable_arguments(call)) {
    Value* argument = call.getArgOperand(i);
    Type* type = argument->getType();
    if (call.isByValArgument(i)) {
      const auto size = static_cast<unsigned>(layout_.getTypeAllocSize(call.getParamByValType(i)));
      for (unsigned at = 0; at < size; at += 8) {
        const unsigned chunk = std::min(8u, size - at);
        Value* place = b.CreateConstGEP1_64(b.getInt8Ty(), argument, at);
        Value* l = b.CreateCall(hooks_.__cairn_load, {place, b.getInt32(chunk * 8)});
        b.CreateCall(hooks_.__cairn_vararg, {l, b.getInt64(0), b.getInt32(chunk * 8), b.getInt32(offset + at)});
      }
    } else if (scalar(type)) {
      b.CreateCall(hooks_.__cairn_vararg,
                   {label(argument), bits(b, argument), b.getInt32(width(type)), b.getInt32(offset)});
    } else if (auto* vector = dyn_cast<FixedVectorType>(type); vector != nullptr && scalar(vector->getElementType())) {
      const unsigned w = width(vector->getElementType());
      for (unsigned lane = 0; lane < vector->getNumElements(); ++lane)
        b.CreateCall(hooks_.__cairn_vararg, {b.CreateExtractValue(label(argument), lane), b.getInt64(0), b.getInt32(w),
                                             b.getInt32(offset + lane * w / 8)});
    }
  }
}

void FunctionRecorder::visit_varargs(IntrinsicInst& intrinsic) {
  flush(intrinsic);
  if (sabotage_of(*rule_for(intrinsic)) == Sabotage::corrupt) return;
  Builder b(intrinsic.getNextNode());
  if (intrinsic.getIntrinsicID() == Intrinsic::vastart && saved_varargs_ != nullptr)
    b.CreateCall(hooks_.__cairn_va_start, {intrinsic.getArgOperand(0), saved_varargs_});
  else if (intrinsic.getIntrinsicID() == Intrinsic::vacopy)
    b.CreateCall(hooks_.__cairn_va_copy, {intrinsic.getArgOperand(0), intrinsic.getArgOperand(1)});
}

}  // namespace cairn::compiler
