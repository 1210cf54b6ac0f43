// A layer alone, on top of a solver that counts how often it is asked.
#pragma once

#include <gtest/gtest.h>

#include "engine/solver/layers.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {

using namespace testing;

class LayerTest : public ::testing::Test {
 protected:
  Below fake(FakeSolver::Script script) { return std::make_unique<FakeSolver>(calls, std::move(script)); }
  Below fake() {
    return fake([](const Query&) { return unknown("fake"); });
  }
  ExprId byte(std::uint32_t i) { return dag.input(ByteId(i), 1); }
  ExprId number(unsigned value) { return dag.constant(value, 8); }
  ExprId equals(std::uint32_t i, unsigned value) { return dag.equal(byte(i), number(value)); }
  ExprId less(std::uint32_t i, unsigned value) { return dag.make(Op::Ult, 1, byte(i), number(value)); }
  ExprId same(std::uint32_t i, std::uint32_t j) { return dag.equal(byte(i), byte(j)); }
  Query query(std::vector<ExprId> constraints) { return {std::move(constraints), &parent}; }
  std::uint64_t counter(const char* name) { return context.stats.counter(name); }

  base::Context context{1};
  Dag dag;
  Shared shared{context, dag};
  expr::Assignment parent;
  int calls = 0;
};

}  // namespace cairn::solver
