// What untyped pointers are used as. A handle whose struct the header does not define, or a `void*` for the context of a
// callback, is turned into a pointer to some struct before anything is done with it: `struct state* s = handle`, or
// `((struct state*)handle)->size`. That struct is what a caller has to bring, whatever the declaration says. And a
// function that makes such a handle returns a variable of the other type.
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
// which is then what the larger begins with; and where everything that is made of it is the same struct or union.
struct UsedAs {
  struct Member {
    const llvm::DICompositeType* of;
    std::uint64_t bit;
    const llvm::DIType* type;  // the struct or union
  };
  std::map<std::pair<const llvm::DISubprogram*, unsigned>, const llvm::DIType*> parameters;  // counted from 1
  std::vector<Member> members;
  std::map<const llvm::DISubprogram*, const llvm::DIType*> results;
};

UsedAs used_as(const llvm::Module& module);

}  // namespace cairn::compiler
