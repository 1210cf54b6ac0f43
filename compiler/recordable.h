// Which functions of a unit are instrumented.
#pragma once

#include <llvm/IR/Module.h>

namespace cairn::compiler {

// Programs that are linked statically choose between versions of a function before thread-local storage exists.
inline bool chooses_version(const llvm::Function& function) {
  for (const llvm::GlobalIFunc& choice : function.getParent()->ifuncs())
    if (choice.getResolverFunction() == &function) return true;
  return false;
}

inline bool recordable(const llvm::Function& function) {
  return !function.isDeclarationForLinker() && !function.hasFnAttribute(llvm::Attribute::Naked) &&
         !chooses_version(function);
}

}  // namespace cairn::compiler
