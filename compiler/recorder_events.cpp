// Rules for control flow: branches and switches become events; each gets an entry in the unit's facts.
#include <llvm/IR/DebugInfoMetadata.h>

#include "compiler/probe_calls.h"
#include "compiler/recorder.h"
#include "compiler/sabotage.h"
#include "compiler/source_path.h"
#include "compiler/structure.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

// The counter of the probe that comes first in the block, if nothing else that could matter comes before it.
std::uint32_t first_probe(BasicBlock* block, BasicBlock* from) {
  for (unsigned hops = 0; hops < 4; ++hops) {
    if (block->getUniquePredecessor() != from) return CAIRN_NO_SITE;
    for (Instruction& instruction : *block) {
      if (auto* call = dyn_cast<CallInst>(&instruction)) {
        if (is_probe(*call, kProbe)) return counter_of(*call);
        if (isa<DbgInfoIntrinsic>(call)) continue;
        return CAIRN_NO_SITE;
      }
      if (instruction.mayHaveSideEffects() || instruction.isTerminator()) break;
    }
    auto* jump = dyn_cast<BranchInst>(block->getTerminator());
    if (jump == nullptr || jump->isConditional()) return CAIRN_NO_SITE;
    for (Instruction& instruction : *block)
      if (instruction.mayHaveSideEffects()) return CAIRN_NO_SITE;
    from = block;
    block = jump->getSuccessor(0);
  }
  return CAIRN_NO_SITE;
}

}  // namespace

std::uint32_t FunctionRecorder::add_branch(Instruction& at, cairn_event_kind kind, ArrayRef<BasicBlock*> outcomes,
                                           ArrayRef<std::uint64_t> cases, std::uint64_t hash) {
  Facts& facts = shared_.unit.facts;
  cairn_fact_branch f{};
  f.function = shared_.unit.function(function_.getName());
  if (const DebugLoc& where = at.getDebugLoc()) {
    f.file = facts.string(path_of(cast<DIScope>(where.getScope())));
    f.line = where.getLine();
    f.column = where.getCol();
  }
  f.kind = kind;
  f.first_case = static_cast<std::uint32_t>(facts.cases.size());
  f.cases = static_cast<std::uint32_t>(cases.size());
  facts.cases.insert(facts.cases.end(), cases.begin(), cases.end());
  f.first_outcome = static_cast<std::uint32_t>(facts.outcomes.size());
  f.site = CAIRN_NO_SITE;
  f.hash = stable_hash(kind, hash);
  for (BasicBlock* outcome : outcomes) {
    const std::uint32_t counter = first_probe(outcome, at.getParent());
    facts.outcomes.push_back(counter);
    if (counter == CAIRN_NO_SITE || f.site != CAIRN_NO_SITE) continue;
    f.site = facts.site_of(counter);
    if (f.site != CAIRN_NO_SITE)
      f.hash = stable_hash(facts.sites[f.site].hash, stable_hash(kind, facts.sites[f.site].ordinal));
  }
  if (outcomes.empty()) facts.outcomes.insert(facts.outcomes.end(), 2, CAIRN_NO_SITE);
  f.hash = stable_hash(function_.getName(), f.hash);
  f.ordinal = shared_.branch_ordinals[f.hash]++;
  facts.branches.push_back(f);
  return static_cast<std::uint32_t>(facts.branches.size() - 1);
}

Value* FunctionRecorder::branch_id(Builder& b, std::uint32_t number) {
  return b.CreateAdd(b.CreateLoad(b.getInt32Ty(), shared_.branch_base), b.getInt32(number));
}

void FunctionRecorder::visit_branch(Instruction& terminator) {
  const bool corrupt = sabotage_of(*rule_for(terminator)) == Sabotage::corrupt;
  if (auto* branch = dyn_cast<BranchInst>(&terminator)) {
    if (branch->isUnconditional() || surely_concrete(branch->getCondition())) {
      flush(terminator);
      return;
    }
    Value* condition = branch->getCondition();
    const std::uint32_t number =
        add_branch(terminator, CAIRN_EVENT_Branch, {branch->getSuccessor(0), branch->getSuccessor(1)}, {},
                   structure_hash(condition));
    flush(terminator,
          {in_group_.contains(dyn_cast<Instruction>(condition)) ? Constant::getNullValue(Type::getInt32Ty(context_))
                                                                : label(condition)},
          [&](Builder& slow) {
            Value* taken = slow.CreateZExt(corrupt ? slow.CreateNot(condition) : condition, slow.getInt32Ty());
            slow.CreateCall(hooks_.__cairn_branch, {label(condition), taken, branch_id(slow, number), frame_});
          });
    return;
  }
  if (auto* choice = dyn_cast<SwitchInst>(&terminator)) {
    Value* value = choice->getCondition();
    if (surely_concrete(value) || width(value->getType()) > 64 || choice->getNumCases() >= CAIRN_SWITCH_DEFAULT) {
      if (!surely_concrete(value)) pin(terminator, value, CAIRN_EVENT_PinValue);
      flush(terminator);
      return;
    }
    std::vector<std::uint64_t> cases;
    std::vector<BasicBlock*> outcomes;
    std::vector<Constant*> constants;
    for (auto& handle : choice->cases()) {
      cases.push_back(handle.getCaseValue()->getValue().getZExtValue());
      outcomes.push_back(handle.getCaseSuccessor());
      constants.push_back(ConstantInt::get(Type::getInt64Ty(context_), cases.back()));
    }
    outcomes.push_back(choice->getDefaultDest());
    const std::uint32_t number = add_branch(terminator, CAIRN_EVENT_Switch, outcomes, cases, structure_hash(value));
    auto* table_type = ArrayType::get(Type::getInt64Ty(context_), constants.size());
    auto* table = new GlobalVariable(shared_.module, table_type, true, GlobalValue::PrivateLinkage,
                                     ConstantArray::get(table_type, constants), "cairn.cases");
    flush(terminator,
          {in_group_.contains(dyn_cast<Instruction>(value)) ? Constant::getNullValue(Type::getInt32Ty(context_))
                                                            : label(value)},
          [&](Builder& slow) {
            Value* x = bits(slow, value);
            if (corrupt) x = slow.CreateAdd(x, slow.getInt64(1));
            slow.CreateCall(hooks_.__cairn_switch,
                            {label(value), x, table, slow.getInt32(static_cast<unsigned>(cases.size())),
                             branch_id(slow, number), frame_});
          });
    return;
  }
  // indirectbr: a computed goto. The address is pinned; its alternatives are other labels.
  auto& jump = cast<IndirectBrInst>(terminator);
  if (!corrupt) pin(terminator, jump.getAddress(), CAIRN_EVENT_IndirectCall);
  flush(terminator);
}

}  // namespace cairn::compiler
