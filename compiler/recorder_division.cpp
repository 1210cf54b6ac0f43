// Divisions. The processor traps where the divisor is zero and where the quotient has no room (the smallest number by
// -1). Which it was decides where the path goes, though the source has no branch there: an input for what comes behind
// the division must not trap in it, and one that traps is worth having.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/recorder.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

bool is_signed(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

// Other widths are divided in wider registers, where the quotient has room, or by functions that let it wrap.
bool may_lack_room(const Instruction& division, const Value* divisor) {
  const unsigned w = division.getType()->getScalarSizeInBits();
  if (!is_signed(division) || (w != 8 && w != 16 && w != 32 && w != 64)) return false;
  const auto* constant = dyn_cast<ConstantInt>(divisor);
  return constant == nullptr || constant->isMinusOne();
}

}  // namespace

bool FunctionRecorder::may_trap(const Instruction& instruction) {
  return instruction.isIntDivRem() && !instruction.use_empty() && scalar(instruction.getType()->getScalarType());
}

void FunctionRecorder::visit_division(Instruction& division) {
  Value* divided = division.getOperand(0);
  Value* divisor = division.getOperand(1);
  if (surely_concrete(divided) && surely_concrete(divisor)) return;
  const bool may_be_zero = !surely_concrete(divisor) && !isKnownNonZero(divisor, SimplifyQuery(layout_, &division));
  const bool needs_room = may_lack_room(division, divisor);
  if (!may_be_zero && !needs_room) return;
  for (Value* operand : {divided, divisor})
    if (in_group_.contains(dyn_cast<Instruction>(operand))) flush(division);
  const auto* vector = dyn_cast<FixedVectorType>(division.getType());
  const int lanes = vector == nullptr ? 0 : static_cast<int>(vector->getNumElements());
  for (int lane = lanes == 0 ? -1 : 0; lane < lanes; ++lane) {
    if (may_be_zero) ask_divisor(division, lane);
    if (needs_room) ask_room(division, lane);
  }
}

void FunctionRecorder::ask_divisor(Instruction& division, int lane) {
  Builder b(&division);
  Value* l = operand_label(b, division.getOperand(1), lane);
  if (isa<Constant>(l)) return;
  const std::uint32_t number = add_branch(division, CAIRN_EVENT_Branch, {}, {}, 5);
  guarded(division, l, [&](Builder& slow) {
    Value* divisor = operand_value(slow, division.getOperand(1), lane);
    Value* zero = Constant::getNullValue(divisor->getType());
    Value* divides = compare(slow, CAIRN_OP_Ne, width(divisor->getType()), l, slow.getInt32(0), divisor, zero);
    tell_outcome(slow, divides, slow.CreateICmpNE(divisor, zero), number);
    return std::vector<Value*>{};
  });
}

// Most divisors are concrete and not -1: then there is nothing to ask.
void FunctionRecorder::ask_room(Instruction& division, int lane) {
  Builder b(&division);
  Value* ldivided = operand_label(b, division.getOperand(0), lane);
  Value* ldivisor = operand_label(b, division.getOperand(1), lane);
  Value* symbolic = any(b, {ldivided, ldivisor});
  if (symbolic == nullptr) return;
  const std::uint32_t number = add_branch(division, CAIRN_EVENT_Branch, {}, {}, 6);
  guarded(division, symbolic, [&](Builder& outer) {
    Value* divided = operand_value(outer, division.getOperand(0), lane);
    Value* divisor = operand_value(outer, division.getOperand(1), lane);
    const unsigned w = width(divided->getType());
    Value* smallest = ConstantInt::get(divided->getType(), APInt::getSignedMinValue(w));
    Value* minus_one = Constant::getAllOnesValue(divisor->getType());
    Value* is_smallest = outer.CreateICmpEQ(divided, smallest);
    Value* is_minus_one = outer.CreateICmpEQ(divisor, minus_one);
    Value* none = outer.getInt32(0);
    Value* open = outer.CreateAnd(outer.CreateOr(is_smallest, outer.CreateICmpNE(ldivided, none)),
                                  outer.CreateOr(is_minus_one, outer.CreateICmpNE(ldivisor, none)));
    guarded(*outer.GetInsertPoint(), outer.CreateZExt(open, outer.getInt32Ty()), [&](Builder& slow) {
      Value* first = compare(slow, CAIRN_OP_Eq, w, ldivided, none, divided, smallest);
      Value* second = compare(slow, CAIRN_OP_Eq, w, ldivisor, none, divisor, minus_one);
      Value* both = binary(slow, CAIRN_OP_And, 1, first, second, is_smallest, is_minus_one);
      tell_outcome(slow, complement(slow, both), slow.CreateNot(slow.CreateAnd(is_smallest, is_minus_one)), number);
      return std::vector<Value*>{};
    });
    return std::vector<Value*>{};
  });
}

void FunctionRecorder::tell_outcome(Builder& slow, Value* condition, Value* holds, std::uint32_t branch) {
  slow.CreateCall(hooks_.__cairn_branch,
                  {condition, slow.CreateZExt(holds, slow.getInt32Ty()), branch_id(slow, branch), frame_});
}

}  // namespace cairn::compiler
