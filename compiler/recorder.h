// The late pass on one function: labels beside values.
//
// Every value gets a label (an i32; aggregates and vectors one per part). Most code handles concrete data, so the code
// for labels is out of line: runs of instructions without side effects form a *group*, guarded by one test whether any
// label that goes into it is non-zero or any page read from may hold labels; a store or branch behind it joins and ends
// the group. Blocks are visited in reverse post-order, so that no operand lacks its label. The files recorder_*.cpp
// hold the rules by family; rules.cpp says which instruction belongs to which.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>

#include "compiler/concrete.h"
#include "compiler/fast_copy.h"
#include "compiler/hooks.h"
#include "compiler/rules.h"
#include "compiler/unit.h"

namespace cairn::compiler {

// What the functions of a module share.
struct ModuleRecorder {
  llvm::Module& module;
  Unit& unit;
  Hooks hooks;
  llvm::GlobalVariable* map;       // __cairn_map
  llvm::GlobalVariable* thread;    // __cairn_tls
  llvm::GlobalVariable* counters;  // where this module's counters are
  llvm::GlobalVariable* branch_base;
  llvm::GlobalVariable* call_base;
  llvm::GlobalVariable* no_labels;  // as many as an access that is tested inline can have
  std::map<std::uint64_t, std::uint32_t> branch_ordinals;
  llvm::DenseSet<llvm::Function*> tail_called;  // who may be entered by a tail call
  llvm::GlobalVariable* foreign;                // one byte for each of these: is it not instrumented?
  llvm::MapVector<llvm::Function*, std::uint64_t> callees;
};

class FunctionRecorder {
 public:
  FunctionRecorder(ModuleRecorder& shared, llvm::Function& function);
  void run();

 private:
  using Builder = llvm::IRBuilder<>;

  // ---- recorder.cpp: order, groups, guards
  void visit(llvm::Instruction& instruction);
  void finish_phis();
  // Splits off what enter() has made; null where the body is not made twice.
  llvm::BasicBlock* split_body();
  void make_fast_copy(llvm::BasicBlock* body);
  // Lets the fast copy leave in front of the tests that end the block, for the slow path that was made last.
  void resume_in(llvm::BasicBlock& block);
  bool groupable(const llvm::Instruction& instruction, const Rule& rule) const;
  // Emits the pending group in front of `before`; `more` may add code to the group's slow path, where labels of the
  // group are at hand. Without a pending group `more` gets a slow path of its own, guarded by `extra`; `stored` is the
  // store that ends the group.
  void flush(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> extra = {},
             const std::function<void(Builder&)>& more = nullptr, llvm::StoreInst* stored = nullptr);
  // What comes out of a slow path: labels, which are zero when those that go in are; labels read from elsewhere, one of
  // them not zero; or values that are no labels.
  enum class Gives { labels, read_labels, values };
  // Runs `body` in front of `before` only when `guard` (i32) is non-zero; what it returns is zero otherwise.
  std::vector<llvm::Value*> guarded(llvm::Instruction& before, llvm::Value* guard,
                                    const std::function<std::vector<llvm::Value*>(Builder&)>& body,
                                    Gives gives = Gives::labels);
  llvm::Value* any(Builder& b, llvm::ArrayRef<llvm::Value*> labels);

  // ---- labels of values
  llvm::Type* shadow_type(llvm::Type* type) const;
  static bool scalar(const llvm::Type* type);
  static unsigned width(const llvm::Type* type);
  llvm::Value* zero(llvm::Type* type) const { return llvm::Constant::getNullValue(shadow_type(type)); }
  llvm::Value* label(llvm::Value* value);
  bool surely_concrete(llvm::Value* value) const;
  void set_label(llvm::Value& value, llvm::Value* label) { labels_[&value] = label; }
  void parts(Builder& b, llvm::Value* label, std::vector<llvm::Value*>& out);
  llvm::Value* assemble(Builder& b, llvm::Type* shadow, llvm::ArrayRef<llvm::Value*>& parts);
  llvm::Value* bits(Builder& b, llvm::Value* value);       // as i64, zero-extended (low half of 128)
  llvm::Value* high_bits(Builder& b, llvm::Value* value);  // bits 64..127

  // ---- recorder_values.cpp: rules for operations on values; code goes into a slow path
  llvm::Value* value_label(Builder& b, llvm::Instruction& instruction, const Rule& rule);
  llvm::Value* scalar_label(Builder& b, llvm::Instruction& instruction, const Rule& rule, int lane);
  llvm::Value* operand_value(Builder& b, llvm::Value* value, int lane);
  llvm::Value* operand_label(Builder& b, llvm::Value* value, int lane);
  llvm::Value* binary(Builder& b, unsigned op, unsigned width, llvm::Value* la, llvm::Value* lb, llvm::Value* x,
                      llvm::Value* y);
  llvm::Value* compare(Builder& b, unsigned op, unsigned width, llvm::Value* la, llvm::Value* lb, llvm::Value* x,
                       llvm::Value* y);
  llvm::Value* complement(Builder& b, llvm::Value* label);
  llvm::Value* integer_comparison(Builder& b, llvm::CmpInst::Predicate predicate, unsigned width, llvm::Value* la,
                                  llvm::Value* lb, llvm::Value* x, llvm::Value* y);
  llvm::Value* float_comparison(Builder& b, llvm::CmpInst::Predicate predicate, unsigned width, llvm::Value* la,
                                llvm::Value* lb, llvm::Value* x, llvm::Value* y);
  llvm::Value* shift(Builder& b, llvm::Instruction& instruction, unsigned op, unsigned width);
  llvm::Value* convert(Builder& b, llvm::Instruction& instruction, const Rule& rule, llvm::Value* label);
  llvm::Value* converted(Builder& b, unsigned op, unsigned to, llvm::Value* label);
  llvm::Value* minimum(Builder& b, const Rule& rule, unsigned width, llvm::Value* la, llvm::Value* lb, llvm::Value* x,
                       llvm::Value* y);
  llvm::Value* absolute(Builder& b, const Rule& rule, unsigned width, llvm::Value* label, llvm::Value* x);
  llvm::Value* three_way(Builder& b, const Rule& rule, llvm::Type* type, llvm::Value* la, llvm::Value* lb,
                         llvm::Value* x, llvm::Value* y);
  llvm::Value* choose(Builder& b, unsigned width, llvm::Value* lc, llvm::Value* taken, llvm::Value* la, llvm::Value* lb,
                      llvm::Value* x, llvm::Value* y);
  llvm::Value* choose_parts(Builder& b, llvm::Instruction& select, llvm::Value* la, llvm::Value* lb, llvm::Value* x,
                            llvm::Value* y);
  llvm::Value* address_label(Builder& b, llvm::GetElementPtrInst& address);
  llvm::Value* unrepresented(Builder& b, llvm::Instruction& instruction);
  llvm::Value* wide_funnel(Builder& b, bool left, unsigned w, llvm::Value* la, llvm::Value* lb, llvm::Value* lc,
                           llvm::Value* x, llvm::Value* y, llvm::Value* z);
  llvm::Value* class_label(Builder& b, llvm::Value* la, unsigned width, unsigned tests);

  // ---- recorder_vectors.cpp: values of several parts
  llvm::Value* reinterpret(Builder& b, llvm::Instruction& cast);
  llvm::Value* joined_lanes(Builder& b, llvm::Value* labels, llvm::Value* all, unsigned w, unsigned first,
                            unsigned count);
  void visit_aggregate(llvm::Instruction& instruction);

  // ---- recorder_memory.cpp
  void visit_store(llvm::StoreInst& store);
  void visit_atomic(llvm::Instruction& instruction);
  llvm::Value* updated(Builder& b, llvm::AtomicRMWInst& update, llvm::Value* old, llvm::Value* l);
  void visit_memory_copy(llvm::MemTransferInst& copy);
  void visit_memory_set(llvm::MemSetInst& set);
  void visit_stack(llvm::Instruction& instruction);
  void clear_allocation(Builder& b, llvm::Instruction& before, llvm::Value* address, llvm::Value* size,
                        std::uint64_t known_size);
  llvm::Value* map_bytes(Builder& b, llvm::Value* address, std::uint64_t size, bool aligned);
  // Does the access stay small enough for the inline test of its pages?
  bool small(llvm::Type* type) const;
  llvm::Value* pages_of(Builder& b, llvm::Value* address, llvm::Type* type, llvm::Align align);
  // The union of the labels in memory there. Given its pages (pages_of), shadow is not touched where they hold none.
  llvm::Value* labels_at(Builder& b, llvm::Value* address, llvm::Type* type, llvm::Value* pages);
  // In a slow path: the label of what is read; the labels of what is written.
  llvm::Value* load_slow(Builder& slow, llvm::Instruction& at, llvm::Value* address, llvm::Type* type);
  void store_slow(Builder& slow, llvm::Instruction& at, llvm::Value* address, llvm::Value* value, llvm::Value* l);
  // With a guard of their own.
  llvm::Value* load_label(llvm::Instruction& before, llvm::Value* address, llvm::Type* type, llvm::Align align);
  // No value: what memory holds.
  void store_label(llvm::Instruction& before, llvm::Value* address, llvm::Type* type, llvm::Value* value,
                   llvm::Value* l, llvm::Align align);
  void for_each_part(llvm::Type* type, std::uint64_t offset,
                     const std::function<void(llvm::Type*, std::uint64_t)>& visit_part);
  std::pair<llvm::Value*, std::uint64_t> object_of(Builder& b, llvm::Value* address);
  std::pair<llvm::Value*, std::uint64_t> array_of(Builder& b, llvm::Value* address);
  void pin(llvm::Instruction& before, llvm::Value* value, cairn_event_kind kind);

  // ---- recorder_calls.cpp
  void enter();
  llvm::Value* take_origin(Builder& b);
  void take_arguments(llvm::Instruction& start);
  void clean_locals(llvm::Instruction& start);
  void land(llvm::Instruction& before);
  void visit_call(llvm::CallBase& call);
  void visit_return(llvm::ReturnInst& result);
  void visit_varargs(llvm::IntrinsicInst& intrinsic);
  void visit_lost(llvm::Instruction& instruction, cairn_loss loss);
  llvm::Value* labelled_bytes(Builder& b, llvm::iterator_range<llvm::Use*> values);
  void visit_opaque(llvm::CallBase& call, cairn_loss loss);
  static bool handed_over(const llvm::CallBase& call, const llvm::Value* callee, unsigned argument);
  void hand_over(llvm::Instruction& before, llvm::CallBase& call, llvm::Value* callee, unsigned argument);
  void hand_over_arguments(llvm::CallBase& call);
  llvm::Value* is_foreign(Builder& b, llvm::Function& callee);
  std::optional<std::uint64_t> size_behind(llvm::Value* pointer);
  void pass_arguments(llvm::CallBase& call, llvm::Value* callee);
  std::vector<std::pair<unsigned, unsigned>> variable_arguments(const llvm::CallBase& call) const;
  void pass_variable_arguments(Builder& b, llvm::CallBase& call);
  llvm::Instruction* behind(llvm::CallBase& call);
  void take_result(llvm::CallBase& call, llvm::Value* callee);
  void pass_origin(llvm::CallBase& call, llvm::Value* callee, std::uint32_t number);
  void push_frame(llvm::CallBase& call, std::uint32_t number);
  std::uint32_t call_number(llvm::Instruction& call);
  llvm::Value* thread_field(Builder& b, std::size_t offset);
  llvm::Value* call_id(Builder& b, std::uint32_t number);

  // ---- recorder_events.cpp
  void visit_branch(llvm::Instruction& terminator);
  std::uint32_t add_branch(llvm::Instruction& at, cairn_event_kind kind, llvm::ArrayRef<llvm::BasicBlock*> outcomes,
                           llvm::ArrayRef<std::uint64_t> cases, std::uint64_t hash);
  llvm::Value* branch_id(Builder& b, std::uint32_t number);

  // ---- recorder_division.cpp
  static bool may_trap(const llvm::Instruction& instruction);
  void visit_division(llvm::Instruction& division);
  // Lane -1 is the scalar itself.
  void ask_divisor(llvm::Instruction& division, int lane);
  void ask_room(llvm::Instruction& division, int lane);
  void tell_outcome(Builder& slow, llvm::Value* condition, llvm::Value* holds, std::uint32_t branch);

  ModuleRecorder& shared_;
  Hooks& hooks_;
  llvm::Function& function_;
  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  Concreteness concreteness_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> labels_;
  std::vector<llvm::Instruction*> group_;
  llvm::DenseSet<llvm::Instruction*> in_group_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
  std::vector<llvm::PHINode*> merges_;       // of slow paths; dead ones are removed at the end
  std::vector<llvm::WeakVH> merged_labels_;  // those that are labels, and those of the program's own merges
  std::vector<LabelRead> reads_;             // slow paths that read labels
  std::vector<MemoryTest> tests_;
  llvm::Value* frame_ = nullptr;
  llvm::Value* origin_ = nullptr;  // who was called: this function, or one that ended in a tail call
  llvm::AllocaInst* saved_varargs_ = nullptr;
  llvm::Instruction* entry_point_ = nullptr;  // the body begins with it
};

}  // namespace cairn::compiler
