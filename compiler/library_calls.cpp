#include "compiler/library_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <vector>

namespace cairn::compiler {
namespace {

using namespace llvm;

// The function of the library; empty: none that takes and gives these types.
std::string library_name(const IntrinsicInst& call) {
  const Type* number = call.getArgOperand(0)->getType();
  if (!number->isDoubleTy() && !number->isFloatTy()) return {};
  const auto name = [&](const char* function) { return std::string(function) + (number->isFloatTy() ? "f" : ""); };
  const Type* result = call.getType();
  switch (call.getIntrinsicID()) {
    case Intrinsic::ldexp:
      return call.getArgOperand(1)->getType()->isIntegerTy(32) ? name("ldexp") : "";
    case Intrinsic::frexp:
      return result->getStructElementType(1)->isIntegerTy(32) ? name("frexp") : "";
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      return result->isIntegerTy(64) ? name("lrint") : "";
    case Intrinsic::lround:
    case Intrinsic::llround:
      return result->isIntegerTy(64) ? name("lround") : "";
    default:
      return {};
  }
}

// frexp gives its exponent through a pointer, the intrinsic in a pair.
Value* call_frexp(IRBuilder<>& b, IntrinsicInst& call, const std::string& name) {
  Value* number = call.getArgOperand(0);
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  Value* place = entry.CreateAlloca(b.getInt32Ty());
  const FunctionCallee function =
      call.getModule()->getOrInsertFunction(name, number->getType(), number->getType(), b.getPtrTy());
  Value* fraction = b.CreateCall(function, {number, place});
  Value* pair = b.CreateInsertValue(PoisonValue::get(call.getType()), fraction, 0);
  return b.CreateInsertValue(pair, b.CreateLoad(b.getInt32Ty(), place), 1);
}

Value* call_plainly(IRBuilder<>& b, IntrinsicInst& call, const std::string& name) {
  std::vector<Type*> types;
  std::vector<Value*> arguments;
  for (Value* argument : call.args()) {
    types.push_back(argument->getType());
    arguments.push_back(argument);
  }
  return b.CreateCall(call.getModule()->getOrInsertFunction(name, FunctionType::get(call.getType(), types, false)),
                      arguments);
}

}  // namespace

void call_library(Module& module) {
  std::vector<IntrinsicInst*> calls;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<IntrinsicInst>(&instruction); call != nullptr && call->arg_size() > 0)
        if (!library_name(*call).empty()) calls.push_back(call);
  for (IntrinsicInst* call : calls) {
    IRBuilder<> b(call);
    const std::string name = library_name(*call);
    Value* result =
        call->getIntrinsicID() == Intrinsic::frexp ? call_frexp(b, *call, name) : call_plainly(b, *call, name);
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

}  // namespace cairn::compiler
