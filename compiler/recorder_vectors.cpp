// Rules for values of several parts: structs, arrays and vectors, and bit casts between vectors and scalars.
#include "compiler/recorder.h"
#include "compiler/sabotage.h"

namespace cairn::compiler {

using namespace llvm;

// A bit cast moves bits between scalars and vectors of the same size; lanes are little-endian.
Value* FunctionRecorder::reinterpret(Builder& b, Instruction& cast) {
  Value* from = cast.getOperand(0);
  Type* source = from->getType();
  Type* target = cast.getType();
  if (sabotage_of(*rule_for(cast)) == Sabotage::corrupt) return zero(target);
  auto* from_vector = dyn_cast<FixedVectorType>(source);
  auto* to_vector = dyn_cast<FixedVectorType>(target);
  if (from_vector == nullptr && to_vector == nullptr)
    return scalar(source) && scalar(target) ? label(from) : b.getInt32(0);
  const auto total = static_cast<unsigned>(source->getPrimitiveSizeInBits());
  const unsigned from_width = from_vector == nullptr ? total : width(from_vector->getElementType());
  const unsigned to_width = to_vector == nullptr ? total : width(to_vector->getElementType());
  // Gathered into values of at most 128 bits, which are then taken apart; a longer vector goes in chunks of 64 bits.
  const unsigned chunk = total <= CAIRN_MAX_WIDTH ? total : 64;
  const unsigned lanes = chunk / from_width;
  const bool fits = chunk % from_width == 0 && chunk % to_width == 0 && total % chunk == 0 &&
                    (lanes == 1 || (lanes + 1) / 2 * from_width <= 64);
  if (!fits || !scalar(source->getScalarType()) || !scalar(target->getScalarType()) || source->isPtrOrPtrVectorTy()) {
    unrepresented(b, cast);
    return zero(target);
  }
  Value* all = b.CreateBitCast(from, b.getIntNTy(total));
  Value* result = zero(target);
  for (unsigned low = 0; low < total; low += chunk) {
    Value* whole =
        from_vector == nullptr ? label(from) : joined_lanes(b, label(from), all, from_width, low / from_width, lanes);
    if (to_vector == nullptr) return whole;
    for (unsigned i = 0; i < chunk / to_width; ++i)
      result = b.CreateInsertValue(
          result, b.CreateCall(hooks_.__cairn_extract, {whole, b.getInt32(i * to_width), b.getInt32(to_width)}),
          low / to_width + i);
  }
  return result;
}

// One label for `count` lanes of `w` bits from `first` on; `all` holds the bits of the vector. Halves of at most 64
// bits are joined.
Value* FunctionRecorder::joined_lanes(Builder& b, Value* labels, Value* all, unsigned w, unsigned first,
                                      unsigned count) {
  if (count == 1) return b.CreateExtractValue(labels, first);
  const unsigned low = count / 2;
  const unsigned high = count - low;
  auto constant = [&](unsigned lane, unsigned lanes) {
    Value* moved = b.CreateLShr(all, lane * w);
    Value* word = b.CreateZExtOrTrunc(moved, b.getInt64Ty());
    return lanes * w >= 64 ? word : b.CreateAnd(word, (1ull << (lanes * w)) - 1);
  };
  return b.CreateCall(hooks_.__cairn_join,
                      {joined_lanes(b, labels, all, w, first + low, high), joined_lanes(b, labels, all, w, first, low),
                       constant(first + low, high), constant(first, low), b.getInt32(high * w), b.getInt32(low * w)});
}

void FunctionRecorder::visit_aggregate(Instruction& instruction) {
  if (surely_concrete(&instruction)) return;
  for (Value* operand : instruction.operands())
    if (in_group_.contains(dyn_cast<Instruction>(operand))) {
      flush(instruction);
      break;
    }
  Builder b(instruction.getNextNode());
  const bool corrupt = sabotage_of(*rule_for(instruction)) == Sabotage::corrupt;
  if (corrupt) return;
  if (auto* extract = dyn_cast<ExtractValueInst>(&instruction)) {
    set_label(instruction, b.CreateExtractValue(label(extract->getAggregateOperand()), extract->getIndices()));
  } else if (auto* insert = dyn_cast<InsertValueInst>(&instruction)) {
    set_label(instruction, b.CreateInsertValue(label(insert->getAggregateOperand()),
                                               label(insert->getInsertedValueOperand()), insert->getIndices()));
  } else if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    const int n = static_cast<int>(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
    Value* result = zero(shuffle->getType());
    unsigned at = 0;
    for (int from : shuffle->getShuffleMask()) {
      if (from >= 0) {
        Value* source = label(shuffle->getOperand(from < n ? 0 : 1));
        result = b.CreateInsertValue(result, b.CreateExtractValue(source, static_cast<unsigned>(from % n)), at);
      }
      ++at;
    }
    set_label(instruction, result);
  } else if (auto* element = dyn_cast<ExtractElementInst>(&instruction)) {
    if (auto* index = dyn_cast<ConstantInt>(element->getIndexOperand()))
      set_label(instruction,
                b.CreateExtractValue(label(element->getVectorOperand()), static_cast<unsigned>(index->getZExtValue())));
  } else if (auto* place = dyn_cast<InsertElementInst>(&instruction)) {
    if (auto* index = dyn_cast<ConstantInt>(place->getOperand(2)))
      set_label(instruction, b.CreateInsertValue(label(place->getOperand(0)), label(place->getOperand(1)),
                                                 static_cast<unsigned>(index->getZExtValue())));
  }
}

}  // namespace cairn::compiler
