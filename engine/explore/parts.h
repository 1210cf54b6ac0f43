// The parts an exploration works with, wired by Session (or by a test, from fakes).
#pragma once

#include "engine/base/context.h"
#include "engine/expr/expr.h"
#include "engine/program/coverage.h"
#include "engine/program/program.h"
#include "engine/search/strategy.h"
#include "engine/solver/solver.h"
#include "engine/suite/run_directory.h"
#include "engine/target/target.h"
#include "engine/trace/decode.h"
#include "engine/trace/objects.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

struct Parts {
  base::Context& context;
  target::Target& target;
  solver::Solver& solver;
  expr::Dag& dag;
  trace::ObjectTable& objects;
  trace::Decoder& decoder;
  const program::Program& program;
  program::Coverage& coverage;
  tree::Tree& tree;
  search::Strategy& strategy;
  suite::RunDirectory& directory;

  [[nodiscard]] search::View view() const { return {tree, program, coverage, &decoder}; }
};

}  // namespace cairn::explore
