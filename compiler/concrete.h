// Which values can never be symbolic: those computed from constants, addresses of objects and each other only. An
// optimistic fixed point, so that loop counters qualify.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

namespace cairn::compiler {

class Concreteness {
 public:
  explicit Concreteness(const llvm::Function& function);
  [[nodiscard]] bool concrete(const llvm::Value* value) const { return !symbolic_.contains(value); }

 private:
  llvm::DenseSet<const llvm::Value*> symbolic_;
};

// Is it already plain from the code that the label is zero?
inline bool known_zero(const llvm::Value* label) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(label);
  return constant != nullptr && constant->isNullValue();
}

}  // namespace cairn::compiler
