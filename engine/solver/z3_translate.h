// Expressions as Z3 terms: bit vectors, and floating-point numbers where the operations are.
//
// A node has up to three views: bits, a truth value (1 bit), a number (floating point). Each operation makes the view
// it computes; the others are made when asked for. So conditions stay Boolean, and chains of float operations stay in
// the theory of floats, without conversions in between.
#pragma once

#include <z3++.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::solver {

// Thrown for what Z3 has no operation for. Only the worker catches it.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Z3Translator {
 public:
  // Terms made once are kept as long as the translator.
  Z3Translator(z3::context& context, const expr::Dag& dag) : context_(context), dag_(dag) {}

  // The Boolean that says that the 1-bit expression is 1.
  z3::expr condition(expr::ExprId id);
  z3::expr byte(expr::ByteId id);

  // What the expressions below `roots` use.
  struct Uses {
    std::vector<expr::ByteId> bytes;  // ascending
    bool floats = false;
  };
  Uses uses(const std::vector<expr::ExprId>& roots) const;

 private:
  struct View {
    std::optional<z3::expr> bits, truth, number;
  };

  std::vector<expr::ExprId> below(const std::vector<expr::ExprId>& roots, bool skip_known) const;
  View translate(expr::ExprId id);
  View translate_float(expr::ExprId id);
  View connective(const expr::Node& node);

  z3::expr bits(expr::ExprId id);
  z3::expr truth(expr::ExprId id);
  z3::expr number(expr::ExprId id);

  z3::expr value(expr::u128 value, unsigned width);
  z3::expr input(const expr::Node& node);
  z3::expr read_table(const expr::Node& node);
  z3::expr float_to_integer(expr::ExprId operand, unsigned width, bool is_signed);
  z3::expr bits_of_number(expr::ExprId id, const z3::expr& number);

  z3::context& context_;
  const expr::Dag& dag_;
  std::unordered_map<expr::ExprId, View> views_;
};

}  // namespace cairn::solver
