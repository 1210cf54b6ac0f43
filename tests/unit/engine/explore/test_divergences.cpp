// What the loop makes of runs that are not what was recorded or predicted, on fake programs.
#include "loop_test.h"

namespace cairn::explore {
namespace {

TEST_F(LoopTest, AConditionThatIsFalseOnItsOwnInputIsADivergence) {
  auto run = start({.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    program.branch(0, program.lie(x, 77, true));
  }});
  run->explore();
  EXPECT_GE(run->loop.totals().divergences, 1u);
  EXPECT_TRUE(std::filesystem::exists(temporary / "out/divergences/000001.test"));
  std::ifstream in(temporary / "out/divergences/000001.json");
  EXPECT_EQ(nlohmann::json::parse(in).at("kind"), "condition");
}

TEST_F(LoopTest, ASolvedInputThatGoesElsewhereIsADivergenceAndItsSideIsMarked) {
  // The second branch claims to be about x but always comes out the same way, on every input with x != 1.
  auto run = start({.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    program.branch(0, program.lie(x, 1, false));
  }});
  EXPECT_EQ(run->explore(), End::explored);
  EXPECT_EQ(run->loop.totals().flips_tried, 1u);
  EXPECT_EQ(run->loop.totals().flips_arrived, 0u);
  EXPECT_EQ(run->loop.totals().divergences, 1u);
  EXPECT_EQ(run->tree.count(tree::SideState::diverged), 1u);
  EXPECT_EQ(run->reports.seen.back().diverged, 1u);
  EXPECT_EQ(run->summary().at("divergences"), 1);
}

TEST_F(LoopTest, AProgramThatDependsOnMoreThanItsInputIsUnsteady) {
  auto run = start({.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1), y = program.symbolic("y", 1);
    program.branch(0, program.equal(x, 1));
    program.branch(program.number % 2 == 0 ? 1u : 2u, program.equal(y, 1));
    program.branch(3, program.equal(y, 2));
  }});
  run->explore({.runs = 20});
  EXPECT_GE(run->loop.totals().divergences, 1u);
  bool unsteady = false;
  for (const auto& entry : std::filesystem::directory_iterator(temporary / "out/divergences")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    unsteady |= nlohmann::json::parse(in).at("kind") == "unsteady";
  }
  EXPECT_TRUE(unsteady);
}

TEST_F(LoopTest, WhatEarlierRunsLeftInTheProcessIsNotBlamedOnTheProgram) {
  auto run = start({.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1), y = program.symbolic("y", 1);
    program.branch(0, program.equal(x, 1));
    program.branch(program.shared && program.number > 2 ? 1u : 2u, program.equal(y, 1));
    program.branch(3, program.equal(y, 2));
  }});
  run->target.shared = true;
  EXPECT_EQ(run->explore(), End::explored);
  EXPECT_FALSE(run->target.shared);
  EXPECT_EQ(run->loop.totals().divergences, 0u);
  EXPECT_EQ(run->loop.totals().paths, 6u);
  EXPECT_EQ(run->loop.totals().runs, 6u);
  EXPECT_EQ(run->target.inputs.size(), 7u);  // one was made again
}

TEST_F(LoopTest, RecordingsThatMakeNoSenseAreCounted) {
  auto run = start({.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    if (program.branch(0, program.equal(x, 1))) program.events.back().node += 1000;
  }});
  run->explore({.runs = 2});
  EXPECT_EQ(run->loop.totals().corrupted, 1u);
}

TEST_F(LoopTest, HonestProgramsDoNotDiverge) {
  for (const char* strategy : {"bounded-dfs", "random-branch", "random-input"}) {
    auto run = start({.program = mid, .strategy = strategy}, strategy);
    run->explore({.runs = 50});
    EXPECT_EQ(run->loop.totals().divergences, 0u) << strategy;
    EXPECT_FALSE(std::filesystem::exists(temporary / strategy / "divergences"));
  }
}

}  // namespace
}  // namespace cairn::explore
