// Where bugs and losses are said to be: in the program, not in what stands in for libraries.
#include <gtest/gtest.h>

#include "harness.h"

namespace cairn::explore {
namespace {

struct PlacesTest : testing::Test {
  std::unique_ptr<Exploration> explored(FakeTarget::Program program) {
    auto run = std::make_unique<Exploration>(Case{.program = std::move(program)}, fresh(temporary / "out"));
    run->explore();
    return run;
  }
  [[nodiscard]] std::vector<suite::LossRecord> losses() { return suite::read_losses(temporary / "out").value(); }

  TemporaryDirectory temporary;
};

TEST_F(PlacesTest, ARunThatDoesNotEndInAModelHangsWhereItWasCalled) {
  constexpr std::uint32_t kInModel = 8;  // behind the places of the program
  const auto run = explored([](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    const bool hangs = program.branch(0, program.equal(x, 1));
    // Left in the model, or between two calls of it: one endless loop.
    if (program.branch_in_model(kInModel, program.equal(program.symbolic("y", 1), 1)) && hangs)
      program.branch(1, program.equal(program.symbolic("z", 1), 1));
    if (hangs) program.outcome = {trace::Ending::timed_out, 0};
  });
  const auto bugs = run->directory->bugs().value();
  ASSERT_EQ(bugs.size(), 1u);
  EXPECT_EQ(bugs.front().kind, kTimeout);
  EXPECT_EQ(bugs.front().function, "fake_main");
  EXPECT_EQ(bugs.front().file, "fake.c");
}

TEST_F(PlacesTest, AModelLosesUnderTheNameTheProgramKnows) {
  explored([](FakeRun& program) {
    program.branch(0, program.equal(program.symbolic("x", 1), 1));
    program.lose_in_model(4);
  });
  ASSERT_EQ(losses().size(), 1u);
  EXPECT_EQ(losses().front(), (suite::LossRecord{"library function", "strlen", "fake_main", "fake.c", 5, 2, 8, 2}));
}

TEST_F(PlacesTest, WhatOtherThreadsLoseHasNoPlace) {
  const auto run = explored([](FakeRun& program) {
    program.branch(0, program.equal(program.symbolic("x", 1), 1));
    program.lose_apart();
  });
  ASSERT_EQ(losses().size(), 1u);
  EXPECT_EQ(losses().front(), (suite::LossRecord{"another thread", "", "", "", 0, 2, 0, 2}));
  EXPECT_EQ(run->loop.totals().symbolic_loss, 2u);
}

TEST_F(PlacesTest, ADivergenceBehindALossSaysSo) {
  // The second conditional depends on what was lost.
  for (const bool lost : {true, false}) {
    TemporaryDirectory place;
    Exploration run(Case{.program =
                             [lost](FakeRun& program) {
                               const Value x = program.symbolic("x", 1);
                               const Value y = program.symbolic("y", 1);
                               if (lost) program.lose(1);
                               program.branch(program.number % 2 == 0 ? 1 : 0, program.equal(x, 1));
                               program.branch(2, program.equal(y, 1));
                             }},
                    fresh(place / "out"));
    run.explore();
    ASSERT_GT(run.loop.totals().divergences, 0u);
    std::ifstream in(place / "out" / "divergences" / "000001.json");
    const auto meaning = nlohmann::json::parse(in).at("meaning").get<std::string>();
    EXPECT_EQ(meaning.find("cairn report --loss") != std::string::npos, lost) << meaning;
  }
}

}  // namespace
}  // namespace cairn::explore
