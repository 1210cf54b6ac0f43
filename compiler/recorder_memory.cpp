// Rules for memory. The fast path of an access tests the map byte of its page and the labels involved; everything else
// is a hook.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include "compiler/map_test.h"
#include "compiler/recorder.h"
#include "compiler/sabotage.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kGranule = 1ull << CAIRN_MAP_SHIFT;
constexpr std::uint64_t kLooksWrittenOut = sizeof(std::uint32_t);  // characters and numbers: mostly what is symbolic

}  // namespace

Value* FunctionRecorder::map_bytes(Builder& b, Value* address, std::uint64_t size, bool aligned) {
  return test_map(b, *shared_.map, address, size, aligned);
}

void FunctionRecorder::for_each_part(Type* type, std::uint64_t offset,
                                     const std::function<void(Type*, std::uint64_t)>& visit_part) {
  if (auto* record = dyn_cast<StructType>(type)) {
    const StructLayout* fields = layout_.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      for_each_part(record->getElementType(i), offset + fields->getElementOffset(i), visit_part);
  } else if (auto* array = dyn_cast<ArrayType>(type)) {
    const std::uint64_t step = layout_.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      for_each_part(array->getElementType(), offset + i * step, visit_part);
  } else if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    const std::uint64_t step = layout_.getTypeStoreSize(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      for_each_part(vector->getElementType(), offset + i * step, visit_part);
  } else {
    visit_part(type, offset);
  }
}

// The largest array that an address is computed in, as the types of its computation show it. That it may be read beyond
// its end, as arrays at the end of structs are, does no harm: the path says that the offset lies inside.
std::pair<Value*, std::uint64_t> FunctionRecorder::array_of(Builder& b, Value* address) {
  constexpr int kSteps = 6;
  GEPOperator* in = nullptr;
  std::uint64_t size = 0;
  unsigned indices = 0;
  auto* gep = dyn_cast<GEPOperator>(address->stripPointerCasts());
  for (int step = 0; gep != nullptr && gep->getType()->isPointerTy() && step < kSteps; ++step) {
    Type* type = gep->getSourceElementType();  // behind the first index
    for (unsigned i = 1; i < gep->getNumIndices(); ++i) {
      Value* index = gep->getOperand(i + 1);
      auto* array = dyn_cast<ArrayType>(type);
      const std::uint64_t bytes = layout_.getTypeAllocSize(type);
      if (array != nullptr && array->getNumElements() > 1 && !isa<Constant>(index) && bytes > size &&
          bytes <= CAIRN_MAX_TABLE) {
        in = gep;
        size = bytes;
        indices = i;
      }
      type = GetElementPtrInst::getTypeAtIndex(type, index);
    }
    gep = dyn_cast<GEPOperator>(gep->getPointerOperand()->stripPointerCasts());
  }
  if (in == nullptr) return {ConstantPointerNull::get(b.getPtrTy()), 0};
  const SmallVector<Value*> before(in->idx_begin(), in->idx_begin() + indices);
  return {b.CreateGEP(in->getSourceElementType(), in->getPointerOperand(), before), size};
}

// The object an address points into and its size, as far as this function shows it; null and 0 otherwise.
std::pair<Value*, std::uint64_t> FunctionRecorder::object_of(Builder& b, Value* address) {
  Value* object = getUnderlyingObject(address, 12);
  if (auto* global = dyn_cast<GlobalVariable>(object);
      global != nullptr && global->getValueType()->isSized() && !global->isThreadLocal())
    return {global, layout_.getTypeAllocSize(global->getValueType())};
  if (auto* local = dyn_cast<AllocaInst>(object); local != nullptr && local->isStaticAlloca())
    return {local, local->getAllocationSize(layout_)->getFixedValue()};
  return array_of(b, address);
}

bool FunctionRecorder::small(Type* type) const { return layout_.getTypeStoreSize(type) <= kGranule; }

Value* FunctionRecorder::pages_of(Builder& b, Value* address, Type* type, Align align) {
  const std::uint64_t size = layout_.getTypeStoreSize(type);
  if (size == 0) return b.getInt32(0);
  return map_bytes(b, address, size, align.value() >= size);
}

Value* FunctionRecorder::labels_at(Builder& b, Value* address, Type* type, Value* pages) {
  const std::uint64_t size = layout_.getTypeStoreSize(type);
  // A call is less code, by a tenth of all there is: most accesses are of pointers. Written out it is quicker.
  if (size > kLooksWrittenOut) {
    CallInst* any = b.CreateCall(hooks_.__cairn_any_label, {address, b.getInt64(size)});
    any->setCallingConv(CallingConv::PreserveMost);
    return any;
  }
  // Where no shadow is mapped this reads nothing: the map is set only after it is.
  Value* number = b.CreatePtrToInt(address, b.getInt64Ty());
  Value* offset = b.CreateShl(b.CreateAnd(number, CAIRN_SHADOW_MASK), 2);
  Value* place = b.CreateIntToPtr(b.CreateAdd(offset, b.getInt64(CAIRN_SHADOW_BASE)), b.getPtrTy());
  // A page of shadow that is only looked at costs a short run a page fault and up to three levels of tables.
  if (pages != nullptr) place = b.CreateSelect(b.CreateICmpNE(pages, b.getInt32(0)), place, shared_.no_labels);
  auto read = [&](Type* labels, std::uint64_t byte) {
    return b.CreateAlignedLoad(labels, b.CreateConstGEP1_64(b.getInt32Ty(), place, byte), Align(4));
  };
  // Two labels at a time: in general registers, which takes less code than vectors and their reduction.
  Value* pairs = nullptr;
  std::uint64_t at = 0;
  for (; at + 2 <= size; at += 2) {
    Value* pair = read(b.getInt64Ty(), at);
    pairs = pairs == nullptr ? pair : b.CreateOr(pairs, pair);
  }
  Value* all = pairs == nullptr ? nullptr : b.CreateTrunc(b.CreateOr(pairs, b.CreateLShr(pairs, 32)), b.getInt32Ty());
  if (at == size) return all;
  Value* last = read(b.getInt32Ty(), at);
  return all == nullptr ? last : b.CreateOr(all, last);
}

Value* FunctionRecorder::load_slow(Builder& slow, Instruction& load, Value* address, Type* type) {
  const bool symbolic_address = !surely_concrete(address);
  Value* where = label(address);
  const std::uint32_t branch = symbolic_address ? add_branch(load, CAIRN_EVENT_PinAddress, {}, {}, 2) : 0;
  auto [object, object_size] = object_of(slow, address);
  std::vector<Value*> labels;
  for_each_part(type, 0, [&, o = object, n = object_size](Type* part, std::uint64_t offset) {
    Value* at = slow.CreateConstGEP1_64(slow.getInt8Ty(), address, offset);
    if (!scalar(part)) {
      // Nothing we could represent; say so if there was something.
      Value* lost = slow.getInt32(0);
      for (std::uint64_t i = 0; i < layout_.getTypeStoreSize(part); i += 8) {
        Value* chunk = slow.CreateConstGEP1_64(slow.getInt8Ty(), at, i);
        const auto rest = static_cast<unsigned>(std::min<std::uint64_t>(8, layout_.getTypeStoreSize(part) - i));
        lost = slow.CreateOr(lost, slow.CreateCall(hooks_.__cairn_load, {chunk, slow.getInt32(rest * 8)}));
      }
      slow.CreateCall(hooks_.__cairn_lost, {lost, slow.getInt32(CAIRN_LOSS_WIDTH),
                                            slow.getInt32(static_cast<unsigned>(layout_.getTypeStoreSize(part))),
                                            call_id(slow, call_number(load)), frame_});
      labels.push_back(slow.getInt32(0));
      return;
    }
    if (!symbolic_address) {
      labels.push_back(slow.CreateCall(hooks_.__cairn_load, {at, slow.getInt32(width(part))}));
      return;
    }
    Value* part_where = where;
    if (offset != 0)
      part_where = slow.CreateCall(hooks_.__cairn_binary, {slow.getInt32(packed(CAIRN_OP_Add, 64)), where,
                                                           slow.getInt32(0), slow.getInt64(0), slow.getInt64(offset)});
    labels.push_back(slow.CreateCall(hooks_.__cairn_load_at, {part_where, at, slow.getInt32(width(part)), o,
                                                              slow.getInt64(n), branch_id(slow, branch), frame_}));
  });
  ArrayRef<Value*> pieces = labels;
  return assemble(slow, shadow_type(type), pieces);
}

void FunctionRecorder::store_slow(Builder& slow, Instruction& store, Value* address, Value* value, Value* l) {
  Type* type = value->getType();
  const bool symbolic_address = !surely_concrete(address);
  Value* where = label(address);
  const std::uint32_t branch = symbolic_address ? add_branch(store, CAIRN_EVENT_PinAddress, {}, {}, 3) : 0;
  std::vector<Value*> labels, values;
  parts(slow, l, labels);
  parts(slow, value, values);
  for_each_part(type, 0, [&](Type* part, std::uint64_t) {  // of nothing but zeros there are none
    if (isa<ConstantAggregateZero>(l)) labels.push_back(slow.getInt32(0));
    if (isa<ConstantAggregateZero>(value) && !value->getType()->isVectorTy())
      values.push_back(Constant::getNullValue(part));
  });
  std::size_t next = 0;
  for_each_part(type, 0, [&](Type* part, std::uint64_t offset) {
    Value* at = slow.CreateConstGEP1_64(slow.getInt8Ty(), address, offset);
    Value* part_value = values[next];
    Value* part_label = labels[next++];
    if (!scalar(part))
      slow.CreateCall(hooks_.__cairn_clear, {at, slow.getInt64(layout_.getTypeStoreSize(part))});
    else if (symbolic_address && offset == 0)
      slow.CreateCall(hooks_.__cairn_store_at,
                      {where, at, slow.getInt32(width(part)), part_label, bits(slow, part_value),
                       high_bits(slow, part_value), branch_id(slow, branch), frame_});
    else
      slow.CreateCall(hooks_.__cairn_store, {at, slow.getInt32(width(part)), part_label, bits(slow, part_value),
                                             high_bits(slow, part_value)});
  });
}

Value* FunctionRecorder::load_label(Instruction& before, Value* address, Type* type, Align align) {
  Builder b(&before);
  if (layout_.getTypeStoreSize(type) == 0) return zero(type);
  Value* guard = layout_.getTypeStoreSize(type) <= kTestedInline
                     ? b.CreateOr(label(address), pages_of(b, address, type, align))
                     : b.getInt32(1);
  auto read = [&](Builder& slow) { return std::vector<Value*>{load_slow(slow, before, address, type)}; };
  BasicBlock* head = before.getParent();
  Value* l = guarded(before, guard, read, Gives::read_labels)[0];
  resume_in(*head);
  return l;
}

void FunctionRecorder::store_label(Instruction& before, Value* address, Type* type, Value* value, Value* l,
                                   Align align) {
  Builder b(&before);
  if (layout_.getTypeStoreSize(type) == 0) return;
  Value* guard = b.getInt32(1);
  if (layout_.getTypeStoreSize(type) <= kTestedInline) {
    std::vector<Value*> inputs = {label(address), l, pages_of(b, address, type, align)};
    guard = any(b, inputs);
  }
  guarded(before, guard, [&](Builder& slow) {
    store_slow(slow, before, address, value != nullptr ? value : slow.CreateAlignedLoad(type, address, align), l);
    return std::vector<Value*>{};
  });
}

void FunctionRecorder::visit_store(StoreInst& store) {
  Value* value = store.getValueOperand();
  Value* address = store.getPointerOperand();
  Type* type = value->getType();
  const bool corrupt = sabotage_of(*rule_for(store)) == Sabotage::corrupt;
  if (!small(type)) {
    flush(store);
    store_label(store, address, type, value, corrupt ? zero(type) : label(value), store.getAlign());
    return;
  }
  // The store ends the group and goes into its slow path.
  std::vector<Value*> inputs;
  for (Value* operand : {value, address})
    if (!in_group_.contains(dyn_cast<Instruction>(operand))) inputs.push_back(label(operand));
  flush(
      store, inputs,
      [&](Builder& slow) { store_slow(slow, store, address, value, corrupt ? zero(type) : label(value)); }, &store);
}

// What an atomic update leaves in memory.
Value* FunctionRecorder::updated(Builder& b, AtomicRMWInst& update, Value* old, Value* l) {
  Value* operand = update.getValOperand();
  const unsigned w = scalar(update.getType()) ? width(update.getType()) : 0;
  auto plain = [&](cairn_op op) { return binary(b, op, w, old, l, &update, operand); };
  auto better = [&](CmpInst::Predicate predicate) {
    Value* lc = integer_comparison(b, predicate, w, old, l, &update, operand);
    return choose(b, w, lc, b.CreateICmp(predicate, &update, operand), old, l, &update, operand);
  };
  if (w != 0) switch (update.getOperation()) {
      case AtomicRMWInst::Xchg:
        return l;
      case AtomicRMWInst::Add:
        return plain(CAIRN_OP_Add);
      case AtomicRMWInst::Sub:
        return plain(CAIRN_OP_Sub);
      case AtomicRMWInst::And:
        return plain(CAIRN_OP_And);
      case AtomicRMWInst::Or:
        return plain(CAIRN_OP_Or);
      case AtomicRMWInst::Xor:
        return plain(CAIRN_OP_Xor);
      case AtomicRMWInst::FAdd:
        return plain(CAIRN_OP_FAdd);
      case AtomicRMWInst::FSub:
        return plain(CAIRN_OP_FSub);
      case AtomicRMWInst::Max:
        return better(CmpInst::ICMP_SGT);
      case AtomicRMWInst::Min:
        return better(CmpInst::ICMP_SLT);
      case AtomicRMWInst::UMax:
        return better(CmpInst::ICMP_UGT);
      case AtomicRMWInst::UMin:
        return better(CmpInst::ICMP_ULT);
      case AtomicRMWInst::Nand:
        return binary(b, CAIRN_OP_Xor, w, plain(CAIRN_OP_And), b.getInt32(0), b.CreateAnd(&update, operand),
                      Constant::getAllOnesValue(update.getType()));
      default:
        break;
    }
  b.CreateCall(hooks_.__cairn_lost, {b.CreateOr(old, l), b.getInt32(CAIRN_LOSS_INSTRUCTION), b.getInt32((w + 7) / 8),
                                     call_id(b, call_number(update)), frame_});
  return b.getInt32(0);
}

void FunctionRecorder::visit_atomic(Instruction& instruction) {
  flush(instruction);
  const bool corrupt = sabotage_of(*rule_for(instruction)) == Sabotage::corrupt;
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    Type* type = update->getType();
    Value* address = update->getPointerOperand();
    Value* operand = update->getValOperand();
    Value* old = load_label(instruction, address, type, update->getAlign());
    Instruction& after = *instruction.getNextNode();
    Builder b(&after);
    Value* fresh = updated(b, *update, old, label(operand));
    store_label(after, address, type, nullptr, corrupt ? b.getInt32(0) : fresh, update->getAlign());
    set_label(instruction, old);
    return;
  }
  auto& exchange = cast<AtomicCmpXchgInst>(instruction);
  Type* type = exchange.getCompareOperand()->getType();
  Value* address = exchange.getPointerOperand();
  Value* old = load_label(instruction, address, type, exchange.getAlign());
  Instruction& after = *instruction.getNextNode();
  Builder b(&after);
  if (!scalar(type)) return;
  Value* before_value = b.CreateExtractValue(&exchange, 0);
  Value* success = b.CreateExtractValue(&exchange, 1);
  Value* equal = compare(b, CAIRN_OP_Eq, width(type), old, label(exchange.getCompareOperand()), before_value,
                         exchange.getCompareOperand());
  Value* fresh = choose(b, width(type), equal, success, label(exchange.getNewValOperand()), old,
                        exchange.getNewValOperand(), before_value);
  store_label(after, address, type, nullptr, corrupt ? b.getInt32(0) : fresh, exchange.getAlign());
  Value* pair = zero(exchange.getType());
  pair = b.CreateInsertValue(pair, old, 0);
  set_label(instruction, b.CreateInsertValue(pair, equal, 1));
}

// A symbolic value that must be taken concretely here.
void FunctionRecorder::pin(Instruction& before, Value* value, cairn_event_kind kind) {
  if (surely_concrete(value)) return;
  if (in_group_.contains(dyn_cast<Instruction>(value))) flush(before);
  Value* l = label(value);
  if (isa<Constant>(l)) return;
  const std::uint32_t branch = add_branch(before, kind, {}, {}, 4);
  guarded(before, l, [&](Builder& slow) {
    slow.CreateCall(hooks_.__cairn_pin, {l, bits(slow, value), slow.getInt32(kind), branch_id(slow, branch), frame_});
    return std::vector<Value*>{};
  });
}

void FunctionRecorder::visit_memory_copy(MemTransferInst& copy) {
  flush(copy);
  pin(copy, copy.getLength(), CAIRN_EVENT_PinSize);
  pin(copy, copy.getRawDest(), CAIRN_EVENT_PinAddress);
  pin(copy, copy.getRawSource(), CAIRN_EVENT_PinAddress);
  if (sabotage_of(*rule_for(copy)) == Sabotage::corrupt) return;
  Builder b(&copy);
  auto emit = [&](Builder& at) {
    at.CreateCall(hooks_.__cairn_copy,
                  {copy.getRawDest(), copy.getRawSource(), at.CreateZExtOrTrunc(copy.getLength(), at.getInt64Ty())});
    return std::vector<Value*>{};
  };
  auto* size = dyn_cast<ConstantInt>(copy.getLength());
  if (size == nullptr || size->getZExtValue() > kTestedInline) {
    Builder after(copy.getNextNode());  // a size that is wrong ends the program, not the recorder
    emit(after);
    return;
  }
  if (size->isZero()) return;
  Value* pages = b.CreateOr(map_bytes(b, copy.getRawDest(), size->getZExtValue(), false),
                            map_bytes(b, copy.getRawSource(), size->getZExtValue(), false));
  guarded(copy, pages, emit);
}

void FunctionRecorder::visit_memory_set(MemSetInst& set) {
  flush(set);
  pin(set, set.getLength(), CAIRN_EVENT_PinSize);
  pin(set, set.getRawDest(), CAIRN_EVENT_PinAddress);
  Builder b(&set);
  const bool corrupt = sabotage_of(*rule_for(set)) == Sabotage::corrupt;
  Value* l = corrupt ? b.getInt32(0) : label(set.getValue());
  auto emit = [&](Builder& at) {
    at.CreateCall(hooks_.__cairn_fill, {set.getRawDest(), l, at.CreateZExt(set.getValue(), at.getInt32Ty()),
                                        at.CreateZExtOrTrunc(set.getLength(), at.getInt64Ty())});
    return std::vector<Value*>{};
  };
  auto* size = dyn_cast<ConstantInt>(set.getLength());
  if (size == nullptr || size->getZExtValue() > kTestedInline) {
    Builder after(set.getNextNode());
    emit(after);
    return;
  }
  if (size->isZero()) return;
  Value* guard = map_bytes(b, set.getRawDest(), size->getZExtValue(), false);
  if (!isa<Constant>(l)) guard = b.CreateOr(guard, l);
  guarded(set, guard, emit);
}

// A stack slot starts without labels, whatever stood there before.
void FunctionRecorder::clear_allocation(Builder& b, Instruction& before, Value* address, Value* size,
                                        std::uint64_t known_size) {
  auto emit = [&](Builder& at) {
    at.CreateCall(hooks_.__cairn_clear, {address, size});
    return std::vector<Value*>{};
  };
  if (known_size != 0 && known_size <= kTestedInline)
    guarded(before, map_bytes(b, address, known_size, false), emit);
  else
    emit(b);
}

void FunctionRecorder::visit_stack(Instruction& instruction) {
  if (!isa<AllocaInst>(instruction)) flush(instruction);
  if (sabotage_of(*rule_for(instruction)) == Sabotage::corrupt) return;
  if (auto* marker = dyn_cast<IntrinsicInst>(&instruction)) {
    const auto* size = cast<ConstantInt>(marker->getArgOperand(0));
    auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(marker->getArgOperand(1)));
    std::uint64_t bytes = size->getSExtValue() > 0 ? size->getZExtValue() : 0;
    if (bytes == 0 && local != nullptr && local->isStaticAlloca())
      bytes = local->getAllocationSize(layout_)->getFixedValue();
    if (bytes == 0) return;
    Instruction& after = *instruction.getNextNode();
    Builder b(&after);
    clear_allocation(b, after, marker->getArgOperand(1), b.getInt64(bytes), bytes);
    return;
  }
  auto& local = cast<AllocaInst>(instruction);
  if (local.isStaticAlloca()) return;  // enter() has done it
  pin(local, local.getArraySize(), CAIRN_EVENT_PinSize);
  Instruction& after = *local.getNextNode();
  Builder b(&after);
  Value* count = b.CreateZExtOrTrunc(local.getArraySize(), b.getInt64Ty());
  clear_allocation(b, after, &local, b.CreateMul(count, b.getInt64(layout_.getTypeAllocSize(local.getAllocatedType()))),
                   0);
}

}  // namespace cairn::compiler
