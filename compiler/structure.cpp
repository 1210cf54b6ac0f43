#include "compiler/structure.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/facts.h"

namespace cairn::compiler {

using namespace llvm;

namespace {

std::uint64_t hash_of_type(const Type* type) {
  std::string text;
  raw_string_ostream out(text);
  type->print(out, false, true);
  return stable_hash(text);
}

}  // namespace

std::uint64_t type_hash(const FunctionType& type) { return hash_of_type(&type); }

std::uint64_t structure_hash(const Value* value, unsigned depth) {
  std::uint64_t h = hash_of_type(value->getType());
  if (const auto* number = dyn_cast<ConstantInt>(value)) {
    for (unsigned i = 0; i < number->getValue().getNumWords(); ++i)
      h = stable_hash(number->getValue().getRawData()[i], h);
    return h;
  }
  if (isa<GlobalValue>(value)) return stable_hash(value->getName(), h);
  if (const auto* argument = dyn_cast<Argument>(value)) return stable_hash(argument->getArgNo() + 1, h);
  const auto* instruction = dyn_cast<Instruction>(value);
  if (instruction == nullptr) return stable_hash(value->getValueID(), h);
  h = stable_hash(instruction->getOpcode(), h);
  if (const auto* compare = dyn_cast<CmpInst>(instruction)) h = stable_hash(compare->getPredicate(), h);
  if (depth == 0 || isa<AllocaInst>(instruction) || isa<PHINode>(instruction)) return h;
  for (const Value* operand : instruction->operands())
    if (!isa<BasicBlock>(operand)) h = stable_hash(structure_hash(operand, depth - 1), h);
  return h;
}

}  // namespace cairn::compiler
