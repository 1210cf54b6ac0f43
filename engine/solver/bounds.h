// Bounds: the least and greatest value an expression can have, from those of its parts (interval arithmetic). Never too
// narrow, often too wide.
#pragma once

#include <unordered_map>

#include "engine/expr/expr.h"
#include "engine/expr/id_map.h"
#include "engine/solver/interval_set.h"

namespace cairn::solver {

class Bounds {
 public:
  explicit Bounds(const expr::Dag& dag) : dag_(dag) {}

  // What is known of a term, or of a single byte, before anything is asked.
  void assume(expr::ExprId term, Interval interval) { terms_[term] = interval; }
  void assume(expr::ByteId byte, Interval interval) { bytes_[byte] = interval; }

  // Of an expression of at most 64 bits.
  Interval of(expr::ExprId id);

 private:
  Interval compute(expr::ExprId id, const expr::Node& node);
  Interval input(const expr::Node& node) const;
  Interval arithmetic(const expr::Node& node, Interval a, Interval b) const;
  Interval table(const expr::Node& node, Interval offset) const;
  [[nodiscard]] Interval known(expr::ExprId id) const;

  const expr::Dag& dag_;
  std::unordered_map<expr::ExprId, Interval> terms_;
  std::unordered_map<expr::ByteId, Interval> bytes_;
  expr::IdMap places_;
  std::vector<Interval> values_;
  expr::Walk walk_;
};

}  // namespace cairn::solver
