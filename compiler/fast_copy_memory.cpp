// Tests of memory that the fast copy need not make again.
//
// As long as the copy runs it stores nothing symbolic: what it has found concrete stays so until a call. So a test is
// left out where every way to it has made it since the last call. Tests of what a loop looks at in every round (fields
// of a structure, mostly) are made before it instead, and again after calls in it; where they find a label, the
// recorded loop is entered.
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/fast_copy.h"
#include "compiler/map_test.h"
#include "compiler/unit.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

constexpr std::size_t kMostRanges = 4;  // tested before a loop
constexpr std::size_t kMostCalls = 8;   // in it

// May memory have labels after the call that it did not have before?
bool may_label(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call) || call->isInlineAsm()) return false;
  const Function* callee = call->getCalledFunction();
  if (callee == nullptr) return true;
  static const StringSet<> harmless = {kProbe,           kProbeChoice,       "__cairn_store",     "__cairn_clear",
                                       "__cairn_load",   "__cairn_lost",     "__cairn_hand_over", "__cairn_landed",
                                       "__cairn_branch", "__cairn_any_label"};
  return !harmless.contains(callee->getName());
}

bool may_label(const BasicBlock& block) {
  return any_of(block, [](const Instruction& instruction) { return may_label(instruction); });
}

}  // namespace

// The places where tests are made again; both copies have them.
void FastCopy::split_after_calls() {
  DominatorTree dominators(function_);
  LoopInfo loops(dominators);
  std::vector<Instruction*> calls;
  for (BasicBlock& block : function_) {
    if (loops.getLoopFor(&block) == nullptr) continue;
    for (Instruction& instruction : block)
      if (const auto* call = dyn_cast<CallInst>(&instruction);
          call != nullptr && may_label(instruction) && !call->isMustTailCall() && !call->doesNotReturn())
        calls.push_back(&instruction);
  }
  for (Instruction* call : calls) after_calls_.push_back(SplitBlock(call->getParent(), call->getNextNode()));
}

std::vector<FastCopy::CopiedTest> FastCopy::copied_tests() const {
  const DataLayout& layout = function_.getParent()->getDataLayout();
  std::vector<CopiedTest> tests;
  for (const MemoryTest& test : body_.tests) {
    auto* granules = dyn_cast_or_null<Instruction>(map_.lookup(test.granules));
    auto* labels = dyn_cast_or_null<Instruction>(map_.lookup(test.labels));
    if (granules == nullptr || labels == nullptr) continue;
    Value* address = test.address;
    if (Value* copy = map_.lookup(address)) address = copy;
    APInt offset(64, 0);
    Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, true);
    const std::int64_t begin = offset.getSExtValue();
    tests.push_back({granules, labels, {base, begin, begin + static_cast<std::int64_t>(test.size)}});
  }
  return tests;
}

Value* FastCopy::any_label(IRBuilder<>& b, ArrayRef<Range> ranges, bool recorded) const {
  Value* any = nullptr;
  for (const Range& range : ranges) {
    Value* base = range.base;
    if (recorded)
      if (Instruction* twin = recorded_of_.lookup(base)) base = twin;
    Value* address = b.CreateConstGEP1_64(b.getInt8Ty(), base, static_cast<std::uint64_t>(range.begin));
    Value* granules = test_map(b, *body_.map, address, static_cast<std::uint64_t>(range.end - range.begin), false);
    any = any == nullptr ? granules : b.CreateOr(any, granules);
  }
  return any;
}

void FastCopy::test_before_loop(Loop& loop, ArrayRef<Range> ranges) {
  BasicBlock* header = loop.getHeader();
  BasicBlock* recorded = recorded_block_.lookup(header);
  std::vector<BasicBlock*> ways;
  for (BasicBlock* from : predecessors(header))
    if (!loop.contains(from)) ways.push_back(from);
  for (BasicBlock* from : ways) {
    BasicBlock* middle = SplitEdge(from, header);
    Instruction* jump = middle->getTerminator();
    BasicBlock* leave = leave_for(recorded);
    for (PHINode& phi : recorded->phis()) {
      auto* copy = dyn_cast_or_null<PHINode>(map_.lookup(&phi));
      Value* value = copy != nullptr && copy->getParent() == header ? copy->getIncomingValueForBlock(middle)
                                                                    : Constant::getNullValue(phi.getType());
      phi.addIncoming(value, leave);
    }
    IRBuilder<> b(jump);
    b.CreateCondBr(b.CreateIsNotNull(any_label(b, ranges, false)), leave, header,
                   MDBuilder(function_.getContext()).createBranchWeights(1, 2000));
    jump->eraseFromParent();
    tested_[middle].insert(tested_[middle].end(), ranges.begin(), ranges.end());
  }
}

void FastCopy::test_after_call(BasicBlock* recorded, ArrayRef<Range> ranges) {
  BasicBlock* copy = copy_of(recorded);
  BasicBlock* middle = SplitEdge(copy->getSinglePredecessor(), copy);
  Instruction* jump = middle->getTerminator();
  IRBuilder<> b(jump);
  b.CreateCondBr(b.CreateIsNotNull(any_label(b, ranges, false)), leave_for(recorded), copy,
                 MDBuilder(function_.getContext()).createBranchWeights(1, 2000));
  jump->eraseFromParent();
  tested_[middle].insert(tested_[middle].end(), ranges.begin(), ranges.end());
}

// One test serves ranges that lie close to each other. What is too much for a loop is left out.
void FastCopy::add_near(std::vector<Range>& ranges, const Range& added) {
  auto near = find_if(ranges, [&](const Range& range) {
    return range.base == added.base && std::max(range.end, added.end) - std::min(range.begin, added.begin) <=
                                           static_cast<std::int64_t>(kTestedInline);
  });
  if (near != ranges.end()) {
    near->begin = std::min(near->begin, added.begin);
    near->end = std::max(near->end, added.end);
  } else if (ranges.size() < kMostRanges) {
    ranges.push_back(added);
  }
}

// Chooses what is tested before each loop, and again after calls in it that are not part of every round.
void FastCopy::test_before_loops(ArrayRef<CopiedTest> tests) {
  DominatorTree dominators(function_);
  LoopInfo loops(dominators);
  DenseMap<BasicBlock*, BasicBlock*> after;  // by the block that ends with the call
  for (BasicBlock* recorded : after_calls_)
    if (BasicBlock* call = copy_of(recorded)->getSinglePredecessor()) after[call] = recorded;
  auto every_round = [&](BasicBlock* block, const Loop& loop) {
    SmallVector<BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    return any_of(latches, [&](BasicBlock* latch) { return dominators.dominates(block, latch); });
  };
  struct Plan {
    Loop* loop;
    std::vector<Range> ranges;
    std::vector<BasicBlock*> again;
  };
  std::vector<Plan> plans;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    BasicBlock* header = loop->getHeader();
    if (!recorded_block_.contains(header)) continue;
    Plan plan{loop, {}, {}};
    bool usable = !header->isEHPad();
    for (BasicBlock* block : loop->blocks()) {
      if (!usable) break;
      if (!may_label(*block)) continue;
      for (Loop* inner = loops.getLoopFor(block);; inner = inner->getParentLoop()) {
        usable &= !every_round(block, *inner);
        if (inner == loop) break;
      }
      BasicBlock* recorded = after.lookup(block);
      usable &= recorded != nullptr;
      plan.again.push_back(recorded);
    }
    if (!usable || plan.again.size() > kMostCalls) continue;
    std::vector<Range> inherited;
    if (Loop* parent = loop->getParentLoop()) inherited = tested_loops_[parent->getHeader()];
    for (const CopiedTest& test : tests) {
      BasicBlock* block = test.granules->getParent();
      if (!loop->contains(block) || !every_round(block, *loop) || !loop->isLoopInvariant(test.range.base)) continue;
      if (any_of(inherited, [&](const Range& range) { return range.covers(test.range); })) continue;
      add_near(plan.ranges, test.range);
    }
    tested_loops_[header] = plan.ranges;
    tested_loops_[header].insert(tested_loops_[header].end(), inherited.begin(), inherited.end());
    if (!plan.ranges.empty()) plans.push_back(std::move(plan));
  }
  for (const Plan& plan : plans) {
    test_before_loop(*plan.loop, plan.ranges);
    for (BasicBlock* recorded : plan.again) test_after_call(recorded, plan.ranges);
  }
}

// What is known to have no labels, and where. A fact is a range, named by its number.
class FastCopy::KnownFacts {
 public:
  explicit KnownFacts(FastCopy& copy) : copy_(copy) {}

  void number(ArrayRef<CopiedTest> tests);
  void spread();  // along the ways of control, up to the fixed point
  std::vector<const CopiedTest*> redundant(ArrayRef<CopiedTest> tests);

 private:
  unsigned fact(const Range& range);
  // At the end of the block, without what is tested there.
  BitVector before_end(BasicBlock* block);

  FastCopy& copy_;
  std::vector<Range> facts_;
  DenseMap<const Value*, std::vector<unsigned>> of_base_;
  DenseMap<BasicBlock*, std::vector<unsigned>> found_;  // at the end of a block
  DenseMap<BasicBlock*, BitVector> known_;              // at its beginning
};

unsigned FastCopy::KnownFacts::fact(const Range& range) {
  for (unsigned i = 0; i < facts_.size(); ++i)
    if (facts_[i].covers(range) && range.covers(facts_[i])) return i;
  facts_.push_back(range);
  of_base_[range.base].push_back(static_cast<unsigned>(facts_.size() - 1));
  return static_cast<unsigned>(facts_.size() - 1);
}

void FastCopy::KnownFacts::number(ArrayRef<CopiedTest> tests) {
  for (const CopiedTest& test : tests) found_[test.granules->getParent()].push_back(fact(test.range));
  for (const auto& [block, ranges] : copy_.tested_)
    for (const Range& range : ranges) found_[block].push_back(fact(range));
}

BitVector FastCopy::KnownFacts::before_end(BasicBlock* block) {
  BitVector state = known_[block];
  for (const Instruction& instruction : *block) {
    if (may_label(instruction)) state.reset();
    if (auto it = of_base_.find(&instruction); it != of_base_.end())
      for (unsigned i : it->second) state.reset(i);
  }
  return state;
}

void FastCopy::KnownFacts::spread() {
  std::vector<BasicBlock*> order;
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&copy_.function_))
    if (!copy_.recorded_.contains(block)) order.push_back(block);
  const BitVector all(static_cast<unsigned>(facts_.size()), true);
  for (BasicBlock* block : order) known_[block] = all;
  known_[&copy_.function_.getEntryBlock()] = BitVector(all.size());
  // What a way back from the recorded body does not test again is not known.
  for (const WayBack& way : copy_.ways_back_) {
    BasicBlock* header = copy_.copy_of(way.header);
    BitVector kept(all.size());
    for (const Range& range : copy_.tested_loops_[header]) kept.set(fact(range));
    known_[header] = kept;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock* block : order) {
      BitVector state = before_end(block);
      if (auto it = found_.find(block); it != found_.end())
        for (unsigned i : it->second) state.set(i);
      for (BasicBlock* next : successors(block)) {
        if (copy_.recorded_.contains(next)) continue;
        BitVector met = known_[next];
        met &= state;
        if (met == known_[next]) continue;
        known_[next] = std::move(met);
        changed = true;
      }
    }
  }
}

// Known when they are made, or made before in the same block.
std::vector<const FastCopy::CopiedTest*> FastCopy::KnownFacts::redundant(ArrayRef<CopiedTest> tests) {
  std::vector<const CopiedTest*> made, again;
  for (const CopiedTest& test : tests) {
    BasicBlock* block = test.granules->getParent();
    if (!known_.contains(block)) continue;
    const BitVector state = before_end(block);
    const bool known = any_of(state.set_bits(), [&](unsigned i) { return facts_[i].covers(test.range); }) ||
                       any_of(made, [&](const CopiedTest* other) {
                         return other->granules->getParent() == block && other->range.covers(test.range);
                       });
    (known ? again : made).push_back(&test);
  }
  return again;
}

void FastCopy::leave_out_tests() {
  const std::vector<CopiedTest> tests = copied_tests();
  if (tests.empty()) return;
  test_before_loops(tests);

  KnownFacts known(*this);
  known.number(tests);
  known.spread();
  Work work;
  Value* none = Constant::getNullValue(Type::getInt32Ty(function_.getContext()));
  for (const CopiedTest* test : known.redundant(tests)) {
    replace(test->granules, none, work);
    replace(test->labels, none, work);
  }
  fold(work);
}

}  // namespace cairn::compiler
