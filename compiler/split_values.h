// Makes branches of decisions whose outcome is a value. For constant arms clang writes `x > 5 ? 1 : 2` as a select from
// the start, and in `flag = a && b` the truth of b goes into flag as it is. Both are decisions of the source and count as
// such, but neither is an event (docs/architecture.md): no path would lead to their other side.
//
// What the optimiser makes into selects later stays one. So the number of paths is that of the source, at every level.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

namespace cairn::compiler {

// The selects that are wanted.
void split_selects(llvm::Function& function, llvm::function_ref<bool(const llvm::SelectInst&)> wanted);

// The right operand of `a && b` or `a || b` where the result is a value: an arm of a phi of truth values whose other
// arms are constants that come from conditionals.
struct Operand {
  llvm::PHINode* result;
  unsigned arm;
  // What is computed in the block that the arm comes from, and placed in the source.
  llvm::Instruction& value() const;
  // Where the result is nothing but tested at once, as in `while (a && b)`: then that test is the event.
  bool tested_at_once() const;
};
std::optional<Operand> operand_of(llvm::PHINode& phi);
// Those that are not tested at once.
void split_operands(llvm::Function& function);

// `return a < b;` decides nothing by itself. Where its two outcomes are to be paths all the same, -mllvm
// -cairn-split-truths asks for this pass; `cairn unit` does.
class SplitTruthsPass : public llvm::PassInfoMixin<SplitTruthsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace cairn::compiler
