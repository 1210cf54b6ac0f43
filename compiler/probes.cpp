// Before optimisation every side of every source conditional gets a probe: the two sides of an `if` or loop condition,
// each case of a `switch` and its default, and both values of the right operand of `&&` and `||` used as a value; decisions
// that the front end made values of become branches first (compiler/split_values.h). Blocks get a counter of their own only where their count does not follow
// from the counts of the edges into them. Every probe keeps its branch apart through optimisation, but only those whose
// count does not follow from others by conservation of flow (Knuth; Ball and Larus 1994) become increments.
#include "compiler/probes.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <set>

#include "abi/library_paths.h"
#include "compiler/recordable.h"
#include "compiler/source_path.h"
#include "compiler/split_values.h"
#include "compiler/structure.h"
#include "compiler/unwritten.h"
#include "compiler/words.h"

namespace cairn::compiler {
namespace {

using namespace llvm;

class FunctionProbes {
 public:
  FunctionProbes(Function& function, Facts& facts, FunctionCallee probe, FunctionCallee choice)
      : function_(function), facts_(facts), probe_(probe), choice_(choice), unwinding_(unwinding_blocks(function)) {}

  void run() {
    split_selects(function_, [this](const SelectInst& select) {
      return !isa<Constant>(select.getCondition()) && !written_by_compiler(select);
    });
    split_operands(function_);
    index_ = static_cast<std::uint32_t>(facts_.functions.size());
    describe_function();
    describe_blocks();
    for (BasicBlock* block : blocks_) describe_terminator(*block);
    describe_operands();
    describe_calls();
    assign_block_counters();
    derive_sides();
    derive_operands();
    facts_.functions[index_].sites =
        static_cast<std::uint32_t>(facts_.sites.size()) - facts_.functions[index_].first_site;
    plant();
  }

 private:
  struct Planted {
    BasicBlock* from;
    unsigned successor;
    std::uint32_t counter;
  };

  void describe_function() {
    cairn_fact_function f{};
    f.name = facts_.string(function_.getName());
    if (const DISubprogram* program = function_.getSubprogram()) {
      f.file = facts_.string(path_of(program));
      f.line = program->getLine();
    }
    f.first_block = static_cast<std::uint32_t>(facts_.blocks.size());
    f.first_site = static_cast<std::uint32_t>(facts_.sites.size());
    if (function_.hasAddressTaken()) f.flags |= CAIRN_FUNCTION_ADDRESS_TAKEN;
    if (function_.hasLocalLinkage()) f.flags |= CAIRN_FUNCTION_LOCAL;
    f.type = type_hash(*function_.getFunctionType());
    facts_.functions.push_back(f);
  }

  void describe_blocks() {
    for (BasicBlock& block : function_) {
      block_index_[&block] = static_cast<std::uint32_t>(facts_.blocks.size());
      blocks_.push_back(&block);
      cairn_fact_block b{};
      b.function = index_;
      b.counter = CAIRN_NO_SITE;
      b.site = CAIRN_NO_SITE;
      b.first_line = static_cast<std::uint32_t>(facts_.lines.size());
      std::set<std::pair<std::uint32_t, std::uint32_t>> lines;
      for (Instruction& instruction : block) {
        if (isa<DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd()) continue;
        ++b.instructions;
        if (isa<AllocaInst>(instruction) || isa<PHINode>(instruction) || joins_returns(instruction) ||
            unwinding_.contains(&block) || !of_the_source(instruction))
          continue;
        const DebugLoc& where = instruction.getDebugLoc();
        lines.insert({facts_.string(path_of(cast<DIScope>(where.getScope()))), where.getLine()});
      }
      // Entering a function executes the line it begins on, as gcov has it.
      const cairn_fact_function& function = facts_.functions[index_];
      if (&block == &function_.getEntryBlock() && function.line != 0) lines.insert({function.file, function.line});
      for (const auto& [file, line] : lines) facts_.lines.push_back({file, line});
      b.lines = static_cast<std::uint32_t>(lines.size());
      facts_.blocks.push_back(b);
    }
    facts_.functions[index_].blocks = static_cast<std::uint32_t>(blocks_.size());
  }

  // It stands on a line of the program. The initialisation of a header's variables is a function of the program, and
  // all its lines are the header's.
  static bool of_the_source(const Instruction& instruction) {
    const DebugLoc& where = instruction.getDebugLoc();
    return where && where.getLine() != 0 && !of_a_library(path_of(cast<DIScope>(where.getScope())));
  }

  // Several `return`s of a value meet in a block that loads and returns it, both placed at the closing brace: no line
  // of the source.
  static bool joins_returns(const Instruction& instruction) {
    auto* result = dyn_cast<ReturnInst>(instruction.getParent()->getTerminator());
    if (result == nullptr || result->getReturnValue() == nullptr) return false;
    auto* load = dyn_cast<LoadInst>(result->getReturnValue());
    return load != nullptr && (&instruction == load || &instruction == result) &&
           load->getDebugLoc() == result->getDebugLoc();
  }

  std::uint32_t add_site(Instruction& at, const Value* condition, unsigned sides, cairn_site_kind kind,
                         BasicBlock& block) {
    cairn_fact_site s{};
    s.function = index_;
    if (const DebugLoc& where = at.getDebugLoc()) {
      s.file = facts_.string(path_of(cast<DIScope>(where.getScope())));
      s.line = where.getLine();
      s.column = where.getCol();
    }
    s.counter = facts_.counters;
    facts_.counters += sides;
    s.sides = static_cast<std::uint16_t>(sides);
    s.kind = static_cast<std::uint16_t>(kind);
    s.block = block_index_.at(&block);
    s.hash = stable_hash(kind, structure_hash(condition));
    s.ordinal = ordinals_[s.hash]++;
    facts_.sites.push_back(s);
    return static_cast<std::uint32_t>(facts_.sites.size() - 1);
  }

  void add_edge(BasicBlock& from, BasicBlock& to, unsigned side) {
    facts_.edges.push_back({block_index_.at(&from), block_index_.at(&to), static_cast<std::uint16_t>(side), 0});
  }

  template <class Conditional>
  bool written_by_compiler(const Conditional& conditional) const {
    return conditional.getMetadata(LLVMContext::MD_nosanitize) != nullptr || !of_the_source(conditional) ||
           unwinding_.contains(conditional.getParent()) || unwritten(conditional);
  }

  void describe_terminator(BasicBlock& block) {
    Instruction* end = block.getTerminator();
    if (auto* branch = dyn_cast<BranchInst>(end); branch && branch->isConditional()) {
      const bool is_site = !isa<Constant>(branch->getCondition()) && !written_by_compiler(*branch) &&
                           branch->getSuccessor(0) != branch->getSuccessor(1);
      if (!is_site) {
        for (BasicBlock* to : successors(&block)) add_edge(block, *to, 0xffff);
        own_counter_after_.insert(&block);
        return;
      }
      const std::uint32_t site = add_site(*branch, branch->getCondition(), 2, CAIRN_SITE_IF, block);
      facts_.blocks[block_index_.at(&block)].site = site;
      for (unsigned i = 0; i < 2; ++i) {
        add_edge(block, *branch->getSuccessor(i), i);
        planted_.push_back({&block, i, facts_.sites[site].counter + i});
      }
      return;
    }
    if (auto* choice = dyn_cast<SwitchInst>(end);
        choice && !written_by_compiler(*choice) && choice->getNumCases() < 0xfff0) {
      const bool has_default = !isa<UnreachableInst>(choice->getDefaultDest()->getFirstNonPHIOrDbg());
      const unsigned cases = choice->getNumCases();
      const std::uint32_t site =
          add_site(*choice, choice->getCondition(), cases + (has_default ? 1 : 0), CAIRN_SITE_SWITCH, block);
      facts_.blocks[block_index_.at(&block)].site = site;
      const std::uint32_t counter = facts_.sites[site].counter;
      for (auto& handle : choice->cases()) {
        add_edge(block, *handle.getCaseSuccessor(), handle.getCaseIndex());
        planted_.push_back({&block, handle.getSuccessorIndex(), counter + handle.getCaseIndex()});
      }
      if (has_default) {
        add_edge(block, *choice->getDefaultDest(), cases);
        planted_.push_back({&block, 0, counter + cases});
      }
      return;
    }
    for (BasicBlock* to : successors(&block)) add_edge(block, *to, 0xffff);
    if (end->getNumSuccessors() > 1) own_counter_after_.insert(&block);
  }

  void describe_operands() {
    for (BasicBlock* block : blocks_)
      for (PHINode& phi : block->phis()) {
        const auto operand = operand_of(phi);
        if (!operand) continue;
        Instruction& value = operand->value();
        const std::uint32_t site = add_site(value, &value, 2, CAIRN_SITE_LOGICAL, *value.getParent());
        choices_.push_back({value.getParent()->getTerminator(), &value, facts_.sites[site].counter});
        operands_.push_back({*operand, facts_.sites[site].counter});
      }
  }

  void describe_calls() {
    LLVMContext& context = function_.getContext();
    for (BasicBlock* block : blocks_) {
      for (Instruction& instruction : *block) {
        auto* call = dyn_cast<CallBase>(&instruction);
        if (call == nullptr || isa<IntrinsicInst>(call) || call->isInlineAsm()) continue;
        calls_in_.insert(block);
        cairn_fact_call c{};
        c.block = block_index_.at(block);
        c.function = index_;
        if (const Function* callee = call->getCalledFunction())
          c.callee = facts_.string(callee->getName());
        else
          c.type = type_hash(*call->getFunctionType());
        if (const DebugLoc& where = call->getDebugLoc()) {
          c.file = facts_.string(path_of(cast<DIScope>(where.getScope())));
          c.line = where.getLine();
        }
        auto* number = ConstantInt::get(Type::getInt32Ty(context), facts_.calls.size());
        call->setMetadata(kCallMetadata, MDNode::get(context, ConstantAsMetadata::get(number)));
        facts_.calls.push_back(c);
      }
    }
  }

  // The count of a block follows from its incoming edges when each of them is counted: by a side, or by its source
  // block, provided that control cannot leave in between (calls may not return). Loops must contain a counted block.
  void assign_block_counters() {
    SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> back;
    FindFunctionBackedges(function_, back);
    SmallPtrSet<const BasicBlock*, 8> headers;
    for (const auto& edge : back) headers.insert(edge.second);
    for (BasicBlock* block : blocks_) {
      bool own = block == &function_.getEntryBlock() || headers.count(block) || block->isEHPad();
      for (BasicBlock* from : predecessors(block)) {
        const bool by_side = facts_.blocks[block_index_.at(from)].site != CAIRN_NO_SITE;
        if (!by_side)
          own |= calls_in_.count(from) || own_counter_after_.count(from) || isa<InvokeInst>(from->getTerminator());
      }
      if (pred_empty(block)) own = true;
      if (!own) continue;
      cairn_fact_block& fact = facts_.blocks[block_index_.at(block)];
      fact.counter = facts_.counters++;
      if (fact.site != CAIRN_NO_SITE && facts_.sites[fact.site].sides == 2 && !calls_in_.count(block)) {
        // Whoever enters this block leaves it by one of its two sides.
        const std::uint32_t first = facts_.sites[fact.site].counter;
        facts_.derived.push_back({fact.counter, first, first + 1, CAIRN_DERIVED_SUM});
        summed_.insert(fact.site);
      } else {
        own_.push_back({block, fact.counter});
      }
    }
  }

  // A block without calls that is entered as often as some counter says: one of its two sides is the difference to the
  // other.
  void derive_sides() {
    std::set<std::uint32_t> counted;  // counters that others are computed from
    std::set<std::uint32_t> computed;
    for (BasicBlock* block : blocks_) {
      const cairn_fact_block& fact = facts_.blocks[block_index_.at(block)];
      if (fact.site == CAIRN_NO_SITE || facts_.sites[fact.site].sides != 2 || calls_in_.count(block) ||
          summed_.count(fact.site))
        continue;
      const std::uint32_t entries = fact.counter != CAIRN_NO_SITE ? fact.counter : entering_side(*block);
      if (entries == CAIRN_NO_SITE || computed.count(entries)) continue;
      const std::uint32_t first = facts_.sites[fact.site].counter;
      if (counted.count(first + 1)) continue;
      facts_.derived.push_back({first + 1, entries, first, CAIRN_DERIVED_DIFFERENCE});
      computed.insert(first + 1);
      counted.insert({entries, first});
    }
  }

  // `while (a && b)`: the phi that joins both is tested at once, so that b was true as often as the test was, and false
  // as often as the test was without those times when a already was. `||` the other way round.
  void derive_operands() {
    for (const auto& [operand, counter] : operands_) {
      const PHINode* phi = operand.result;
      BasicBlock* block = operand.result->getParent();
      const std::uint32_t site = facts_.blocks[block_index_.at(block)].site;
      if (site == CAIRN_NO_SITE || !operand.tested_at_once()) continue;
      std::vector<std::uint32_t> decided;  // how often each of the other arms decided it
      bool conjunction = false, disjunction = false;
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        auto* constant = dyn_cast<ConstantInt>(phi->getIncomingValue(i));
        if (constant == nullptr) continue;
        (constant->isZero() ? conjunction : disjunction) = true;
        decided.push_back(side_between(*phi->getIncomingBlock(i), *block));
      }
      if (conjunction == disjunction || is_contained(decided, CAIRN_NO_SITE)) continue;
      const std::uint32_t tested = facts_.sites[site].counter;  // its true side
      const unsigned open = conjunction ? 0 : 1;                // the side that only the operand leads to
      std::uint32_t rest = tested + (1 - open);
      for (std::size_t i = 0; i < decided.size(); ++i) {
        const std::uint32_t left = i + 1 == decided.size() ? counter + (1 - open) : facts_.counters++;
        facts_.derived.push_back({left, rest, decided[i], CAIRN_DERIVED_EXACT_DIFFERENCE});
        rest = left;
      }
      if (never_ == CAIRN_NO_SITE) never_ = facts_.counters++;
      facts_.derived.push_back({counter + open, tested + open, never_, CAIRN_DERIVED_SUM});
    }
  }

  // The counter of the one side of `from` that leads to `to`, if there is exactly one.
  std::uint32_t side_between(BasicBlock& from, BasicBlock& to) {
    if (count_edges(from, to) != 1) return CAIRN_NO_SITE;
    for (const Planted& p : planted_)
      if (p.from == &from && from.getTerminator()->getSuccessor(p.successor) == &to) return p.counter;
    return CAIRN_NO_SITE;
  }

  // The counter of the one side that leads to the block, if there is exactly one way into it.
  std::uint32_t entering_side(BasicBlock& block) {
    BasicBlock* from = block.getUniquePredecessor();
    return from == nullptr ? CAIRN_NO_SITE : side_between(*from, block);
  }

  void plant() {
    for (const auto& [block, counter] : own_) {
      BasicBlock::iterator at = block->getFirstInsertionPt();
      if (at == block->end()) continue;  // a catchswitch cannot hold a probe
      while (isa<AllocaInst>(*at)) ++at;
      probe_at(*at, counter);
    }
    for (const auto& [at, condition, counter] : choices_) {
      IRBuilder<> builder(at);
      auto* call = builder.CreateCall(choice_, {builder.getInt32(counter), condition});
      finish(*call, *at);
    }
    for (const Planted& p : planted_) plant_on_edge(p);
  }

  // A block of its own on the edge: it may be critical, and several cases may lead to one block.
  void plant_on_edge(const Planted& p) {
    Instruction* end = p.from->getTerminator();
    BasicBlock* to = end->getSuccessor(p.successor);
    if (to->getUniquePredecessor() != nullptr && count_edges(*p.from, *to) == 1 && !isa<PHINode>(to->front())) {
      probe_at(*to->getFirstInsertionPt(), p.counter);
      return;
    }
    BasicBlock* middle = BasicBlock::Create(function_.getContext(), "", &function_, to);
    auto* jump = BranchInst::Create(to, middle);
    jump->setDebugLoc(end->getDebugLoc());
    end->setSuccessor(p.successor, middle);
    for (PHINode& phi : to->phis()) phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(p.from)), middle);
    probe_at(*jump, p.counter);
  }

  static unsigned count_edges(BasicBlock& from, BasicBlock& to) {
    unsigned n = 0;
    for (BasicBlock* s : successors(&from)) n += s == &to;
    return n;
  }

  void probe_at(Instruction& at, std::uint32_t counter) {
    IRBuilder<> builder(&at);
    finish(*builder.CreateCall(probe_, {builder.getInt32(counter)}), at);
  }

  void finish(CallInst& call, Instruction& at) {
    call.addFnAttr(Attribute::NoMerge);
    // Inlining demands a location on every call of a function with debug information.
    if (at.getDebugLoc())
      call.setDebugLoc(at.getDebugLoc());
    else if (DISubprogram* program = function_.getSubprogram())
      call.setDebugLoc(DILocation::get(function_.getContext(), 0, 0, program));
  }

  struct Choice {
    Instruction* at;
    Value* condition;
    std::uint32_t counter;
  };

  Function& function_;
  Facts& facts_;
  FunctionCallee probe_, choice_;
  const BlockSet unwinding_;
  std::uint32_t index_ = 0;
  std::vector<BasicBlock*> blocks_;
  DenseMap<BasicBlock*, std::uint32_t> block_index_;
  std::map<std::uint64_t, std::uint32_t> ordinals_;
  SmallPtrSet<BasicBlock*, 16> calls_in_, own_counter_after_;
  std::set<std::uint32_t> summed_;  // sites whose block's count is the sum of their sides
  std::vector<Planted> planted_;
  std::vector<Choice> choices_;
  std::vector<std::pair<Operand, std::uint32_t>> operands_;  // with the counter of their first side
  std::uint32_t never_ = CAIRN_NO_SITE;                      // a counter that stays zero
  std::vector<std::pair<BasicBlock*, std::uint32_t>> own_;
};

FunctionCallee declare_probe(Module& module, const char* name, ArrayRef<Type*> parameters) {
  LLVMContext& context = module.getContext();
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(Type::getVoidTy(context), parameters, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setNoSync();
  function->addFnAttr(Attribute::NoFree);
  function->addFnAttr(Attribute::NoMerge);
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return callee;
}

}  // namespace

PreservedAnalyses ProbesPass::run(Module& module, ModuleAnalysisManager&) {
  LLVMContext& context = module.getContext();
  Facts& facts = unit_->facts;
  facts.source = module.getSourceFileName();
  // Models of library functions are recorded, but their conditionals are not the program's.
  for (const Function& function : module)
    if (function.getName().starts_with(kModelPrefix) && !function.isDeclaration()) return PreservedAnalyses::all();
  collect_words(module, facts);
  FunctionCallee probe = declare_probe(module, kProbe, {Type::getInt32Ty(context)});
  FunctionCallee choice = declare_probe(module, kProbeChoice, {Type::getInt32Ty(context), Type::getInt1Ty(context)});
  std::vector<Function*> functions;
  for (Function& function : module)
    if (recordable(function) && !function.getName().starts_with(kHarnessPrefix) &&
        !of_a_library(path_of(function.getSubprogram())))
      functions.push_back(&function);
  for (Function* function : functions) {
    unit_->function_index[function->getName().str()] = static_cast<std::uint32_t>(facts.functions.size());
    FunctionProbes(*function, facts, probe, choice).run();
  }
  return PreservedAnalyses::none();
}

}  // namespace cairn::compiler
