// What untyped pointers are used as. A handle whose struct the header does not define, or a `void*` for the context of a
// callback, is turned into another pointer before anything is done with it: `struct state* s = handle`,
// `((struct state*)handle)->size`, or `*(const int*)a` where numbers are sorted. What that leads to is what a caller has to
// bring, whatever the declaration says. And a function that makes such a handle returns a variable of the other type.
//
// Looked at in code that is not optimised, where parameters and variables are in memory and have their types.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace cairn::compiler {

// Only where the declared pointer is one to void, to a struct that is not defined, or (not of results) to a smaller one,
// which is then what the larger begins with; and where everything that is made of it is the same. Numbers and pointers
// only behind void.
struct UsedAs {
  struct Member {
    const llvm::DICompositeType* of;
    std::uint64_t bit;
    const llvm::DIType* type;
  };
  std::map<std::pair<const llvm::DISubprogram*, unsigned>, const llvm::DIType*> parameters;  // counted from 1
  std::vector<Member> members;
  std::map<const llvm::DISubprogram*, const llvm::DIType*> results;
};

UsedAs used_as(const llvm::Module& module);

}  // namespace cairn::compiler
