// Intrinsics that are functions of the mathematical library under another name. With -fno-math-errno, and always for
// __builtin_frexp (std::frexp), clang writes `lrint(x)` as an intrinsic; as calls again they reach the models.
#pragma once

#include <llvm/IR/Module.h>

namespace cairn::compiler {

void call_library(llvm::Module& module);

}  // namespace cairn::compiler
