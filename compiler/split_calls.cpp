#include "compiler/split_calls.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <set>
#include <vector>

#include "compiler/externals.h"

namespace cairn::compiler {
namespace {

using namespace llvm;

// Which calls of a module may not come back.
class Endings {
 public:
  explicit Endings(const Module& module) : library_(Triple(module.getTargetTriple())) {
    std::vector<const Function*> work;
    for (const Function& function : module)
      if (function.isDeclaration() ? unknown(function) : calls_no_name(function)) work.push_back(&function);
    while (!work.empty()) {
      const Function* function = work.back();
      work.pop_back();
      if (!ending_.insert(function).second) continue;
      for (const User* user : function->users())
        if (const auto* call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledFunction() == function)
          work.push_back(call->getFunction());
    }
  }

  [[nodiscard]] bool may_end(const CallBase& call) const {
    if (isa<IntrinsicInst>(call) || call.isInlineAsm()) return false;
    const Function* callee = call.getCalledFunction();
    return callee == nullptr || ending_.contains(callee);
  }

 private:
  [[nodiscard]] bool unknown(const Function& function) const {
    if (function.isIntrinsic()) return false;
    if (function.doesNotReturn()) return true;
    const StringRef name = function.getName();
    LibFunc known;
    const bool of_the_library = library_.getLibFunc(name, known) || has_model(name) || sink_external(name) ||
                                leaf_external(name) || inert_external(name) || runtime_external(name);
    const bool of_libstdcxx = name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") || name.starts_with("_ZSt") ||
                              name.starts_with("_Zn") || name.starts_with("_Zd") || name.starts_with("__cxa_");
    return !of_the_library && !of_libstdcxx;
  }

  static bool calls_no_name(const Function& function) {
    return any_of(instructions(function), [](const Instruction& instruction) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      return call != nullptr && !call->isInlineAsm() && call->getCalledFunction() == nullptr;
    });
  }

  TargetLibraryInfoImpl library_;
  DenseSet<const Function*> ending_;
};

unsigned line_of(const Instruction& instruction) {
  if (isa<DbgInfoIntrinsic>(instruction) || !instruction.getDebugLoc()) return 0;
  return instruction.getDebugLoc().getLine();
}

// Calls with lines behind them that the block has not had before.
std::vector<Instruction*> calls_to_split_after(BasicBlock& block, const Endings& endings) {
  std::vector<Instruction*> calls;
  std::set<unsigned> lines = {0};
  CallInst* last = nullptr;
  for (Instruction& instruction : block) {
    if (isa<AllocaInst>(instruction)) {  // stays in the block it is in
      calls.clear();
      last = nullptr;
    }
    if (last != nullptr && !lines.contains(line_of(instruction))) {
      calls.push_back(last);
      last = nullptr;
    }
    lines.insert(line_of(instruction));
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call != nullptr && endings.may_end(*call) && !call->isMustTailCall() && !call->doesNotReturn()) last = call;
  }
  return calls;
}

}  // namespace

PreservedAnalyses SplitCallsPass::run(Module& module, ModuleAnalysisManager&) {
  const Endings endings(module);
  std::vector<Instruction*> calls;
  for (Function& function : module)
    for (BasicBlock& block : function) {
      const auto some = calls_to_split_after(block, endings);
      calls.insert(calls.end(), some.begin(), some.end());
    }
  for (Instruction* call : calls) {
    BasicBlock* block = call->getParent();
    SplitBlock(block, call->getNextNode());
    block->getTerminator()->setDebugLoc(call->getDebugLoc());  // and not that of the line behind it
  }
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace cairn::compiler
