// Solver: query in, answer out. Layers decorate it, back ends implement it, and chain.h stacks them in one place.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/context.h"
#include "engine/expr/expr.h"

namespace cairn::solver {

// A query that was given up with so much effort is not worth another try.
inline constexpr std::uint32_t kMostEffort = 4;

// All constraints are 1-bit expressions that must be 1. The last is the goal: the flipped condition.
struct Query {
  std::vector<expr::ExprId> constraints;
  // An assignment that satisfies everything but (usually) the goal: the parent run's input. Never null.
  const expr::Assignment* parent = nullptr;
  // Complete solvers multiply their steps by 4 to the power of this, and their time by 2: more for a query that was
  // given up before, up to kMostEffort.
  std::uint32_t effort = 0;
  // So many steps the complete solvers may take for it together; 0: their limit. A layer that asks several times shares
  // out what it was given, so that a query costs its limit once, however many ask.
  std::uint64_t steps = 0;
};

enum class Verdict { sat, unsat, unknown };

// What a solver that gave up had used up.
enum class Limit : std::uint8_t { none, steps, size, clock };

struct Answer {
  Verdict verdict = Verdict::unknown;
  // sat: the parent's assignment with the changes that satisfy every constraint.
  expr::Assignment assignment;
  // unsat: indices into Query::constraints of a subset that is unsatisfiable already (all of them when not known
  // better).
  std::vector<std::uint32_t> core;
  std::uint64_t steps = 0;    // what search and complete back ends did for it, in Z3's steps: for predicting costs
  Limit limit = Limit::none;  // unknown: for those above, who may divide the query or ask another
  std::string reason;         // unknown: why, in a few words, for people
};

class Solver {
 public:
  virtual ~Solver() = default;
  virtual Answer solve(const Query& query) = 0;
};

}  // namespace cairn::solver
