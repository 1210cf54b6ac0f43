// Writes vector instructions of the processor (what immintrin.h names) as the arithmetic they are, so that labels follow
// the data through them: masks of signs, sums of products and of differences, narrowing that saturates, shifts, averages,
// tests. Those that LLVM has no other words for and that are not here stay; what goes into them is lost.
#pragma once

#include <llvm/IR/Module.h>

namespace cairn::compiler {

void write_vectors(llvm::Module& module);

}  // namespace cairn::compiler
