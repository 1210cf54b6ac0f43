// Structural hashes of code: names of conditions and types that survive a rebuild and unrelated changes.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Value.h>

#include <cstdint>

namespace cairn::compiler {

// Of the computation of a value: operations, constants, names of globals and callees, a few levels deep; never
// positions.
std::uint64_t structure_hash(const llvm::Value* value, unsigned depth = 6);
std::uint64_t type_hash(const llvm::FunctionType& type);

}  // namespace cairn::compiler
