#include "compiler/fast_copy.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>
#include <llvm/Transforms/Utils/SSAUpdaterBulk.h>

#include "compiler/concrete.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

// Larger functions take the compiler too long: every value that lives across a place to leave at needs a merge there.
constexpr unsigned kLargest = 1000;  // instructions
// Of labels that the end of a round looks at.
constexpr std::size_t kMostLabels = 8;

// Where a value is used: by a merge at the end of the block it comes from.
BasicBlock* place_of(const Use& use) {
  auto* user = cast<Instruction>(use.getUser());
  auto* phi = dyn_cast<PHINode>(user);
  return phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
}

}  // namespace

bool FastCopy::wanted(const Function& function) {
  if (function.hasOptNone() || function.callsFunctionThatReturnsTwice() || function.isPresplitCoroutine()) return false;
  for (const BasicBlock& block : function)
    if (block.hasAddressTaken()) return false;
  unsigned size = 0;
  for (const Instruction& instruction : instructions(function)) {
    if (++size > kLargest || instruction.getType()->isTokenTy()) return false;
    if (isa<IndirectBrInst>(instruction) || isa<CallBrInst>(instruction)) return false;
    if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->cannotDuplicate()) return false;
  }
  return true;
}

FastCopy::FastCopy(Function& function, RecordedBody body) : function_(function), body_(std::move(body)) {}

void FastCopy::make() {
  split_ways_back();
  split_after_calls();
  clone();
  take_labels_for_zero();
  leave_where_labels_are_read();
  enter();
  leave_out_tests();
  go_back();
  repair();
  repair_arguments();
  removeUnreachableBlocks(function_);
  remove_idle_merges();
  place_reads();
  for (BasicBlock& block : make_early_inc_range(function_)) MergeBlockIntoPredecessor(&block);
}

// A block of its own on every edge that ends a round of a loop.
void FastCopy::split_ways_back() {
  DominatorTree dominators(function_);
  LoopInfo loops(dominators);
  std::vector<WayBack> edges;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    BasicBlock* header = loop->getHeader();
    if (header->isEHPad()) continue;
    SmallSetVector<BasicBlock*, 4> latches;
    for (BasicBlock* from : predecessors(header))
      if (loop->contains(from)) latches.insert(from);
    for (BasicBlock* from : latches)
      if (count(successors(from), header) == 1) edges.push_back({from, header});
  }
  for (const WayBack& edge : edges)
    if (BasicBlock* middle = SplitEdge(edge.from, edge.header)) ways_back_.push_back({middle, edge.header});
}

void FastCopy::clone() {
  DenseSet<BasicBlock*> before;  // what comes before the body
  std::vector<BasicBlock*> work = {&function_.getEntryBlock()};
  while (!work.empty()) {
    BasicBlock* block = work.back();
    work.pop_back();
    if (block == body_.first || !before.insert(block).second) continue;
    for (BasicBlock* next : successors(block)) work.push_back(next);
  }
  std::vector<BasicBlock*> originals;
  for (BasicBlock& block : function_)
    if (!before.contains(&block)) originals.push_back(&block);
  SmallVector<BasicBlock*, 32> copies;
  for (BasicBlock* block : originals) {
    BasicBlock* copy = CloneBasicBlock(block, map_, "", &function_);
    map_[block] = copy;
    recorded_block_[copy] = block;
    recorded_.insert(block);
    copies.push_back(copy);
  }
  for (PHINode& label : body_.first->getSinglePredecessor()->phis()) {
    arguments_.push_back(&label);
    map_[&label] = Constant::getNullValue(label.getType());
  }
  remapInstructionsInBlocks(copies, map_);
  for (BasicBlock* block : originals)
    for (Instruction& instruction : *block)
      if (!instruction.getType()->isVoidTy()) {
        Value* copy = map_[&instruction];
        pairs_.push_back({&instruction, copy, WeakTrackingVH(copy), copy_of(block)});
        recorded_of_[copy] = &instruction;
      }
}

void FastCopy::replace(Instruction* instruction, Value* by, Work& work) {
  for (User* user : instruction->users())
    if (auto* next = dyn_cast<Instruction>(user)) work.insert(next);
  instruction->replaceAllUsesWith(by);
  work.remove(instruction);
  instruction->eraseFromParent();
}

void FastCopy::fold(Work& work) {
  const DataLayout& layout = function_.getParent()->getDataLayout();
  SmallSetVector<BasicBlock*, 16> decided;
  while (!work.empty()) {
    Instruction* instruction = work.pop_back_val();
    if (instruction->isTerminator()) {
      decided.insert(instruction->getParent());
      continue;
    }
    if (isa<PHINode>(instruction) || instruction->mayHaveSideEffects()) continue;
    Value* known = simplifyInstruction(instruction, SimplifyQuery(layout, instruction));
    if (known == nullptr) continue;
    // What comes from another block may be another value by the time the recorded body needs it.
    if (auto* other = dyn_cast<Instruction>(known); other != nullptr && other->getParent() != instruction->getParent())
      continue;
    replace(instruction, known, work);
  }
  for (BasicBlock* block : decided) ConstantFoldTerminator(block);
}

void FastCopy::take_labels_for_zero() {
  Work work;
  for (PHINode* label : arguments_)
    for (User* user : label->users())
      if (auto* copy = dyn_cast<Instruction>(map_.lookup(user))) work.insert(copy);
  for (PHINode* label : body_.labels)
    replace(cast<Instruction>(map_[label]), Constant::getNullValue(label->getType()), work);
  fold(work);
}

void FastCopy::leave_where_labels_are_read() {
  for (const LabelRead& read : body_.reads) {
    BasicBlock* copy = copy_of(read.block);
    const std::vector<BasicBlock*> ways(pred_begin(copy), pred_end(copy));
    for (BasicBlock* from : ways) from->getTerminator()->replaceSuccessorWith(copy, leave_for(read.resume));
  }
}

BasicBlock* FastCopy::leave_for(BasicBlock* recorded) {
  BasicBlock* way = BasicBlock::Create(function_.getContext(), "", &function_);
  IRBuilder<> b(way);
  // No code, but it keeps the block: what the recorded body needs is put into registers here and not before the test.
  b.CreateCall(InlineAsm::get(FunctionType::get(b.getVoidTy(), false), "", "", true));
  b.CreateBr(recorded);
  return way;
}

void FastCopy::enter() {
  BasicBlock* before = body_.first->getSinglePredecessor();
  before->getTerminator()->replaceSuccessorWith(body_.first, copy_of(body_.first));
  if (arguments_.empty()) return;
  labelled_ = arguments_.front()->getIncomingBlock(0);
  labelled_->getTerminator()->replaceSuccessorWith(before, body_.first);
}

// Is the recorded body's value needed at the block's beginning?
bool FastCopy::lives_into(Instruction& value, BasicBlock& block) const {
  DenseSet<BasicBlock*> seen;
  std::vector<BasicBlock*> work;
  auto live_in = [&](BasicBlock* at) {
    if (recorded_.contains(at) && at != value.getParent() && seen.insert(at).second) work.push_back(at);
  };
  for (Use& use : value.uses()) {
    auto* user = cast<Instruction>(use.getUser());
    if (auto* phi = dyn_cast<PHINode>(user))
      live_in(phi->getIncomingBlock(use));
    else
      live_in(user->getParent());
  }
  while (!work.empty()) {
    BasicBlock* at = work.back();
    work.pop_back();
    for (BasicBlock* from : predecessors(at)) live_in(from);
  }
  return seen.contains(&block);
}

// The labels that may be read after going on at the header. False: too many, or something that is no label is needed
// and stands for another value in the copy.
bool FastCopy::labels_needed(const WayBack& way, std::vector<Value*>& needed) const {
  for (PHINode* label : arguments_) {
    if (!lives_into(*label, *way.header)) continue;
    if (!label->getType()->isIntegerTy(32) || needed.size() == kMostLabels) return false;
    needed.push_back(label);
  }
  for (const Pair& pair : pairs_) {
    if (!pair.folded()) continue;
    Value* label = pair.recorded;
    if (auto* phi = dyn_cast<PHINode>(label); phi != nullptr && phi->getParent() == way.header)
      label = phi->getIncomingValueForBlock(way.from);
    else if (!lives_into(*pair.recorded, *way.header))
      continue;
    if (known_zero(label)) continue;
    if (!known_zero(pair.fast) || !label->getType()->isIntegerTy(32) || needed.size() == kMostLabels) return false;
    if (!is_contained(needed, label)) needed.push_back(label);
  }
  return true;
}

void FastCopy::go_back() {
  for (const WayBack& way : ways_back_) {
    std::vector<Value*> needed;
    if (!labels_needed(way, needed)) continue;
    BasicBlock* header = copy_of(way.header);
    for (PHINode& phi : way.header->phis()) {
      auto* copy = dyn_cast_or_null<PHINode>(map_.lookup(&phi));
      if (copy != nullptr && copy->getParent() == header)
        copy->addIncoming(phi.getIncomingValueForBlock(way.from), way.from);
    }
    Instruction* jump = way.from->getTerminator();
    IRBuilder<> b(jump);
    Value* any = nullptr;
    for (Value* label : needed) any = any == nullptr ? label : b.CreateOr(any, label);
    if (const auto& ranges = tested_loops_[header]; !ranges.empty()) {
      Value* memory = any_label(b, ranges, true);
      any = any == nullptr ? memory : b.CreateOr(any, memory);
    }
    if (any != nullptr) {
      b.CreateCondBr(b.CreateIsNotNull(any), way.header, header);
    } else {
      b.CreateBr(header);
      way.header->removePredecessor(way.from, true);
    }
    jump->eraseFromParent();
  }
}

// Every value that both copies have is one variable with two definitions now. All are renamed together: large functions
// have thousands, and one after the other they took more time than everything else here.
void FastCopy::repair() {
  SSAUpdaterBulk updater;
  for (const Pair& pair : pairs_) {
    Value* fast = pair.fast;
    if (fast == nullptr) continue;
    auto* copy = dyn_cast<Instruction>(fast);
    BasicBlock* const recorded_in = pair.recorded->getParent();
    BasicBlock* const fast_in = copy != nullptr ? copy->getParent() : pair.place;
    SmallVector<Use*, 16> uses;
    auto collect = [&](Instruction* value) {
      for (Use& use : make_early_inc_range(value->uses())) {
        BasicBlock* place = place_of(use);
        if (place == value->getParent()) continue;
        if (place == recorded_in)
          use.set(pair.recorded);  // at its end, by a merge
        else if (place == fast_in)
          use.set(fast);
        else
          uses.push_back(&use);
      }
    };
    collect(pair.recorded);
    if (copy != nullptr && !pair.folded()) collect(copy);
    if (uses.empty()) continue;
    const unsigned variable = updater.AddVariable("", pair.recorded->getType());
    updater.AddAvailableValue(variable, recorded_in, pair.recorded);
    updater.AddAvailableValue(variable, fast_in, fast);
    for (Use* use : uses) updater.AddUse(variable, use);
  }
  DominatorTree dominators(function_);
  updater.RewriteAllUses(&dominators);
}

void FastCopy::repair_arguments() {
  for (PHINode* label : arguments_) {
    SSAUpdater updater;
    updater.Initialize(label->getType(), "");
    updater.AddAvailableValue(labelled_, label->getIncomingValue(0));
    updater.AddAvailableValue(copy_of(body_.first), Constant::getNullValue(label->getType()));
    for (Use& use : make_early_inc_range(label->uses())) updater.RewriteUse(use);
    label->eraseFromParent();
  }
}

// Those whose other ways in were never taken.
void FastCopy::remove_idle_merges() {
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock& block : function_)
      for (PHINode& phi : make_early_inc_range(block.phis())) {
        Value* same = phi.hasConstantValue();
        if (same == nullptr) continue;
        phi.replaceAllUsesWith(same);
        phi.eraseFromParent();
        changed = true;
      }
  }
}

// Code generation makes a read part of the instruction that uses it, where nobody else does: more often in the copy than
// in the recorded body, where slow paths do. Both are to fault at the same place in the source.
void FastCopy::place_reads() {
  for (BasicBlock& block : function_) {
    if (recorded_.contains(&block)) continue;
    for (Instruction& instruction : block) {
      if (!isa<LoadInst>(instruction) || !instruction.hasOneUse() || !instruction.getDebugLoc()) continue;
      auto* user = cast<Instruction>(*instruction.user_begin());
      if (user->getParent() == &block && !isa<PHINode>(user)) user->setDebugLoc(instruction.getDebugLoc());
    }
  }
}

}  // namespace cairn::compiler
