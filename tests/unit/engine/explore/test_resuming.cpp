// Explorations that go on where another session stopped, on fake programs.
#include <algorithm>
#include <set>

#include "engine/explore/summary.h"
#include "loop_test.h"

namespace cairn::explore {
namespace {

TEST_F(LoopTest, ResumingGoesOnWhereTheRunStopped) {
  const Case setup{.program = mid};
  {
    auto first = start(setup);
    EXPECT_EQ(first->explore({.runs = 3}), End::runs);
    EXPECT_EQ(first->loop.totals().paths, 3u);
  }
  auto second = again(setup);
  EXPECT_EQ(second->loop.totals().paths, 3u);
  EXPECT_EQ(second->loop.totals().runs, 3u);
  const auto covered = second->coverage.figures().branches.covered;
  EXPECT_GT(covered, 0u);
  EXPECT_EQ(second->explore(), End::explored);
  EXPECT_EQ(second->loop.totals().paths, 6u);
  EXPECT_EQ(second->loop.totals().runs, 6u);
  const auto paths = second->directory->paths().value();
  ASSERT_EQ(paths.size(), 6u);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(paths[i].id, i + 1);
  std::set<std::uint64_t> signatures;
  for (const auto& path : paths) signatures.insert(path.signature);
  EXPECT_EQ(signatures.size(), 6u);
}

TEST_F(LoopTest, EachSessionHasItsOwnBudget) {
  const Case setup{.program = mid, .strategy = "random-input"};
  {
    start(setup)->explore({.runs = 5});
  }
  auto second = again(setup);
  EXPECT_EQ(second->explore({.runs = 7}), End::runs);
  EXPECT_EQ(second->summary().at("runs"), 12);
}

TEST_F(LoopTest, ASessionDrawsOtherMutantsThanTheOneBefore) {
  // One path, whatever is tried.
  const Case setup{
      .program = [](FakeRun& program) { program.branch(0, program.lie(program.symbolic("x", 1), 77, false)); },
      .strategy = "mutants"};
  const auto tried = [](std::unique_ptr<Exploration> session) {
    session->explore({.runs = 20});
    auto& inputs = session->target.inputs;
    return std::vector<trace::Input>(inputs.begin() + 1, inputs.end());  // without the path's own
  };
  const auto first = tried(start(setup)), second = tried(again(setup));
  EXPECT_EQ(first.size(), second.size());
  EXPECT_NE(first, second);
}

TEST_F(LoopTest, WhatASummaryShouldNotHoldIsPassedOver) {
  const auto read = [this](const char* text) {
    std::ofstream(temporary / "summary.json") << text;
    return read_totals(temporary / "summary.json");
  };
  EXPECT_EQ(read(R"({"schema": 1, "runs": 5, "elapsed_seconds": 2})").runs, 5u);
  EXPECT_EQ(read(R"({"schema": 1, "runs": 5, "elapsed_seconds": 2})").seconds, 2);
  for (const char* text :
       {R"({"schema": "1", "runs": 5})", R"({"runs": 5})", R"({"schema": [], "runs": 5})",
        R"({"schema": 1, "runs": "5"})", R"({"schema": 1, "runs": -5})", R"({"schema": 1, "runs": 0.5})",
        R"({"schema": 1, "flips": [3], "solver": 7})", R"([1])", "7", "", "{"}) {
    EXPECT_EQ(read(text).runs, 0u) << text;
  }
}

TEST_F(LoopTest, WhatASessionLeftUncountedThePathsStillShow) {
  // Of three paths each loses something, one hangs, and one leaves a recording that makes no sense.
  const Case setup{.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    program.lose(4);
    if (program.branch(0, program.equal(x, 1))) program.outcome = {trace::Ending::timed_out, 0};
    if (program.branch(1, program.equal(x, 2))) program.events.back().node += 1000;
  }};
  {
    auto first = start(setup);
    EXPECT_EQ(first->explore(), End::explored);
    EXPECT_EQ(first->loop.totals().paths, 3u);
  }
  const auto losses = suite::read_losses(temporary / "out").value();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses.front().count, 3u);
  for (const char* summary : {"kept", "gone", "{"}) {
    for (const char* lost : {"kept", "gone", "[{"}) {
      const auto damage = [this](const char* file, const std::string& how) {
        if (how == "gone") std::filesystem::remove(temporary / file);
        if (how != "gone" && how != "kept") std::ofstream(temporary / file) << how;
      };
      damage("out/summary.json", summary);
      damage("out/loss.json", lost);
      auto second = again(setup);
      EXPECT_EQ(second->loop.totals().timeouts, 1u) << summary << lost;
      EXPECT_EQ(second->loop.totals().corrupted, 1u) << summary << lost;
      EXPECT_EQ(second->loop.totals().symbolic_loss, 3u) << summary << lost;
      second->context.stop = true;
      EXPECT_EQ(second->explore(), End::stopped);
      EXPECT_EQ(suite::read_losses(temporary / "out").value(), losses) << summary << lost;
    }
  }
}

TEST_F(LoopTest, ResumingAFinishedRunHasNothingToDo) {
  const Case setup{.program = is_sorted};
  {
    start(setup)->explore();
  }
  auto second = again(setup);
  EXPECT_EQ(second->explore(), End::explored);
  EXPECT_EQ(second->loop.totals().runs, 4u);
  EXPECT_EQ(second->loop.totals().paths, 4u);
}

TEST_F(LoopTest, NoMoreOpenSidesAreWrittenDownThanTheLimitSays) {
  Case setup{.program = mid};
  setup.options.remembered = 1;
  auto session = start(setup);
  EXPECT_EQ(session->explore({.runs = 1}), End::runs);
  EXPECT_GT(session->tree.count(tree::SideState::open), 1u);
  const auto sides = session->directory->sides().value();
  EXPECT_EQ(std::ranges::count(sides, suite::SideKnowledge::open, &suite::SideRecord::knowledge), 1);
}

// A run that was ended by the clock shows more or less of its path the next time.
TEST_F(LoopTest, PathsAreNotToldByOneThatWentAnotherWayWhenItWasRunAgain) {
  bool longer = false;
  const Case setup{.program = [&longer](FakeRun& program) {
    for (std::uint32_t i = 0; i < (longer ? 4u : 1u); ++i) {
      program.branch(i, program.equal(program.symbolic("x" + std::to_string(i), 1), 1));
    }
  }};
  {
    EXPECT_EQ(start(setup)->explore({.runs = 1}), End::runs);
  }
  longer = true;
  auto second = again(setup);
  EXPECT_EQ(second->explore(), End::explored);
  std::vector<std::size_t> lengths{0};
  const auto signatures = second->directory->signatures().value();
  ASSERT_GT(signatures.size(), 2u);
  for (const suite::SignatureRecord& record : signatures) {
    ASSERT_LT(record.base, lengths.size());
    EXPECT_LE(record.shared, lengths[record.base]) << record.path;
    lengths.push_back(record.shared + record.words.size());
  }
}

TEST_F(LoopTest, WhatWasProvenStaysProvenThoughNobodyAsksAgain) {
  const Case setup{.program =
                       [](FakeRun& program) {
                         const Value x = program.symbolic("x", 1);
                         program.branch(0, program.equal(x, 1));
                         program.branch(1, program.equal(x, 1));
                       },
                   .strategy = "last-dfs"};
  {
    auto first = start(setup);
    EXPECT_EQ(first->explore(), End::explored);
    EXPECT_EQ(first->tree.count(tree::SideState::infeasible), 2u);
  }
  auto second = again(setup);
  EXPECT_EQ(second->tree.count(tree::SideState::open), 2u);
  second->context.stop = true;
  EXPECT_EQ(second->explore(), End::stopped);
  const auto sides = second->directory->sides().value();
  EXPECT_EQ(std::ranges::count(sides, suite::SideKnowledge::infeasible, &suite::SideRecord::knowledge), 2);
}

TEST_F(LoopTest, SeedsThatWereNotRunAreLeftToTheNextSession) {
  Case setup{.program = mid, .strategy = "random-input"};
  for (const std::uint8_t byte : std::vector<std::uint8_t>{7, 8, 9}) {
    setup.options.seeds.emplace_back().objects.push_back({trace::ObjectKind::memory, "x", 0, false, 1, {byte}});
  }
  {
    auto first = start(setup);
    EXPECT_EQ(first->loop.seeds_left(), 3u);
    EXPECT_EQ(first->explore({.runs = 2}), End::runs);
    EXPECT_EQ(first->loop.seeds_left(), 2u);
  }
  const std::vector<trace::Input> left(setup.options.seeds.begin() + 1, setup.options.seeds.end());
  setup.options.seeds = left;
  auto second = again(setup);
  second->target.inputs.clear();
  EXPECT_EQ(second->explore({.runs = 2}), End::runs);
  EXPECT_EQ(second->target.inputs, left);
  EXPECT_EQ(second->loop.seeds_left(), 0u);
}

}  // namespace
}  // namespace cairn::explore
