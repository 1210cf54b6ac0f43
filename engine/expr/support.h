// The input bytes an expression depends on, as sorted vectors, cached by node.
#pragma once

#include <memory>
#include <span>

#include "engine/expr/expr.h"

namespace cairn::expr {

class Supports {
 public:
  explicit Supports(const Dag& dag);
  ~Supports();
  // Sorted, without duplicates. Valid as long as this object.
  std::span<const ByteId> of(ExprId id);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cairn::expr
