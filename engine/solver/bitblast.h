// From expressions to literals: the circuit of every node below a condition, made once and kept.
#pragma once

#include <stdexcept>
#include <unordered_map>

#include "engine/expr/expr.h"
#include "engine/solver/circuits.h"
#include "engine/solver/gates.h"

namespace cairn::solver {

class Bitblaster {
 public:
  // Thrown for what has no circuit: floating point. Only the worker catches it.
  struct NoCircuit : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  Bitblaster(const expr::Dag& dag, Gates& gates) : dag_(dag), gates_(gates), circuits_(gates) {}

  // The literal that says that the 1-bit expression is 1.
  Literal condition(expr::ExprId id);
  // The eight literals of an input byte.
  const Bits& byte(expr::ByteId id);

 private:
  Bits make(expr::ExprId id);
  Bits read_table(const expr::Node& node);
  [[nodiscard]] const Bits& known(expr::ExprId id) const { return bits_.at(id); }

  const expr::Dag& dag_;
  Gates& gates_;
  Circuits circuits_;
  std::unordered_map<expr::ExprId, Bits> bits_;
  std::unordered_map<expr::ByteId, Bits> bytes_;
};

}  // namespace cairn::solver
