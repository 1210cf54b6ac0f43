// The runtime's hooks as LLVM functions; types are derived from the prototypes in abi/cairn_hooks.h, so the two sides
// cannot drift.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <type_traits>

#define CAIRN_IN_PASS
#include "abi/cairn_hooks.h"

namespace cairn::compiler {

template <class T>
llvm::Type* llvm_type(llvm::LLVMContext& context) {
  if constexpr (std::is_void_v<T>)
    return llvm::Type::getVoidTy(context);
  else if constexpr (std::is_pointer_v<T>)
    return llvm::PointerType::getUnqual(context);
  else
    return llvm::IntegerType::get(context, sizeof(T) * 8);
}

template <class R, class... A>
llvm::FunctionType* llvm_function_type(llvm::LLVMContext& context, R (*)(A...)) {
  return llvm::FunctionType::get(llvm_type<R>(context), {llvm_type<A>(context)...}, false);
}

// How hooks are told an operation and a width.
inline unsigned packed(unsigned op, unsigned width) { return op | width << 8; }

// Hooks are slow paths: cold, and they throw nothing.
inline void mark_hook(llvm::FunctionCallee callee) {
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::Cold);
}

struct Hooks {
  explicit Hooks(llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
#define CAIRN_DECLARE(name)                                                                                       \
  name = module.getOrInsertFunction(#name, llvm_function_type(context, static_cast<decltype(&::name)>(nullptr))); \
  mark_hook(name);
    CAIRN_HOOKS(CAIRN_DECLARE)
#undef CAIRN_DECLARE
    auto* any_label = llvm::cast<llvm::Function>(__cairn_any_label.getCallee());
    any_label->setCallingConv(llvm::CallingConv::PreserveMost);
    any_label->setOnlyReadsMemory();
    any_label->setWillReturn();
    any_label->addFnAttr(llvm::Attribute::NonLazyBind);  // resolving it at the first call would not keep registers
  }

#define CAIRN_MEMBER(name) llvm::FunctionCallee name;
  CAIRN_HOOKS(CAIRN_MEMBER)
#undef CAIRN_MEMBER
};

}  // namespace cairn::compiler
