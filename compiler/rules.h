// The shadow rules: for every LLVM instruction and intrinsic, what becomes of labels. One table, so that a test can ask
// which have none, and so that the self-check can break each in turn and see the tests notice.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <string>
#include <vector>

#include "abi/cairn_abi.h"

namespace cairn::compiler {

enum class RuleKind {
  binary,   // result = op(a, b)
  unary,    // result = op(a)
  ternary,  // result = op(a, b, c)
  convert,  // result = op(a) of another width
  compare,  // integer comparison; the predicate decides
  float_compare,
  select,
  address,  // getelementptr
  copy,     // the first operand's label
  minimum,  // if-then-else over a comparison `op`; swapped operands for maximum
  absolute,
  three_way,  // scmp, ucmp
  overflow,   // {value, overflow bit}
  float_class,
  multiply_add,  // fmuladd: fused where the target has FMA
  aggregate,     // moves parts of struct, array and vector values
  load,
  store,
  atomic,
  memory_copy,
  memory_set,
  varargs,
  call,
  branch,
  result,  // return
  phi,
  stack,    // alloca, lifetime markers
  no_data,  // neither takes nor gives data that could be symbolic
  lost,     // known, and deliberately concrete: a loss is noted when an operand is symbolic
};

struct Rule {
  const char* name;
  RuleKind kind;
  cairn_op op = CAIRN_OP_None;
  cairn_op second = CAIRN_OP_None;  // overflow: the bit; minimum: unused
};

// Null: no rule at all; the pass treats it like `lost`, the test of the table does not.
const Rule* rule_for(const llvm::Instruction& instruction);
const Rule* rule_for_opcode(unsigned opcode);
const Rule* rule_for_intrinsic(llvm::Intrinsic::ID id);

// For the self-check: all rules, and the opcodes and intrinsics of LLVM that have none.
std::vector<const Rule*> all_rules();
const char* name_of(RuleKind kind);
std::vector<std::string> without_rule();

// The self-check's sabotage: with `-mllvm -cairn-break=NAME:drop` a rule makes its result concrete, with NAME:corrupt
// it records another operation. Never set in normal use.
enum class Sabotage { none, drop, corrupt };
Sabotage sabotage_of(const Rule& rule);

}  // namespace cairn::compiler
