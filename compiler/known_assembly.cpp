#include "compiler/known_assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cairn::compiler {
namespace {

using namespace llvm;

bool is_empty(const InlineAsm& assembly) { return StringRef(assembly.getAsmString()).trim().empty(); }

// What an instruction of two operands makes of them where no carry comes in; null: it is not understood.
Value* computed(IRBuilder<>& b, StringRef what, Value* left, Value* right) {
  if (what == "and") return b.CreateAnd(left, right);
  if (what == "or") return b.CreateOr(left, right);
  if (what == "xor") return b.CreateXor(left, right);
  if (what == "imul") return b.CreateMul(left, right);
  const bool rotates = what == "rol" || what == "ror";
  if (!rotates || !isa<ConstantInt>(right)) return nullptr;
  return b.CreateIntrinsic(what == "rol" ? Intrinsic::fshl : Intrinsic::fshr, {left->getType()}, {left, left, right});
}

// What the assembly computes, instruction by instruction, on the values of its operands.
class Meaning {
 public:
  Meaning(CallInst& call, const InlineAsm& assembly)
      : call_(call), assembly_(assembly), empty_(is_empty(assembly)), b_(&call) {}

  // The value of the call; null: it is not understood. Instructions that were written on the way do no harm.
  Value* of() {
    if (assembly_.getDialect() != InlineAsm::AD_ATT || !take_operands()) return nullptr;
    SmallVector<StringRef, 4> lines;
    StringRef(assembly_.getAsmString()).split(lines, '\n', -1, false);
    for (const StringRef line : lines)
      if (!line.trim().empty() && !execute(line.trim())) return nullptr;
    return result();
  }

 private:
  bool take_operands() {
    unsigned argument = 0;
    const InlineAsm::ConstraintInfoVector constraints = assembly_.ParseConstraints();
    for (const InlineAsm::ConstraintInfo& constraint : constraints) {
      if (constraint.Type == InlineAsm::isClobber) {
        const bool only_flags = is_contained({"{dirflag}", "{fpsr}", "{flags}", "{cc}"}, constraint.Codes.front());
        if (!empty_ && !only_flags) return false;
        continue;
      }
      if (constraint.isIndirect || constraint.isMultipleAlternative || constraint.Type == InlineAsm::isLabel)
        return false;
      const bool output = constraint.Type == InlineAsm::isOutput;
      const unsigned number = places_.size();
      unsigned place = number;
      if (!output && constraint.hasMatchingInput()) return false;
      if (!output && constraint.Codes.size() == 1 && isDigit(constraint.Codes.front().front()) &&
          StringRef(constraint.Codes.front()).getAsInteger(10, place))
        return false;
      if (place > number) return false;
      places_.push_back(place);
      values_.resize(number + 1);
      for (const std::string& code : constraint.Codes)
        if (code.front() == '{') {
          if (!empty_ && code != "{ax}" && code != "{dx}") return false;
          registers_[code] = place;
        }
      if (output) {
        ++outputs_;
      } else {
        Value* value = call_.getArgOperand(argument++);
        if (!empty_ && !value->getType()->isIntegerTy(32) && !value->getType()->isIntegerTy(64)) return false;
        values_[place] = value;
      }
    }
    return outputs_ > 0;
  }

  // "$3", "${3:q}": a place. The width is that of the instruction.
  std::optional<unsigned> place_of(StringRef text, unsigned width) {
    if (!text.consume_front("$")) return std::nullopt;
    if (text.consume_front("{")) {
      if (!text.consume_back(width == 64 ? ":q}" : ":k}")) return std::nullopt;
    }
    unsigned number = 0;
    if (text.getAsInteger(10, number) || number >= places_.size()) return std::nullopt;
    return places_[number];
  }

  Value* value_of(StringRef text, unsigned width) {
    std::int64_t constant = 0;
    if (StringRef digits = text; digits.consume_front("$$"))
      return digits.getAsInteger(0, constant) ? nullptr : b_.getIntN(width, static_cast<std::uint64_t>(constant));
    const auto place = place_of(text, width);
    return place ? at(*place, width) : nullptr;
  }

  Value* at(unsigned place, unsigned width) {
    Value* value = values_[place];
    return value != nullptr && value->getType()->isIntegerTy(width) ? value : nullptr;
  }

  bool execute(StringRef line) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const StringRef mnemonic = line.take_front(end);
    SmallVector<StringRef, 3> operands;
    line.drop_front(end).split(operands, ',', -1, false);
    for (StringRef& operand : operands) operand = operand.trim();
    // With a prefix the processor may take it for tzcnt, which is the same but where it is undefined.
    if ((mnemonic == "bsf" || mnemonic == "rep;bsf") && operands.size() == 2)
      return combine("bsf", operands[0], operands[1], 64);
    if (mnemonic == "bswap" && operands.size() == 1) return swap_bytes(operands[0]);
    const unsigned width = mnemonic.ends_with("q") ? 64 : mnemonic.ends_with("l") ? 32 : 0;
    if (width == 0) return false;
    const StringRef what = mnemonic.drop_back();
    if (operands.size() == 1) return what == "mul" ? multiply(operands[0], width) : change(what, operands[0], width);
    return operands.size() == 2 && combine(what, operands[0], operands[1], width);
  }

  // The product of two words in two words.
  bool multiply(StringRef operand, unsigned width) {
    if (!registers_.count("{ax}") || !registers_.count("{dx}")) return false;
    Value* left = at(registers_["{ax}"], width);
    Value* right = value_of(operand, width);
    if (left == nullptr || right == nullptr) return false;
    Type* wide = b_.getIntNTy(2 * width);
    Value* product = b_.CreateMul(b_.CreateZExt(left, wide), b_.CreateZExt(right, wide));
    values_[registers_["{ax}"]] = b_.CreateTrunc(product, left->getType());
    values_[registers_["{dx}"]] = b_.CreateTrunc(b_.CreateLShr(product, width), left->getType());
    carry_ = nullptr;
    return true;
  }

  // Its width is that of the operand. The flags stay.
  bool swap_bytes(StringRef operand) {
    for (const unsigned width : {32u, 64u}) {
      const auto place = place_of(operand, width);
      Value* old = place ? at(*place, width) : nullptr;
      if (old == nullptr) continue;
      values_[*place] = b_.CreateUnaryIntrinsic(Intrinsic::bswap, old);
      return true;
    }
    return false;
  }

  bool change(StringRef what, StringRef operand, unsigned width) {
    const auto place = place_of(operand, width);
    Value* old = place ? at(*place, width) : nullptr;
    if (old == nullptr) return false;
    if (what == "not") {
      values_[*place] = b_.CreateNot(old);
      return true;  // the flags stay
    }
    carry_ = nullptr;
    if (what != "neg") return false;
    values_[*place] = b_.CreateNeg(old);
    return true;
  }

  bool combine(StringRef what, StringRef source, StringRef destination, unsigned width) {
    const auto place = place_of(destination, width);
    Value* right = value_of(source, width);
    if (!place || right == nullptr) return false;
    Value*& to = values_[*place];
    if (what == "mov") {
      to = right;
      return true;
    }
    if (what == "bsf" || what == "bsr") return find_bit(to, right, what == "bsr");
    Value* left = at(*place, width);
    if (left == nullptr) return false;
    if (what == "add" || what == "adc") return add(to, left, right, what == "adc");
    if (what == "sub" || what == "sbb") return subtract(to, left, right, what == "sbb");
    carry_ = nullptr;
    Value* made = computed(b_, what, left, right);
    if (made != nullptr) to = made;
    return made != nullptr;
  }

  // Of no bits at all the result is undefined.
  bool find_bit(Value*& to, Value* bits, bool highest) {
    Type* type = bits->getType();
    to = b_.CreateBinaryIntrinsic(highest ? Intrinsic::ctlz : Intrinsic::cttz, bits, b_.getFalse());
    if (highest) to = b_.CreateXor(to, ConstantInt::get(type, type->getIntegerBitWidth() - 1));
    carry_ = nullptr;
    return true;
  }

  bool add(Value*& to, Value* left, Value* right, bool with_carry) {
    if (with_carry && carry_ == nullptr) return false;
    Value* sum = b_.CreateAdd(left, right);
    Value* over = b_.CreateICmpULT(sum, left);
    if (with_carry) {
      Value* one = b_.CreateZExt(carry_, left->getType());
      to = b_.CreateAdd(sum, one);
      over = b_.CreateOr(over, b_.CreateICmpULT(to, one));
    } else {
      to = sum;
    }
    carry_ = over;
    return true;
  }

  bool subtract(Value*& to, Value* left, Value* right, bool with_borrow) {
    if (with_borrow && carry_ == nullptr) return false;
    Value* difference = b_.CreateSub(left, right);
    Value* under = b_.CreateICmpULT(left, right);
    if (with_borrow) {
      Value* one = b_.CreateZExt(carry_, left->getType());
      to = b_.CreateSub(difference, one);
      under = b_.CreateOr(under, b_.CreateICmpULT(difference, one));
    } else {
      to = difference;
    }
    carry_ = under;
    return true;
  }

  // Half a register is the lower half; whoever writes that sets the rest to zero.
  Value* as(Value* value, Type* type) {
    if (value == nullptr || value->getType() == type) return value;
    const bool both = value->getType()->isIntegerTy() && type->isIntegerTy();
    return both ? b_.CreateZExtOrTrunc(value, type) : nullptr;
  }

  Value* result() {
    Type* type = call_.getType();
    if (outputs_ == 1) return as(values_[0], type);
    Value* all = PoisonValue::get(type);
    for (unsigned i = 0; i < outputs_; ++i) {
      Value* value = as(values_[i], cast<StructType>(type)->getElementType(i));
      if (value == nullptr) return nullptr;
      all = b_.CreateInsertValue(all, value, i);
    }
    return all;
  }

  CallInst& call_;
  const InlineAsm& assembly_;
  const bool empty_;  // then every operand will do
  IRBuilder<> b_;
  unsigned outputs_ = 0;
  std::vector<unsigned> places_;  // of each operand; one that is tied to an output has its place
  std::vector<Value*> values_;
  std::map<std::string, unsigned> registers_;
  Value* carry_ = nullptr;  // null: not known
};

}  // namespace

PreservedAnalyses KnownAssemblyPass::run(Module& module, ModuleAnalysisManager&) {
  std::vector<CallInst*> calls;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call != nullptr && call->isInlineAsm() && !call->getType()->isVoidTy()) calls.push_back(call);
    }
  for (CallInst* call : calls) {
    const auto& assembly = *cast<InlineAsm>(call->getCalledOperand());
    Value* value = Meaning(*call, assembly).of();
    if (value == nullptr) continue;
    // An empty one is there to stop the optimiser: at its place that stays.
    if (is_empty(assembly)) {
      IRBuilder<> b(call);
      const bool memory = StringRef(assembly.getConstraintString()).contains("~{memory}");
      b.CreateCall(InlineAsm::get(FunctionType::get(b.getVoidTy(), false), "", memory ? "~{memory}" : "", true));
    }
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace cairn::compiler
