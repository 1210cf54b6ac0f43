// Rules for operations on values. All code built here stands in a slow path: some label is non-zero, any single one may
// be zero.
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/recorder.h"
#include "compiler/sabotage.h"

namespace cairn::compiler {

using namespace llvm;

// Lane -1 is the scalar itself.
Value* FunctionRecorder::operand_value(Builder& b, Value* value, int lane) {
  return lane < 0 ? value : b.CreateExtractElement(value, static_cast<std::uint64_t>(lane));
}

Value* FunctionRecorder::operand_label(Builder& b, Value* value, int lane) {
  Value* l = label(value);
  return lane < 0 ? l : b.CreateExtractValue(l, static_cast<unsigned>(lane));
}

Value* FunctionRecorder::value_label(Builder& b, Instruction& instruction, const Rule& rule) {
  if (rule.kind == RuleKind::copy) return reinterpret(b, instruction);
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    Value* l = load_slow(b, *load, load->getPointerOperand(), load->getType());
    return sabotage_of(rule) == Sabotage::corrupt ? zero(load->getType()) : l;
  }
  if (rule.kind == RuleKind::select && instruction.getType()->isAggregateType()) {
    const bool corrupt = sabotage_of(rule) == Sabotage::corrupt;
    Value* x = instruction.getOperand(corrupt ? 2 : 1);
    Value* y = instruction.getOperand(corrupt ? 1 : 2);
    return choose_parts(b, instruction, label(x), label(y), x, y);
  }
  auto* vector = dyn_cast<FixedVectorType>(instruction.getType());
  if (rule.kind == RuleKind::address && vector == nullptr)
    return address_label(b, cast<GetElementPtrInst>(instruction));
  if (vector == nullptr) return scalar_label(b, instruction, rule, -1);
  Value* whole = zero(vector);
  if (rule.kind == RuleKind::address || rule.kind == RuleKind::overflow) return whole;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    whole = b.CreateInsertValue(whole, scalar_label(b, instruction, rule, static_cast<int>(i)), i);
  return whole;
}

Value* FunctionRecorder::binary(Builder& b, unsigned op, unsigned w, Value* la, Value* lb, Value* x, Value* y) {
  if (known_zero(la) && known_zero(lb)) return b.getInt32(0);
  Value* code = b.getInt32(packed(op, w));
  if (w > 64)
    return b.CreateCall(hooks_.__cairn_binary_wide,
                        {code, la, lb, bits(b, x), high_bits(b, x), bits(b, y), high_bits(b, y)});
  return b.CreateCall(hooks_.__cairn_binary, {code, la, lb, bits(b, x), bits(b, y)});
}

Value* FunctionRecorder::compare(Builder& b, unsigned op, unsigned w, Value* la, Value* lb, Value* x, Value* y) {
  if (known_zero(la) && known_zero(lb)) return b.getInt32(0);
  Value* code = b.getInt32(packed(op, w));
  if (w > 64)
    return b.CreateCall(hooks_.__cairn_compare_wide,
                        {code, la, lb, bits(b, x), high_bits(b, x), bits(b, y), high_bits(b, y)});
  return b.CreateCall(hooks_.__cairn_compare, {code, la, lb, bits(b, x), bits(b, y)});
}

Value* FunctionRecorder::complement(Builder& b, Value* l) {
  return b.CreateCall(hooks_.__cairn_binary,
                      {b.getInt32(packed(CAIRN_OP_Xor, 1)), l, b.getInt32(0), b.getInt64(0), b.getInt64(1)});
}

Value* FunctionRecorder::integer_comparison(Builder& b, CmpInst::Predicate predicate, unsigned w, Value* la, Value* lb,
                                            Value* x, Value* y) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return compare(b, CAIRN_OP_Eq, w, la, lb, x, y);
    case CmpInst::ICMP_NE:
      return compare(b, CAIRN_OP_Ne, w, la, lb, x, y);
    case CmpInst::ICMP_ULT:
      return compare(b, CAIRN_OP_Ult, w, la, lb, x, y);
    case CmpInst::ICMP_ULE:
      return compare(b, CAIRN_OP_Ule, w, la, lb, x, y);
    case CmpInst::ICMP_UGT:
      return compare(b, CAIRN_OP_Ult, w, lb, la, y, x);
    case CmpInst::ICMP_UGE:
      return compare(b, CAIRN_OP_Ule, w, lb, la, y, x);
    case CmpInst::ICMP_SLT:
      return compare(b, CAIRN_OP_Slt, w, la, lb, x, y);
    case CmpInst::ICMP_SLE:
      return compare(b, CAIRN_OP_Sle, w, la, lb, x, y);
    case CmpInst::ICMP_SGT:
      return compare(b, CAIRN_OP_Slt, w, lb, la, y, x);
    case CmpInst::ICMP_SGE:
      return compare(b, CAIRN_OP_Sle, w, lb, la, y, x);
    default:
      return b.getInt32(0);
  }
}

Value* FunctionRecorder::float_comparison(Builder& b, CmpInst::Predicate predicate, unsigned w, Value* la, Value* lb,
                                          Value* x, Value* y) {
  switch (predicate) {
    case CmpInst::FCMP_OEQ:
      return compare(b, CAIRN_OP_FEq, w, la, lb, x, y);
    case CmpInst::FCMP_OLT:
      return compare(b, CAIRN_OP_FLt, w, la, lb, x, y);
    case CmpInst::FCMP_OLE:
      return compare(b, CAIRN_OP_FLe, w, la, lb, x, y);
    case CmpInst::FCMP_OGT:
      return compare(b, CAIRN_OP_FLt, w, lb, la, y, x);
    case CmpInst::FCMP_OGE:
      return compare(b, CAIRN_OP_FLe, w, lb, la, y, x);
    case CmpInst::FCMP_ORD:
      return compare(b, CAIRN_OP_FOrd, w, la, lb, x, y);
    case CmpInst::FCMP_ONE: {
      Value* ordered = compare(b, CAIRN_OP_FOrd, w, la, lb, x, y);
      Value* different = complement(b, compare(b, CAIRN_OP_FEq, w, la, lb, x, y));
      return b.CreateCall(hooks_.__cairn_binary,
                          {b.getInt32(packed(CAIRN_OP_And, 1)), ordered, different, b.getInt64(0), b.getInt64(0)});
    }
    case CmpInst::FCMP_UNO:
    case CmpInst::FCMP_UEQ:
    case CmpInst::FCMP_UGT:
    case CmpInst::FCMP_UGE:
    case CmpInst::FCMP_ULT:
    case CmpInst::FCMP_ULE:
    case CmpInst::FCMP_UNE:
      // The unordered form of a predicate is the complement of the ordered form of its inverse.
      return complement(b, float_comparison(b, CmpInst::getInversePredicate(predicate), w, la, lb, x, y));
    default:
      return b.getInt32(0);
  }
}

Value* FunctionRecorder::choose(Builder& b, unsigned w, Value* lc, Value* taken, Value* la, Value* lb, Value* x,
                                Value* y) {
  Value* side = b.CreateZExt(taken, b.getInt32Ty());
  if (w > 64)
    return b.CreateCall(hooks_.__cairn_ite_wide,
                        {b.getInt32(w), lc, side, la, lb, bits(b, x), high_bits(b, x), bits(b, y), high_bits(b, y)});
  return b.CreateCall(hooks_.__cairn_ite, {b.getInt32(w), lc, side, la, lb, bits(b, x), bits(b, y)});
}

// A select of a struct or an array chooses each of its parts.
Value* FunctionRecorder::choose_parts(Builder& b, Instruction& select, Value* la, Value* lb, Value* x, Value* y) {
  Value* condition = select.getOperand(0);
  if (scalar(x->getType())) return choose(b, width(x->getType()), label(condition), condition, la, lb, x, y);
  Type* shadow = la->getType();
  if (!shadow->isAggregateType()) return unrepresented(b, select);
  Value* whole = zero(x->getType());
  const unsigned n =
      shadow->isStructTy() ? shadow->getStructNumElements() : static_cast<unsigned>(shadow->getArrayNumElements());
  auto part = [&](Value* of, unsigned i) {
    return of->getType()->isVectorTy() ? b.CreateExtractElement(of, i) : b.CreateExtractValue(of, i);
  };
  for (unsigned i = 0; i < n; ++i)
    whole = b.CreateInsertValue(
        whole,
        choose_parts(b, select, b.CreateExtractValue(la, i), b.CreateExtractValue(lb, i), part(x, i), part(y, i)), i);
  return whole;
}

// C leaves a shift by the width or more undefined, the processor does not: of the amount it takes the lowest bits, five
// of them for everything up to 32 bits. Shifts of vectors do without: theirs give 0, as the node does.
Value* FunctionRecorder::shift(Builder& b, Instruction& instruction, unsigned op, unsigned w) {
  Value* moved = instruction.getOperand(0);
  Value* amount = instruction.getOperand(1);
  Value* by = label(amount);
  const APInt lowest(w, PowerOf2Ceil(std::max(w, 32U)) - 1);
  if (!MaskedValueIsZero(amount, ~lowest, SimplifyQuery(instruction.getModule()->getDataLayout()))) {
    Value* taken = ConstantInt::get(amount->getType(), lowest);
    by = binary(b, CAIRN_OP_And, w, by, b.getInt32(0), amount, taken);
    amount = b.CreateAnd(amount, taken);
  }
  return binary(b, op, w, label(moved), by, moved, amount);
}

Value* FunctionRecorder::convert(Builder& b, Instruction& instruction, const Rule& rule, Value* l) {
  const bool corrupt = sabotage_of(rule) == Sabotage::corrupt;
  const unsigned from = width(instruction.getOperand(0)->getType()->getScalarType());
  const unsigned to = width(instruction.getType()->getScalarType());
  unsigned op = recorded_op(rule, rule.op);
  if (instruction.getOpcode() == Instruction::PtrToInt || instruction.getOpcode() == Instruction::IntToPtr) {
    if (from == to) return corrupt ? b.getInt32(0) : l;
    if (from > to) op = CAIRN_OP_Extract;
  }
  if (corrupt && instruction.getOpcode() == Instruction::Trunc)
    return b.CreateCall(hooks_.__cairn_extract, {l, b.getInt32(from - to), b.getInt32(to)});
  if (corrupt && rule.op == CAIRN_OP_FToF) return b.getInt32(0);
  if (corrupt && rule.op == CAIRN_OP_FToSI) op = from > to ? CAIRN_OP_Extract : CAIRN_OP_ZExt;  // the bits of the float
  return converted(b, op, to, l);
}

Value* FunctionRecorder::converted(Builder& b, unsigned op, unsigned to, Value* l) {
  if (known_zero(l)) return l;
  return b.CreateCall(hooks_.__cairn_convert, {b.getInt32(packed(op, to)), l});
}

// min: a < b ? a : b. max: a <= b ? b : a.
Value* FunctionRecorder::minimum(Builder& b, const Rule& rule, unsigned w, Value* la, Value* lb, Value* x, Value* y) {
  const bool maximum = rule.op == CAIRN_OP_Sle || rule.op == CAIRN_OP_Ule;
  const auto predicate = rule.op == CAIRN_OP_Slt   ? CmpInst::ICMP_SLT
                         : rule.op == CAIRN_OP_Ult ? CmpInst::ICMP_ULT
                         : rule.op == CAIRN_OP_Sle ? CmpInst::ICMP_SLE
                                                   : CmpInst::ICMP_ULE;
  Value* lc = compare(b, recorded_op(rule, rule.op), w, la, lb, x, y);
  Value* taken = b.CreateICmp(predicate, x, y);
  if (maximum) return choose(b, w, lc, taken, lb, la, y, x);
  return choose(b, w, lc, taken, la, lb, x, y);
}

Value* FunctionRecorder::absolute(Builder& b, const Rule& rule, unsigned w, Value* l, Value* x) {
  const bool corrupt = sabotage_of(rule) == Sabotage::corrupt;
  Value* none = b.getInt32(0);
  Value* nothing = Constant::getNullValue(x->getType());
  Value* lc = compare(b, corrupt ? CAIRN_OP_Sle : CAIRN_OP_Slt, w, l, none, x, nothing);
  Value* negative = binary(b, corrupt ? CAIRN_OP_Add : CAIRN_OP_Sub, w, none, l, nothing, x);
  return choose(b, w, lc, b.CreateICmpSLT(x, nothing), negative, l, b.CreateNeg(x), x);
}

// a < b ? -1 : b < a ? 1 : 0, of another width than a and b.
Value* FunctionRecorder::three_way(Builder& b, const Rule& rule, Type* type, Value* la, Value* lb, Value* x, Value* y) {
  const unsigned op = recorded_op(rule, rule.op);
  const unsigned from = width(x->getType());
  const unsigned to = width(type);
  const auto predicate = rule.op == CAIRN_OP_Slt ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  Value* none = b.getInt32(0);
  Value* less = compare(b, op, from, la, lb, x, y);
  Value* more = compare(b, op, from, lb, la, y, x);
  Value* is_less = b.CreateICmp(predicate, x, y);
  Value* is_more = b.CreateICmp(predicate, y, x);
  Value* zero_value = Constant::getNullValue(type);
  Value* one = ConstantInt::get(type, 1);
  Value* inner = choose(b, to, more, is_more, none, none, one, zero_value);
  return choose(b, to, less, is_less, none, inner, Constant::getAllOnesValue(type),
                b.CreateSelect(is_more, one, zero_value));
}

Value* FunctionRecorder::scalar_label(Builder& b, Instruction& instruction, const Rule& rule, int lane) {
  Type* type = instruction.getType()->getScalarType();
  auto value = [&](unsigned i) { return operand_value(b, instruction.getOperand(i), lane); };
  auto of = [&](unsigned i) { return operand_label(b, instruction.getOperand(i), lane); };
  const bool corrupt = sabotage_of(rule) == Sabotage::corrupt;
  const unsigned op = recorded_op(rule, rule.op);

  // Parts we do not represent (x87, half, very wide integers) are concrete; the loss is noted where a label would go
  // into one.
  if (!instruction.getType()->isStructTy() && !scalar(type)) return unrepresented(b, instruction);
  for (const Use& operand : instruction.operands()) {
    Type* t = operand->getType()->getScalarType();
    if (!scalar(t) && !t->isStructTy() && !isa<Constant>(operand)) return unrepresented(b, instruction);
  }
  const unsigned w = type->isStructTy() ? 0 : width(type);

  switch (rule.kind) {
    case RuleKind::binary:
      if (lane < 0 && instruction.isShift()) return shift(b, instruction, op, w);
      return binary(b, op, w, of(0), of(1), value(0), value(1));
    case RuleKind::unary:
      return b.CreateCall(hooks_.__cairn_unary, {b.getInt32(packed(op, w)), of(0)});
    case RuleKind::ternary:
      if (w > 64) return wide_funnel(b, op == CAIRN_OP_Fshl, w, of(0), of(1), of(2), value(0), value(1), value(2));
      return b.CreateCall(hooks_.__cairn_ternary, {b.getInt32(packed(op, w)), of(0), of(1), of(2), bits(b, value(0)),
                                                   bits(b, value(1)), bits(b, value(2))});
    case RuleKind::multiply_add: {
      // Code generation fuses the two where the processor can.
      if (!corrupt && function_.getFnAttribute("target-features").getValueAsString().contains("+fma"))
        return b.CreateCall(hooks_.__cairn_ternary, {b.getInt32(packed(CAIRN_OP_Fma, w)), of(0), of(1), of(2),
                                                     bits(b, value(0)), bits(b, value(1)), bits(b, value(2))});
      Value* product = binary(b, corrupt ? CAIRN_OP_FAdd : CAIRN_OP_FMul, w, of(0), of(1), value(0), value(1));
      return binary(b, CAIRN_OP_FAdd, w, product, of(2), b.CreateFMul(value(0), value(1)), value(2));
    }
    case RuleKind::convert:
      return convert(b, instruction, rule, of(0));
    case RuleKind::compare: {
      auto predicate = cast<ICmpInst>(instruction).getPredicate();
      if (corrupt) predicate = CmpInst::getInversePredicate(predicate);
      return integer_comparison(b, predicate, width(instruction.getOperand(0)->getType()->getScalarType()), of(0),
                                of(1), value(0), value(1));
    }
    case RuleKind::float_compare: {
      auto predicate = cast<FCmpInst>(instruction).getPredicate();
      if (corrupt) predicate = CmpInst::getInversePredicate(predicate);
      return float_comparison(b, predicate, width(instruction.getOperand(0)->getType()->getScalarType()), of(0), of(1),
                              value(0), value(1));
    }
    case RuleKind::select: {
      Value* condition = instruction.getOperand(0);
      const int condition_lane = condition->getType()->isVectorTy() ? lane : -1;
      Value* lc = operand_label(b, condition, condition_lane);
      Value* taken = operand_value(b, condition, condition_lane);
      if (corrupt) return choose(b, w, lc, taken, of(2), of(1), value(2), value(1));
      return choose(b, w, lc, taken, of(1), of(2), value(1), value(2));
    }
    case RuleKind::minimum:
      return minimum(b, rule, w, of(0), of(1), value(0), value(1));
    case RuleKind::absolute:
      return absolute(b, rule, w, of(0), value(0));
    case RuleKind::three_way:
      return three_way(b, rule, type, of(0), of(1), value(0), value(1));
    case RuleKind::overflow: {
      Type* number = instruction.getOperand(0)->getType();
      if (number->isVectorTy() || !scalar(number)) return zero(instruction.getType());
      Value* pair = zero(instruction.getType());
      pair = b.CreateInsertValue(pair, binary(b, rule.op, width(number), of(0), of(1), value(0), value(1)), 0);
      const unsigned bit = recorded_op(rule, rule.second);
      return b.CreateInsertValue(pair, compare(b, bit, width(number), of(0), of(1), value(0), value(1)), 1);
    }
    case RuleKind::float_class: {
      const auto tests = static_cast<unsigned>(cast<ConstantInt>(instruction.getOperand(1))->getZExtValue());
      return class_label(b, of(0), width(instruction.getOperand(0)->getType()->getScalarType()),
                         corrupt ? ~tests & 0x3ff : tests);
    }
    default:
      return b.getInt32(0);
  }
}

Value* FunctionRecorder::unrepresented(Builder& b, Instruction& instruction) {
  std::vector<Value*> inputs;
  for (Value* operand : instruction.operands())
    if (!isa<Constant>(operand) && !operand->getType()->isMetadataTy()) inputs.push_back(label(operand));
  if (Value* lost = any(b, inputs))
    b.CreateCall(hooks_.__cairn_lost, {lost, b.getInt32(CAIRN_LOSS_WIDTH), labelled_bytes(b, instruction.operands()),
                                       call_id(b, call_number(instruction)), frame_});
  return instruction.getType()->isStructTy() ? zero(instruction.getType()) : b.getInt32(0);
}

// Funnel shifts above 64 bits, of which a node has no room: high << n | low >> (w - n), the right half concerned with
// fshr. A shift by the whole width gives zero in an expression, so that n = 0 needs no case of its own; in LLVM it
// does.
Value* FunctionRecorder::wide_funnel(Builder& b, bool left, unsigned w, Value* la, Value* lb, Value* lc, Value* x,
                                     Value* y, Value* z) {
  Value* none = b.getInt32(0);
  Type* type = x->getType();
  Value* nothing = Constant::getNullValue(type);
  Value* full = ConstantInt::get(type, w);
  Value* n = b.CreateURem(z, full);
  Value* rest = b.CreateSub(full, n);
  Value* unmoved = b.CreateICmpEQ(n, nothing);
  Value* ln = binary(b, CAIRN_OP_URem, w, lc, none, z, full);
  Value* lrest = binary(b, CAIRN_OP_Sub, w, none, ln, full, n);
  Value* up = b.CreateShl(x, left ? n : b.CreateSelect(unmoved, nothing, rest));
  Value* down = b.CreateLShr(y, left ? b.CreateSelect(unmoved, nothing, rest) : n);
  if (left)
    down = b.CreateSelect(unmoved, nothing, down);
  else
    up = b.CreateSelect(unmoved, nothing, up);
  Value* lup = binary(b, CAIRN_OP_Shl, w, la, left ? ln : lrest, x, left ? n : rest);
  Value* ldown = binary(b, CAIRN_OP_LShr, w, lb, left ? lrest : ln, y, left ? rest : n);
  return binary(b, CAIRN_OP_Or, w, lup, ldown, up, down);
}

// Labels of floats name their bits, so classes are comparisons of integers.
Value* FunctionRecorder::class_label(Builder& b, Value* la, unsigned w, unsigned tests) {
  const std::uint64_t sign = 1ull << (w - 1);
  const std::uint64_t infinity = w == 32 ? 0x7f800000ull : 0x7ff0000000000000ull;
  const std::uint64_t smallest_normal = w == 32 ? 0x00800000ull : 0x0010000000000000ull;
  const std::uint64_t quiet = w == 32 ? 0x00400000ull : 0x0008000000000000ull;
  Value* none = b.getInt32(0);
  auto call2 = [&](FunctionCallee hook, unsigned op, unsigned bits_wide, Value* l, Value* r, std::uint64_t y) {
    return static_cast<Value*>(
        b.CreateCall(hook, {b.getInt32(packed(op, bits_wide)), l, r, b.getInt64(0), b.getInt64(y)}));
  };
  Value* magnitude = call2(hooks_.__cairn_binary, CAIRN_OP_And, w, la, none, sign - 1);
  Value* negative = call2(hooks_.__cairn_compare, CAIRN_OP_Slt, w, la, none, 0);
  Value* positive = complement(b, negative);
  // Unsigned range test: low <= magnitude < high.
  auto in = [&](std::uint64_t low, std::uint64_t high) {
    Value* moved = call2(hooks_.__cairn_binary, CAIRN_OP_Sub, w, magnitude, none, low);
    return call2(hooks_.__cairn_compare, CAIRN_OP_Ult, w, moved, none, high - low);
  };
  Value* result = none;
  auto add = [&](Value* test) {
    result = result == none
                 ? test
                 : static_cast<Value*>(b.CreateCall(hooks_.__cairn_binary, {b.getInt32(packed(CAIRN_OP_Or, 1)), result,
                                                                            test, b.getInt64(0), b.getInt64(0)}));
  };
  auto both = [&](Value* l, Value* r) {
    return static_cast<Value*>(
        b.CreateCall(hooks_.__cairn_binary, {b.getInt32(packed(CAIRN_OP_And, 1)), l, r, b.getInt64(0), b.getInt64(0)}));
  };
  if (tests & fcSNan) add(in(infinity + 1, infinity + quiet));
  if (tests & fcQNan) add(in(infinity + quiet, sign));
  if (tests & fcNegInf) add(both(negative, in(infinity, infinity + 1)));
  if (tests & fcPosInf) add(both(positive, in(infinity, infinity + 1)));
  if (tests & fcNegNormal) add(both(negative, in(smallest_normal, infinity)));
  if (tests & fcPosNormal) add(both(positive, in(smallest_normal, infinity)));
  if (tests & fcNegSubnormal) add(both(negative, in(1, smallest_normal)));
  if (tests & fcPosSubnormal) add(both(positive, in(1, smallest_normal)));
  if (tests & fcNegZero) add(both(negative, in(0, 1)));
  if (tests & fcPosZero) add(both(positive, in(0, 1)));
  return result;
}

// base + constant + sum of index * scale, as the address is computed.
Value* FunctionRecorder::address_label(Builder& b, GetElementPtrInst& address) {
  const Rule& rule = *rule_for(address);
  const bool corrupt = sabotage_of(rule) == Sabotage::corrupt;
  MapVector<Value*, APInt> variable;
  APInt constant(64, 0);
  if (address.getType()->isVectorTy() || !address.collectOffset(layout_, 64, variable, constant)) return b.getInt32(0);
  Value* base = address.getPointerOperand();
  Value* l = label(base);
  Value* x = b.CreatePtrToInt(base, b.getInt64Ty());
  Value* none = b.getInt32(0);
  for (auto& [index, scale] : variable) {
    Value* wide = b.CreateSExtOrTrunc(index, b.getInt64Ty());
    Value* wide_label = label(index);
    const unsigned w = width(index->getType());
    if (w != 64) wide_label = converted(b, w < 64 ? CAIRN_OP_SExt : CAIRN_OP_Extract, 64, wide_label);
    const std::uint64_t factor = scale.getZExtValue() + (corrupt ? 1 : 0);
    Value* scaled = factor == 1 ? wide_label : binary(b, CAIRN_OP_Mul, 64, wide_label, none, wide, b.getInt64(factor));
    Value* amount = b.CreateMul(wide, b.getInt64(scale.getZExtValue()));
    l = binary(b, CAIRN_OP_Add, 64, l, scaled, x, amount);
    x = b.CreateAdd(x, amount);
  }
  if (constant != 0) l = binary(b, CAIRN_OP_Add, 64, l, none, x, b.getInt64(constant.getZExtValue()));
  return l;
}

}  // namespace cairn::compiler
