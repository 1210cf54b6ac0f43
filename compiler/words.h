// The words of a unit: constants of its source that input may be compared with, such as the names of options and the
// keywords of a language. Taken before optimisation, which turns comparisons with short ones into code.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/facts.h"

namespace cairn::compiler {

void collect_words(const llvm::Module& module, Facts& facts);

}  // namespace cairn::compiler
