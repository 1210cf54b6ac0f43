// Circuits: the integer operations on vectors of literals, least significant bit first. Plain textbook forms (ripple
// carries, shift and add, restoring division, barrel shifters): constants fold in the gates, and what is hard for a SAT
// solver is hard in every form.
#pragma once

#include <vector>

#include "engine/expr/expr.h"
#include "engine/solver/gates.h"

namespace cairn::solver {

using Bits = std::vector<Literal>;

class Circuits {
 public:
  explicit Circuits(Gates& gates) : gates_(gates) {}

  // Any integer operation but leaves and TableRead, meaning what expr::apply says. Unused operands are empty.
  Bits apply(expr::Op op, unsigned width, std::uint64_t imm, const Bits& a, const Bits& b, const Bits& c);
  // One vector or the other, of equal length.
  Bits choose(Literal condition, const Bits& then, const Bits& otherwise);

  static Bits constant(expr::u128 value, unsigned width);

 private:
  struct Division {
    Bits quotient, remainder;
  };

  Bits add(const Bits& a, const Bits& b, Literal carry);
  Bits subtract(const Bits& a, const Bits& b);
  Bits negate(const Bits& a);
  Bits magnitude(const Bits& a) { return choose(a.back(), negate(a), a); }
  Bits multiply(const Bits& a, const Bits& b);
  Division divide(const Bits& a, const Bits& b);
  Bits divide_signed(const Bits& a, const Bits& b, bool remainder);
  Bits shift(Bits a, const Bits& amount, bool left, Literal fill);
  Bits funnel(const Bits& high, const Bits& low, const Bits& amount, bool left);
  Bits saturated(expr::Op op, const Bits& a, const Bits& b);
  Bits population(const Bits& a);
  Bits zeros(const Bits& a, bool leading);
  Literal any(const Bits& bits);
  Literal equal(const Bits& a, const Bits& b);
  Literal less(const Bits& a, const Bits& b, bool or_equal);
  Literal less_signed(Bits a, Bits b, bool or_equal);
  Literal overflow(expr::Op op, const Bits& a, const Bits& b);

  Gates& gates_;
};

}  // namespace cairn::solver
