// What a translation unit declares, as its debug information tells it: functions with their parameters, variables of
// file scope, and the types of both, written as JSON to the file named by -mllvm -cairn-describe=FILE. `cairn unit`
// makes harnesses from it. Wants -g, and -Xclang -femit-all-decls so that unused static functions are described too.
//
//   {"functions": [{"name", "line", "own", "static", "defined", "variadic", "result": T, "used": T,
//                   "parameters": [{"name", "type": T, "compared": [N], "used": T}]}],    own: not from an included file
//    "variables": [{"name", "line", "static", "constant", "type": T}],
//    "members": [{"of": T, "offset", "used": T}],
//    "types": [{"kind", ...}]}          T: index into types; N: a constant that the parameter is compared with
//
// Used: what a pointer leads to, where the code says more than the declaration (compiler/used_as.h): that of a parameter,
// of the result, and of members, by the struct and the offset in bits.
//
// Kinds: void; integer, boolean, float (name, size, signed); pointer (to); const, volatile, restrict, atomic (to);
// typedef (name, to); array (to, count); struct, union (name, size, members: name, type, offset and bits in bits,
// bitfield); enum (name, size, signed, values); function (result, parameters, variadic); incomplete (name);
// unsupported (name: what it is).
#pragma once

#include <llvm/IR/PassManager.h>

namespace cairn::compiler {

class DescribePass : public llvm::PassInfoMixin<DescribePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace cairn::compiler
