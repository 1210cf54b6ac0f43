#include "compiler/recorder.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/sabotage.h"

namespace cairn::compiler {

using namespace llvm;

FunctionRecorder::FunctionRecorder(ModuleRecorder& shared, Function& function)
    : shared_(shared),
      hooks_(shared.hooks),
      function_(function),
      context_(function.getContext()),
      layout_(function.getParent()->getDataLayout()),
      concreteness_(function) {}

void FunctionRecorder::run() {
  std::vector<BasicBlock*> order;
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) order.push_back(block);
  std::vector<std::vector<Instruction*>> contents;
  for (BasicBlock* block : order) {
    contents.emplace_back();
    for (Instruction& instruction : *block) contents.back().push_back(&instruction);
  }
  enter();
  BasicBlock* body = FastCopy::wanted(function_) ? split_body() : nullptr;
  for (const auto& instructions : contents)
    for (Instruction* instruction : instructions) visit(*instruction);
  finish_phis();
  if (body != nullptr) make_fast_copy(body);
}

BasicBlock* FunctionRecorder::split_body() {
  merged_labels_.clear();
  reads_.clear();
  return SplitBlock(entry_point_->getParent(), entry_point_);
}

void FunctionRecorder::make_fast_copy(BasicBlock* first) {
  RecordedBody body;
  body.first = first;
  for (WeakVH& label : merged_labels_)
    if (label != nullptr) body.labels.push_back(cast<PHINode>(label));
  body.reads = reads_;
  body.tests = tests_;
  body.map = shared_.map;
  FastCopy(function_, std::move(body)).make();
}

// What the copy jumps to needs a merge for every value that lives there. In a slow path these are many, and as many again
// where that path comes back; in front of the tests they are fewer, and there are none behind.
void FunctionRecorder::resume_in(BasicBlock& block) {
  Instruction* first = block.getTerminator();
  while (first->getPrevNode() != nullptr && !isa<PHINode>(first->getPrevNode()) && !first->getPrevNode()->isEHPad() &&
         !first->getPrevNode()->mayHaveSideEffects())
    first = first->getPrevNode();
  reads_.back().resume = SplitBlock(&block, first);
}

bool FunctionRecorder::groupable(const Instruction& instruction, const Rule& rule) const {
  switch (rule.kind) {
    case RuleKind::binary:
    case RuleKind::unary:
    case RuleKind::ternary:
    case RuleKind::convert:
    case RuleKind::compare:
    case RuleKind::float_compare:
    case RuleKind::select:
    case RuleKind::address:
    case RuleKind::minimum:
    case RuleKind::absolute:
    case RuleKind::three_way:
    case RuleKind::overflow:
    case RuleKind::float_class:
    case RuleKind::multiply_add:
      return true;
    case RuleKind::copy:
      return instruction.getOpcode() == Instruction::BitCast;
    case RuleKind::load:
      return small(instruction.getType());
    default:
      return false;
  }
}

void FunctionRecorder::visit(Instruction& instruction) {
  const Rule* rule = rule_for(instruction);
  if (rule == nullptr || rule->kind == RuleKind::lost) {
    // An intrinsic reads labels from memory that it has no label for, or takes them away by writing there.
    if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->mayReadOrWriteMemory())
      visit_opaque(*call, CAIRN_LOSS_INSTRUCTION);
    else
      visit_lost(instruction, CAIRN_LOSS_INSTRUCTION);
    return;
  }
  if (sabotage_of(*rule) == Sabotage::drop) {
    if (instruction.isTerminator()) flush(instruction);
    return;
  }
  if (groupable(instruction, *rule)) {
    if (surely_concrete(&instruction)) return;
    if (may_trap(instruction)) visit_division(instruction);
    group_.push_back(&instruction);
    in_group_.insert(&instruction);
    return;
  }
  switch (rule->kind) {
    case RuleKind::phi: {
      auto& phi = cast<PHINode>(instruction);
      if (surely_concrete(&phi)) return;
      auto* shadow = PHINode::Create(shadow_type(phi.getType()), phi.getNumIncomingValues(), "", phi.getIterator());
      // Whoever splits an edge that leads here looks for it in every phi.
      for (BasicBlock* from : phi.blocks()) shadow->addIncoming(zero(phi.getType()), from);
      phis_.push_back({&phi, shadow});
      merged_labels_.push_back(shadow);
      set_label(phi, shadow);
      return;
    }
    case RuleKind::copy:
      if (sabotage_of(*rule) == Sabotage::corrupt) return;
      set_label(instruction, label(instruction.getOperand(0)));
      if (in_group_.contains(dyn_cast<Instruction>(instruction.getOperand(0)))) {
        flush(*instruction.getNextNode());
        set_label(instruction, label(instruction.getOperand(0)));
      }
      return;
    case RuleKind::aggregate:
      visit_aggregate(instruction);
      return;
    case RuleKind::load: {
      auto& load = cast<LoadInst>(instruction);  // too large for a group
      flush(load);
      set_label(load, load_label(load, load.getPointerOperand(), load.getType(), load.getAlign()));
      return;
    }
    case RuleKind::store:
      visit_store(cast<StoreInst>(instruction));
      return;
    case RuleKind::atomic:
      visit_atomic(instruction);
      return;
    case RuleKind::memory_copy:
      visit_memory_copy(cast<MemTransferInst>(instruction));
      return;
    case RuleKind::memory_set:
      visit_memory_set(cast<MemSetInst>(instruction));
      return;
    case RuleKind::varargs:
      visit_varargs(cast<IntrinsicInst>(instruction));
      return;
    case RuleKind::call:
      visit_call(cast<CallBase>(instruction));
      return;
    case RuleKind::branch:
      visit_branch(instruction);
      return;
    case RuleKind::result:
      visit_return(cast<ReturnInst>(instruction));
      return;
    case RuleKind::stack:
      visit_stack(instruction);
      return;
    default:
      if (instruction.isTerminator()) flush(instruction);
      if (isa<LandingPadInst>(instruction)) land(*instruction.getNextNode());
      return;
  }
}

void FunctionRecorder::finish_phis() {
  for (auto& [phi, shadow] : phis_) {
    const bool corrupt = sabotage_of(*rule_for(*phi)) == Sabotage::corrupt;
    for (unsigned i = corrupt ? 1 : 0; i < phi->getNumIncomingValues(); ++i)
      shadow->setIncomingValue(i, label(phi->getIncomingValue(i)));
  }
  for (auto& [phi, shadow] : phis_) merges_.push_back(shadow);
  SmallVector<WeakTrackingVH> dead;
  for (PHINode* merge : merges_) dead.push_back(merge);
  for (WeakTrackingVH& handle : dead)
    if (auto* merge = dyn_cast_or_null<PHINode>(handle)) RecursivelyDeleteDeadPHINode(merge);
}

Value* FunctionRecorder::any(Builder& b, ArrayRef<Value*> labels) {
  Value* all = nullptr;
  SmallPtrSet<Value*, 8> seen;
  std::vector<Value*> leaves;
  for (Value* l : labels) parts(b, l, leaves);
  for (Value* leaf : leaves) {
    if (isa<Constant>(leaf) || !seen.insert(leaf).second) continue;
    all = all == nullptr ? leaf : b.CreateOr(all, leaf);
  }
  return all;
}

std::vector<Value*> FunctionRecorder::guarded(Instruction& before, Value* guard,
                                              const std::function<std::vector<Value*>(Builder&)>& body, Gives gives) {
  Builder b(&before);
  BasicBlock* head = before.getParent();
  Value* needed = b.CreateICmpNE(guard, Constant::getNullValue(guard->getType()));
  MDNode* rarely = MDBuilder(context_).createBranchWeights(1, 2000);
  Instruction* slow_end = SplitBlockAndInsertIfThen(needed, before.getIterator(), false, rarely);
  if (gives == Gives::read_labels) reads_.push_back({slow_end->getParent(), slow_end->getParent()});
  Builder slow(slow_end);
  slow.SetCurrentDebugLocation(before.getDebugLoc());
  std::vector<Value*> labels = body(slow);
  for (Value*& l : labels) {
    auto* merge = PHINode::Create(l->getType(), 2, "", before.getParent()->begin());
    merge->addIncoming(l, slow_end->getParent());
    merge->addIncoming(Constant::getNullValue(l->getType()), head);
    merges_.push_back(merge);
    if (gives != Gives::values) merged_labels_.push_back(merge);
    l = merge;
  }
  return labels;
}

// Two tests lead to the slow path. The first is cheap: some label is non-zero, or some page touched ever held a label.
// Behind it, out of line, the second looks at the labels in memory themselves: data next to symbolic data is concrete
// more often than not.
void FunctionRecorder::flush(Instruction& before, ArrayRef<Value*> extra, const std::function<void(Builder&)>& more,
                             StoreInst* stored) {
  if (group_.empty() && !more) return;
  Builder b(&before);
  std::vector<Value*> inputs(extra.begin(), extra.end());
  std::vector<Value*> pages;
  std::vector<LoadInst*> loads;
  for (Instruction* member : group_) {
    for (Value* operand : member->operands())
      if (!in_group_.contains(dyn_cast<Instruction>(operand)) && !isa<BasicBlock>(operand) &&
          !operand->getType()->isMetadataTy())
        inputs.push_back(label(operand));
    if (auto* load = dyn_cast<LoadInst>(member)) {
      loads.push_back(load);
      pages.push_back(pages_of(b, load->getPointerOperand(), load->getType(), load->getAlign()));
    }
  }
  if (stored != nullptr)
    pages.push_back(pages_of(b, stored->getPointerOperand(), stored->getValueOperand()->getType(), stored->getAlign()));
  std::vector<Instruction*> group = std::move(group_);
  group_.clear();
  in_group_.clear();

  auto record = [&](Builder& slow) {
    std::vector<Value*> out;
    for (Instruction* member : group) {
      Value* l = value_label(slow, *member, *rule_for(*member));
      set_label(*member, l);
      out.push_back(l);
    }
    if (more) more(slow);
    return out;
  };
  Value* registers = any(b, inputs);
  Value* memory = any(b, pages);
  std::vector<Value*> merged;
  if (registers == nullptr && memory == nullptr) {
    for (Instruction* member : group) merged.push_back(zero(member->getType()));
  } else if (memory == nullptr) {
    merged = guarded(before, registers, record);
  } else {
    Value* guard = registers == nullptr ? memory : b.CreateOr(registers, memory);
    BasicBlock* head = before.getParent();
    merged = guarded(before, guard, [&](Builder& outer) {
      std::vector<Value*> exact;
      if (registers != nullptr) exact.push_back(registers);
      auto look = [&](Value* address, Type* type, std::size_t i) {
        exact.push_back(labels_at(outer, address, type, pages.size() > 1 ? pages[i] : nullptr));
        if (auto* test = dyn_cast<Instruction>(pages[i]))
          tests_.push_back({test, cast<Instruction>(exact.back()), address, layout_.getTypeStoreSize(type)});
      };
      for (std::size_t i = 0; i < loads.size(); ++i) look(loads[i]->getPointerOperand(), loads[i]->getType(), i);
      if (stored != nullptr) look(stored->getPointerOperand(), stored->getValueOperand()->getType(), loads.size());
      return guarded(*outer.GetInsertPoint(), any(outer, exact), record,
                     group.empty() ? Gives::labels : Gives::read_labels);
    });
    if (!group.empty()) resume_in(*head);
  }
  for (std::size_t i = 0; i < group.size(); ++i) set_label(*group[i], merged[i]);
}

// ---- labels of values

bool FunctionRecorder::scalar(const Type* type) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth() <= CAIRN_MAX_WIDTH;
  return type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
}

unsigned FunctionRecorder::width(const Type* type) {
  if (type->isPointerTy()) return 64;
  return static_cast<unsigned>(type->getPrimitiveSizeInBits());
}

Type* FunctionRecorder::shadow_type(Type* type) const {
  Type* one = Type::getInt32Ty(context_);
  if (auto* record = dyn_cast<StructType>(type)) {
    std::vector<Type*> fields;
    for (Type* field : record->elements()) fields.push_back(shadow_type(field));
    return StructType::get(context_, fields);
  }
  if (auto* array = dyn_cast<ArrayType>(type))
    return ArrayType::get(shadow_type(array->getElementType()), array->getNumElements());
  if (auto* vector = dyn_cast<FixedVectorType>(type)) return ArrayType::get(one, vector->getNumElements());
  return one;
}

bool FunctionRecorder::surely_concrete(Value* value) const {
  return isa<Constant>(value) || concreteness_.concrete(value);
}

Value* FunctionRecorder::label(Value* value) {
  if (!isa<Constant>(value))
    if (auto it = labels_.find(value); it != labels_.end()) return it->second;
  return zero(value->getType());
}

void FunctionRecorder::parts(Builder& b, Value* l, std::vector<Value*>& out) {
  if (auto* vector = dyn_cast<FixedVectorType>(l->getType())) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) out.push_back(b.CreateExtractElement(l, i));
    return;
  }
  if (!l->getType()->isAggregateType()) {
    out.push_back(l);
    return;
  }
  if (isa<ConstantAggregateZero>(l)) return;
  const unsigned n = l->getType()->isStructTy() ? l->getType()->getStructNumElements()
                                                : static_cast<unsigned>(l->getType()->getArrayNumElements());
  for (unsigned i = 0; i < n; ++i) parts(b, b.CreateExtractValue(l, i), out);
}

Value* FunctionRecorder::assemble(Builder& b, Type* shadow, ArrayRef<Value*>& pieces) {
  if (!shadow->isAggregateType()) {
    Value* first = pieces.front();
    pieces = pieces.drop_front();
    return first;
  }
  Value* whole = Constant::getNullValue(shadow);
  const unsigned n =
      shadow->isStructTy() ? shadow->getStructNumElements() : static_cast<unsigned>(shadow->getArrayNumElements());
  for (unsigned i = 0; i < n; ++i) {
    Type* part = shadow->isStructTy() ? shadow->getStructElementType(i) : shadow->getArrayElementType();
    whole = b.CreateInsertValue(whole, assemble(b, part, pieces), i);
  }
  return whole;
}

Value* FunctionRecorder::bits(Builder& b, Value* value) {
  Type* word = b.getInt64Ty();
  Type* type = value->getType();
  if (type->isPointerTy()) return b.CreatePtrToInt(value, word);
  if (type->isFloatTy()) return b.CreateZExt(b.CreateBitCast(value, b.getInt32Ty()), word);
  if (type->isDoubleTy()) return b.CreateBitCast(value, word);
  return b.CreateZExtOrTrunc(value, word);
}

Value* FunctionRecorder::high_bits(Builder& b, Value* value) {
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() <= 64) return b.getInt64(0);
  return b.CreateTrunc(b.CreateLShr(value, 64), b.getInt64Ty());
}

}  // namespace cairn::compiler
