// The shadow rules: for every LLVM instruction and intrinsic, what becomes of labels. One table, so that a test can ask
// which have none, and so that the self-check can break each in turn and see the tests notice.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <string>
#include <vector>

#include "abi/cairn_abi.h"

namespace cairn::compiler {

// X(name): the families of rules.
#define CAIRN_RULE_KINDS(X)                                                          \
  X(binary)  /* result = op(a, b) */                                                 \
  X(unary)   /* result = op(a) */                                                    \
  X(ternary) /* result = op(a, b, c) */                                              \
  X(convert) /* result = op(a) of another width */                                   \
  X(compare) /* integer comparison; the predicate decides */                         \
  X(float_compare)                                                                   \
  X(select)                                                                          \
  X(address) /* getelementptr */                                                     \
  X(copy)    /* the first operand's label */                                         \
  X(minimum) /* if-then-else over a comparison `op`; swapped operands for maximum */ \
  X(absolute)                                                                        \
  X(three_way) /* scmp, ucmp */                                                      \
  X(overflow)  /* {value, overflow bit} */                                           \
  X(float_class)                                                                     \
  X(multiply_add) /* fmuladd: fused where the target has FMA */                      \
  X(aggregate)    /* moves parts of struct, array and vector values */               \
  X(load)                                                                            \
  X(store)                                                                           \
  X(atomic)                                                                          \
  X(memory_copy)                                                                     \
  X(memory_set)                                                                      \
  X(varargs)                                                                         \
  X(call)                                                                            \
  X(branch)                                                                          \
  X(result) /* return */                                                             \
  X(phi)                                                                             \
  X(stack)   /* alloca, lifetime markers */                                          \
  X(no_data) /* neither takes nor gives data that could be symbolic */               \
  X(lost)    /* known, and deliberately concrete: a loss is noted when an operand is symbolic */

enum class RuleKind {
#define CAIRN_RULE_KIND(name) name,
  CAIRN_RULE_KINDS(CAIRN_RULE_KIND)
#undef CAIRN_RULE_KIND
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

}  // namespace cairn::compiler
