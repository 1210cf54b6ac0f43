// Optimisation leaves probes side by side: inlined conditions that turned out the same, edges that became blocks. One
// increment serves such a row, and the counters of its probes are computed from it.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/facts.h"

namespace cairn::compiler {

// On probes: the row they stand in counts for them.
inline constexpr const char* kRowMetadata = "cairn.row";

// Plants a probe with a counter of its own behind every row. Before recording, which takes blocks apart.
void count_rows(llvm::Module& module, Facts& facts);

}  // namespace cairn::compiler
