#include "compiler/known_vectors.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>
#include <vector>

namespace cairn::compiler {
namespace {

using namespace llvm;
using Builder = IRBuilder<>;

unsigned lanes_of(const Value* v) { return cast<FixedVectorType>(v->getType())->getNumElements(); }

FixedVectorType* lanes_of_width(Builder& b, const Value* v, unsigned width) {
  return FixedVectorType::get(b.getIntNTy(width), lanes_of(v));
}

// Lanes first, first + step, ...
Value* every(Builder& b, Value* v, unsigned first, unsigned step) {
  SmallVector<int> taken;
  for (unsigned i = first; i < lanes_of(v); i += step) taken.push_back(static_cast<int>(i));
  return b.CreateShuffleVector(v, taken);
}

Value* minimum(Builder& b, Intrinsic::ID id, Value* x, Value* y) { return b.CreateBinaryIntrinsic(id, x, y); }

Value* clamped(Builder& b, Value* v, std::int64_t low, std::int64_t high) {
  Type* type = v->getType();
  v = minimum(b, Intrinsic::smax, v, ConstantInt::getSigned(type, low));
  return minimum(b, Intrinsic::smin, v, ConstantInt::getSigned(type, high));
}

// A bit for each lane: its sign.
Value* signs(Builder& b, Value* v, Type* result) {
  const unsigned width = v->getType()->getScalarSizeInBits();
  Value* numbers = b.CreateBitCast(v, lanes_of_width(b, v, width));
  Value* negative = b.CreateICmpSLT(numbers, Constant::getNullValue(numbers->getType()));
  return b.CreateZExt(b.CreateBitCast(negative, b.getIntNTy(lanes_of(v))), result);
}

// Of eight differences each.
Value* sums_of_differences(Builder& b, Value* x, Value* y, Type* result) {
  Value* differences = b.CreateSub(minimum(b, Intrinsic::umax, x, y), minimum(b, Intrinsic::umin, x, y));
  Value* wide = b.CreateZExt(differences, lanes_of_width(b, x, 64));
  Value* sum = every(b, wide, 0, 8);
  for (unsigned i = 1; i < 8; ++i) sum = b.CreateAdd(sum, every(b, wide, i, 8));
  return b.CreateBitCast(sum, result);
}

// Of neighbouring lanes; x may be unsigned, and the sum may saturate.
Value* sums_of_products(Builder& b, Value* x, Value* y, bool bytes) {
  Type* wide = lanes_of_width(b, x, 32);
  Value* products = b.CreateMul(b.CreateIntCast(x, wide, !bytes), b.CreateSExt(y, wide));
  Value* sum = b.CreateAdd(every(b, products, 0, 2), every(b, products, 1, 2));
  return bytes ? b.CreateTrunc(clamped(b, sum, INT16_MIN, INT16_MAX), lanes_of_width(b, sum, 16)) : sum;
}

// Both to half the width, side by side in each 128 bits.
Value* packed_lanes(Builder& b, Value* x, Value* y, bool is_signed) {
  const unsigned width = x->getType()->getScalarSizeInBits() / 2;
  const std::int64_t most = (std::int64_t{1} << (is_signed ? width - 1 : width)) - 1;
  const auto narrow = [&](Value* v) {
    return b.CreateTrunc(clamped(b, v, is_signed ? -most - 1 : 0, most), lanes_of_width(b, v, width));
  };
  const unsigned lanes = lanes_of(x), in_part = 128 / (2 * width);
  SmallVector<int> order;
  for (unsigned part = 0; part < lanes; part += in_part)
    for (unsigned from : {part, part + lanes})
      for (unsigned i = 0; i < in_part; ++i) order.push_back(static_cast<int>(from + i));
  return b.CreateShuffleVector(narrow(x), narrow(y), order);
}

// All lanes by one amount, which may be too large.
Value* shifted(Builder& b, Instruction::BinaryOps op, Value* v, Value* amount) {
  Type* lane = v->getType()->getScalarType();
  const unsigned width = lane->getIntegerBitWidth();
  Value* fits = b.CreateICmpULT(amount, ConstantInt::get(amount->getType(), width));
  Value* most = ConstantInt::get(amount->getType(), op == Instruction::AShr ? width - 1 : 0);
  Value* taken = b.CreateZExtOrTrunc(b.CreateSelect(fits, amount, most), lane);
  Value* moved = b.CreateBinOp(op, v, b.CreateVectorSplat(lanes_of(v), taken));
  return op == Instruction::AShr ? moved : b.CreateSelect(fits, moved, Constant::getNullValue(v->getType()));
}

Value* averages(Builder& b, Value* x, Value* y) {
  Type* wide = lanes_of_width(b, x, 32);
  Value* sum = b.CreateAdd(b.CreateZExt(x, wide), b.CreateZExt(y, wide));
  return b.CreateTrunc(b.CreateLShr(b.CreateAdd(sum, ConstantInt::get(wide, 1)), 1), x->getType());
}

Value* high_products(Builder& b, Value* x, Value* y, bool is_signed) {
  Type* wide = lanes_of_width(b, x, 32);
  Value* product = b.CreateMul(b.CreateIntCast(x, wide, is_signed), b.CreateIntCast(y, wide, is_signed));
  return b.CreateTrunc(b.CreateLShr(product, 16), x->getType());
}

Value* all_zero(Builder& b, Value* v) {
  Value* any = b.CreateExtractElement(v, std::uint64_t{0});
  for (unsigned i = 1; i < lanes_of(v); ++i) any = b.CreateOr(any, b.CreateExtractElement(v, i));
  return b.CreateICmpEQ(any, ConstantInt::get(any->getType(), 0));
}

// Null: not one of those above.
Value* written(Builder& b, IntrinsicInst& call) {
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  Type* result = call.getType();
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_sse_movmsk_ps:
    case Intrinsic::x86_sse2_movmsk_pd:
    case Intrinsic::x86_sse2_pmovmskb_128:
    case Intrinsic::x86_avx_movmsk_ps_256:
    case Intrinsic::x86_avx_movmsk_pd_256:
    case Intrinsic::x86_avx2_pmovmskb:
      return signs(b, argument(0), result);
    case Intrinsic::x86_sse2_psad_bw:
    case Intrinsic::x86_avx2_psad_bw:
      return sums_of_differences(b, argument(0), argument(1), result);
    case Intrinsic::x86_sse2_pmadd_wd:
    case Intrinsic::x86_avx2_pmadd_wd:
      return sums_of_products(b, argument(0), argument(1), false);
    case Intrinsic::x86_ssse3_pmadd_ub_sw_128:
    case Intrinsic::x86_avx2_pmadd_ub_sw:
      return sums_of_products(b, argument(0), argument(1), true);
    case Intrinsic::x86_sse2_packsswb_128:
    case Intrinsic::x86_sse2_packssdw_128:
    case Intrinsic::x86_avx2_packsswb:
    case Intrinsic::x86_avx2_packssdw:
      return packed_lanes(b, argument(0), argument(1), true);
    case Intrinsic::x86_sse2_packuswb_128:
    case Intrinsic::x86_sse41_packusdw:
    case Intrinsic::x86_avx2_packuswb:
    case Intrinsic::x86_avx2_packusdw:
      return packed_lanes(b, argument(0), argument(1), false);
    case Intrinsic::x86_sse2_pslli_w:
    case Intrinsic::x86_sse2_pslli_d:
    case Intrinsic::x86_sse2_pslli_q:
    case Intrinsic::x86_avx2_pslli_w:
    case Intrinsic::x86_avx2_pslli_d:
    case Intrinsic::x86_avx2_pslli_q:
      return shifted(b, Instruction::Shl, argument(0), argument(1));
    case Intrinsic::x86_sse2_psrli_w:
    case Intrinsic::x86_sse2_psrli_d:
    case Intrinsic::x86_sse2_psrli_q:
    case Intrinsic::x86_avx2_psrli_w:
    case Intrinsic::x86_avx2_psrli_d:
    case Intrinsic::x86_avx2_psrli_q:
      return shifted(b, Instruction::LShr, argument(0), argument(1));
    case Intrinsic::x86_sse2_psrai_w:
    case Intrinsic::x86_sse2_psrai_d:
    case Intrinsic::x86_avx2_psrai_w:
    case Intrinsic::x86_avx2_psrai_d:
      return shifted(b, Instruction::AShr, argument(0), argument(1));
    case Intrinsic::x86_sse2_pavg_b:
    case Intrinsic::x86_sse2_pavg_w:
    case Intrinsic::x86_avx2_pavg_b:
    case Intrinsic::x86_avx2_pavg_w:
      return averages(b, argument(0), argument(1));
    case Intrinsic::x86_sse2_pmulh_w:
    case Intrinsic::x86_avx2_pmulh_w:
      return high_products(b, argument(0), argument(1), true);
    case Intrinsic::x86_sse2_pmulhu_w:
    case Intrinsic::x86_avx2_pmulhu_w:
      return high_products(b, argument(0), argument(1), false);
    case Intrinsic::x86_sse_min_ps:
    case Intrinsic::x86_sse2_min_pd:
    case Intrinsic::x86_avx_min_ps_256:
    case Intrinsic::x86_avx_min_pd_256:
      return b.CreateSelect(b.CreateFCmpOLT(argument(0), argument(1)), argument(0), argument(1));
    case Intrinsic::x86_sse_max_ps:
    case Intrinsic::x86_sse2_max_pd:
    case Intrinsic::x86_avx_max_ps_256:
    case Intrinsic::x86_avx_max_pd_256:
      return b.CreateSelect(b.CreateFCmpOGT(argument(0), argument(1)), argument(0), argument(1));
    case Intrinsic::x86_sse41_ptestz:
    case Intrinsic::x86_avx_ptestz_256:
      return b.CreateZExt(all_zero(b, b.CreateAnd(argument(0), argument(1))), result);
    case Intrinsic::x86_sse41_ptestc:
    case Intrinsic::x86_avx_ptestc_256:
      return b.CreateZExt(all_zero(b, b.CreateAnd(b.CreateNot(argument(0)), argument(1))), result);
    default:
      return nullptr;
  }
}

}  // namespace

void write_vectors(Module& module) {
  std::vector<IntrinsicInst*> calls;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) calls.push_back(call);
  for (IntrinsicInst* call : calls) {
    Builder b(call);
    Value* result = written(b, *call);
    if (result == nullptr) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

}  // namespace cairn::compiler
