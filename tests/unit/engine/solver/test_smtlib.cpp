// A solver behind a pipe: what it prints is understood, what it does wrong costs its limit.
#include <gtest/gtest.h>

#include <chrono>

#include "engine/solver/chain.h"
#include "engine/solver/smtlib_backend.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

class Smtlib : public ::testing::Test {
 protected:
  Answer ask(const std::string& command, std::uint32_t milliseconds = 10'000) {
    ProcessOptions options;
    options.wall_milliseconds = milliseconds;
    const ExprId sum = dag_.make(Op::Add, 8, dag_.input(ByteId(0), 1), dag_.input(ByteId(1), 1));
    constraints_ = {dag_.equal(sum, dag_.constant(50, 8))};
    return make_smtlib_backend(context_, dag_, command, options)->solve({constraints_, &parent_});
  }

  base::Context context_{1};
  Dag dag_;
  expr::Assignment parent_;
  std::vector<ExprId> constraints_;
};

TEST_F(Smtlib, ValuesAreReadInEveryNotation) {
  parent_.set(ByteId(2), 9);
  for (const char* values :
       {"((b0 #x2a) (b1 #x08))", "((b0 #b00101010)\n (b1 #b00001000))", "((b0 (_ bv42 8)) (b1 (_ bv8 8)))"}) {
    const Answer answer = ask(std::string("cat > /dev/null; echo sat; echo '") + values + "'");
    ASSERT_EQ(answer.verdict, Verdict::sat) << values;
    EXPECT_EQ(answer.assignment.get(ByteId(0)), 42) << values;
    EXPECT_EQ(answer.assignment.get(ByteId(1)), 8) << values;
    EXPECT_EQ(answer.assignment.get(ByteId(2)), 9) << "other bytes keep the parent's value";
    EXPECT_TRUE(satisfies(dag_, constraints_, answer.assignment));
  }
}

TEST_F(Smtlib, TheQueryArrives) {
  EXPECT_EQ(ask("grep -q '(check-sat)' && echo unsat").verdict, Verdict::unsat);
  EXPECT_EQ(ask("grep -q 'no such line' && echo unsat").verdict, Verdict::unknown);
  EXPECT_EQ(ask("grep -q 'no such line' && echo unsat").core.size(), 0u);
  EXPECT_EQ(ask("cat > /dev/null; echo unsat").core, std::vector<std::uint32_t>{0});
}

TEST_F(Smtlib, WhatGoesWrongIsUnknownAndCounted) {
  EXPECT_EQ(ask("cat > /dev/null; echo unknown").verdict, Verdict::unknown);
  EXPECT_EQ(context_.stats.counter("solver.crashed"), 0u);
  EXPECT_EQ(ask("exit 1").verdict, Verdict::unknown);
  EXPECT_EQ(ask("echo '(error \"no\")'").verdict, Verdict::unknown);
  EXPECT_EQ(context_.stats.counter("solver.crashed"), 2u);
  EXPECT_EQ(ask("sleep 1000 & sleep 1000", 50).limit, Limit::clock);
  EXPECT_EQ(context_.stats.counter("solver.killed"), 1u);
  EXPECT_EQ(context_.stats.counter("solver.complete_calls"), 4u);
}

TEST_F(Smtlib, WhenTheTimeIsUsedUpAQueryEndsThoughItsLimitIsFar) {
  context_.deadline = base::Context::Clock::now() + std::chrono::milliseconds(50);
  EXPECT_EQ(ask("sleep 1000", 600'000).reason, "stopped");
  EXPECT_EQ(context_.stats.counter("solver.killed"), 0u);
}

TEST_F(Smtlib, AWrongAssignmentDoesNotLeaveTheChain) {
  ChainOptions options;
  options.layers = {"check", "smtlib"};
  options.command = "cat > /dev/null; echo sat; echo '((b0 #x00))'";
  ASSERT_TRUE(check_options(options).ok());
  const std::vector<ExprId> constraints = {dag_.equal(dag_.input(ByteId(0), 1), dag_.constant(7, 8))};
  EXPECT_EQ(make_chain(context_, dag_, options)->solve({constraints, &parent_}).verdict, Verdict::unknown);
  EXPECT_EQ(context_.stats.counter("solver.wrong"), 1u);
}

TEST_F(Smtlib, CommandsAreCheckedBeforeTheyAreUsed) {
  EXPECT_TRUE(check_command("sh -c true").ok());
  EXPECT_TRUE(check_command("/bin/sh").ok());
  EXPECT_FALSE(check_command("").ok());
  EXPECT_FALSE(check_command("/bin").ok()) << "a folder cannot be run";
  EXPECT_FALSE(layers_of("/bin").ok());
  EXPECT_FALSE(check_command("/bin/no-such-solver -in").ok());
  EXPECT_FALSE(check_command("no-such-solver").ok());
  EXPECT_FALSE(layers_of("no-such-solver").ok());
  const auto layers = layers_of("sh -c true");
  ASSERT_TRUE(layers.ok());
  EXPECT_EQ(layers->back(), "smtlib");
  EXPECT_EQ(std::ranges::count(*layers, "z3"), 0);
}

}  // namespace
}  // namespace cairn::solver
