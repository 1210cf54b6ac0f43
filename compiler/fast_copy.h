// A second copy of a recorded function's body, for the time in which everything it holds is concrete.
//
// The copy is the recorded body with every label taken to be zero: what then cannot happen is gone, and with it the
// registers for labels and the tests of them. What is left are the counters and the tests of memory and of results.
// Where one of those finds a label, the copy is left for the recorded body, in front of the test where nothing has been
// done since that cannot be done twice; values go along. At the end of each round of a loop, the recorded body looks
// whether all labels it still needs are zero, and goes back.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <vector>

namespace cairn::compiler {

// A test whether memory has labels.
struct MemoryTest {
  llvm::Instruction* granules;  // i32: may there be any?
  llvm::Instruction* labels;    // i32: the union of them
  llvm::Value* address;
  std::uint64_t size;
};

// A block that begins with reading a label that is not zero.
struct LabelRead {
  llvm::BasicBlock* block;
  llvm::BasicBlock* resume;  // where the recorded body can go on instead: there, or in front of its test
};

// What the recorder knows of the body it made.
struct RecordedBody {
  // Where it begins. What comes before is run once for both copies; the block in front has nothing but the merges of
  // the arguments' labels, which come from its first predecessor, if there are any.
  llvm::BasicBlock* first = nullptr;
  std::vector<llvm::PHINode*> labels;  // those that are zero when nothing is symbolic
  std::vector<LabelRead> reads;
  std::vector<MemoryTest> tests;
  llvm::GlobalVariable* map = nullptr;  // __cairn_map
};

class FastCopy {
 public:
  // Is there a second copy of the function, as it is before recording?
  static bool wanted(const llvm::Function& function);

  FastCopy(llvm::Function& function, RecordedBody body);
  void make();

 private:
  struct Pair {
    llvm::Instruction* recorded;
    const llvm::Value* copy;    // only to compare with: it may be gone
    llvm::WeakTrackingVH fast;  // the copy, or what it was found to be equal to
    llvm::BasicBlock* place;    // of the copy

    [[nodiscard]] bool folded() const { return fast != copy; }
  };
  struct WayBack {
    llvm::BasicBlock* from;    // ends a round of a recorded loop
    llvm::BasicBlock* header;  // ... of this one
  };
  // Bytes [begin, end) from `base` on, which is a value of the copy or common to both.
  struct Range {
    llvm::Value* base;
    std::int64_t begin, end;

    [[nodiscard]] bool covers(const Range& other) const {
      return base == other.base && begin <= other.begin && other.end <= end;
    }
  };
  struct CopiedTest {
    llvm::Instruction* granules;
    llvm::Instruction* labels;
    Range range;
  };

  void split_ways_back();
  void clone();
  void take_labels_for_zero();
  using Work = llvm::SmallSetVector<llvm::Instruction*, 32>;
  void replace(llvm::Instruction* instruction, llvm::Value* by, Work& work);
  void fold(Work& work);
  void leave_where_labels_are_read();
  // A block that leads out of the copy.
  llvm::BasicBlock* leave_for(llvm::BasicBlock* recorded);
  void enter();
  void go_back();
  [[nodiscard]] bool lives_into(llvm::Instruction& value, llvm::BasicBlock& block) const;
  bool labels_needed(const WayBack& way, std::vector<llvm::Value*>& needed) const;
  void repair();

  // ---- fast_copy_memory.cpp: tests that need not be made again
  void split_after_calls();
  class KnownFacts;
  void leave_out_tests();
  std::vector<CopiedTest> copied_tests() const;
  void test_before_loops(llvm::ArrayRef<CopiedTest> tests);
  static void add_near(std::vector<Range>& ranges, const Range& added);
  void test_before_loop(llvm::Loop& loop, llvm::ArrayRef<Range> ranges);
  void test_after_call(llvm::BasicBlock* recorded, llvm::ArrayRef<Range> ranges);
  llvm::Value* any_label(llvm::IRBuilder<>& b, llvm::ArrayRef<Range> ranges, bool recorded) const;

  void repair_arguments();
  void place_reads();
  void remove_idle_merges();
  llvm::BasicBlock* copy_of(llvm::BasicBlock* block) { return llvm::cast<llvm::BasicBlock>(map_[block]); }

  llvm::Function& function_;
  RecordedBody body_;
  llvm::ValueToValueMapTy map_;
  std::vector<Pair> pairs_;
  std::vector<WayBack> ways_back_;
  std::vector<llvm::PHINode*> arguments_;  // labels of arguments
  llvm::BasicBlock* labelled_ = nullptr;   // enters the recorded body with them
  std::vector<llvm::BasicBlock*> after_calls_;
  llvm::DenseMap<llvm::BasicBlock*, std::vector<Range>> tested_;        // at the end of a block of the copy
  llvm::DenseMap<llvm::BasicBlock*, std::vector<Range>> tested_loops_;  // by header: holds at its beginning
  llvm::DenseMap<llvm::Value*, llvm::Instruction*> recorded_of_;
  llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> recorded_block_;  // by its copy
  llvm::DenseSet<llvm::BasicBlock*> recorded_;
};

}  // namespace cairn::compiler
