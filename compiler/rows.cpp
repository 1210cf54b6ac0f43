#include "compiler/rows.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compiler/probe_calls.h"

namespace cairn::compiler {
namespace {

using namespace llvm;

// Probes with nothing between them at which control, or a fault, could leave.
using Row = std::vector<CallInst*>;

bool surely_goes_on(const Instruction& instruction) {
  if (isa<PHINode>(instruction) || isa<DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd() ||
      is_probe(instruction, kProbeChoice))
    return true;
  return !instruction.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&instruction);
}

std::vector<Row> rows_in(BasicBlock& block, const DenseSet<std::uint32_t>& derived) {
  std::vector<Row> rows(1);
  for (Instruction& instruction : block) {
    if (is_probe(instruction, kProbe)) {
      auto& probe = cast<CallInst>(instruction);
      if (!derived.contains(counter_of(probe))) rows.back().push_back(&probe);
    } else if (!rows.back().empty() && !surely_goes_on(instruction)) {
      rows.emplace_back();
    }
  }
  return rows;
}

}  // namespace

void count_rows(Module& module, Facts& facts) {
  DenseSet<std::uint32_t> derived;
  for (const cairn_fact_derived& d : facts.derived) derived.insert(d.counter);
  std::vector<cairn_fact_derived> sums;
  for (Function& function : module) {
    for (BasicBlock& block : function) {
      for (const Row& row : rows_in(block, derived)) {
        if (row.size() < 2) continue;
        const std::uint32_t counter = facts.counters++;
        auto* whole = cast<CallInst>(row.back()->clone());
        whole->setArgOperand(0, ConstantInt::get(Type::getInt32Ty(module.getContext()), counter));
        whole->insertAfter(row.back());
        for (CallInst* probe : row) {
          probe->setMetadata(kRowMetadata, MDNode::get(module.getContext(), {}));
          sums.push_back({counter_of(*probe), counter_of(*probe), counter, CAIRN_DERIVED_SUM});
        }
      }
    }
  }
  // In front: others are computed from these.
  facts.derived.insert(facts.derived.begin(), sums.begin(), sums.end());
}

}  // namespace cairn::compiler
