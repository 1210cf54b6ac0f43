// Conditionals that the front end made and nobody wrote: whether a destructor has to run, whether a `delete` deletes
// anything, the loops over the elements of an array. They are no sites: who reads the source does not see them, and
// often no input leads to their other side.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

namespace cairn::compiler {

// By its form alone: values have no names, and variables no description, in the builds that count.
bool unwritten(const llvm::BranchInst& branch);
bool unwritten(const llvm::SwitchInst& choice);
bool unwritten(const llvm::SelectInst& select);

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// The blocks that an exception passes through on its way to a handler or out of the function. What runs in them,
// destructors and the search for the handler, has the place of other code, or of a closing brace.
BlockSet unwinding_blocks(const llvm::Function& function);

}  // namespace cairn::compiler
