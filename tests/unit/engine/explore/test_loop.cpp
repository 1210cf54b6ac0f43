// The loop on fake programs: exact path counts, repetition, bugs, inputs, ends and budgets.
#include <signal.h>

#include <algorithm>
#include <set>
#include <thread>

#include "engine/explore/summary.h"
#include "loop_test.h"

namespace cairn::explore {
namespace {

TEST_F(LoopTest, BoundedDfsFindsExactlyTheFeasiblePathsAndStops) {
  auto sorted = start({.program = is_sorted}, "sorted");
  EXPECT_EQ(sorted->explore(), End::explored);
  EXPECT_EQ(sorted->loop.totals().paths, 4u);
  EXPECT_EQ(sorted->loop.totals().runs, 4u);
  EXPECT_EQ(sorted->loop.totals().divergences, 0u);

  auto median = start({.program = mid}, "mid");
  EXPECT_EQ(median->explore(), End::explored);
  EXPECT_EQ(median->loop.totals().paths, 6u);
  EXPECT_EQ(median->loop.totals().runs, 6u);
  EXPECT_EQ(median->loop.totals().flips_tried, 5u);
  EXPECT_EQ(median->loop.totals().flips_arrived, 5u);
  EXPECT_EQ(median->loop.totals().divergences, 0u);
  EXPECT_EQ(median->tree.count(tree::SideState::open), 0u);
  const auto paths = median->directory->paths().value();
  ASSERT_EQ(paths.size(), 6u);
  for (const auto& path : paths) EXPECT_EQ(path.input.objects.size(), 3u);  // found by the runs, stored with each
}

TEST_F(LoopTest, ASuiteHoldsWhatCoveredSomethingFirst) {
  auto median = start({.program = mid});
  median->explore();
  const auto paths = median->directory->paths().value();
  std::uint32_t sides = 0;
  for (const auto& path : paths) {
    EXPECT_EQ(path.kept, path.new_sides > 0);
    sides += path.new_sides;
  }
  EXPECT_EQ(sides, 10u);

  Case all{.program = mid};
  all.options.keep_all = true;
  auto everything = start(all, "all");
  everything->explore();
  EXPECT_EQ(everything->loop.totals().tests, 6u);
}

TEST_F(LoopTest, TheSameSeedAndBudgetRepeatExactly) {
  for (const search::StrategyEntry& entry : search::strategies()) {
    std::vector<trace::Input> inputs;
    std::vector<search::Action> actions;
    std::vector<std::pair<std::uint64_t, bool>> paths;
    for (const char* name : {"first", "second"}) {
      auto run = start({.program = mid, .strategy = std::string(entry.name), .seed = 42},
                       (std::string(entry.name) + name).c_str());
      run->explore({.runs = 40});
      std::vector<std::pair<std::uint64_t, bool>> found;
      const auto stored = run->directory->paths().value();
      for (const auto& path : stored) found.emplace_back(path.signature, path.kept);
      if (inputs.empty()) {
        inputs = run->target.inputs;
        actions = run->strategy.actions;
        paths = found;
      } else {
        EXPECT_EQ(run->target.inputs, inputs) << entry.name;
        EXPECT_EQ(run->strategy.actions, actions) << entry.name;
        EXPECT_EQ(found, paths) << entry.name;
      }
    }
  }
}

TEST_F(LoopTest, AnotherSeedGivesOtherRandomInputs) {
  auto one = start({.program = mid, .strategy = "random-input", .seed = 1}, "one");
  auto two = start({.program = mid, .strategy = "random-input", .seed = 2}, "two");
  EXPECT_EQ(one->explore({.runs = 10}), End::runs);
  two->explore({.runs = 10});
  EXPECT_EQ(one->target.inputs.size(), 10u);
  EXPECT_NE(one->target.inputs, two->target.inputs);
}

// ---- Bounds ----

TEST_F(LoopTest, TheDepthBoundsEveryStrategy) {
  for (const char* strategy :
       {"bounded-dfs", "dfs", "last-dfs", "dart", "bfs", "random-state", "random-path", "covnew", "generational",
        "context", "subpath", "hits", "sites", "iterative-deepening", "portfolio"}) {
    auto run = start({.program =
                          [](FakeRun& program) {
                            for (std::uint32_t i = 0; i < 5; ++i) {
                              program.branch(i, program.equal(program.symbolic("x" + std::to_string(i), 1), 1));
                            }
                          },
                      .strategy = strategy,
                      .depth = 2},
                     strategy);
    EXPECT_EQ(run->explore({.runs = 100}), End::explored) << strategy;
    EXPECT_EQ(run->loop.totals().paths, 4u) << strategy;
    // Not everything, and who reads the report can tell.
    EXPECT_GT(run->reports.seen.back().open + run->reports.seen.back().beyond_depth, 0u) << strategy;
  }
}

// ---- Bugs ----

TEST_F(LoopTest, BugsAreCountedOncePerPlace) {
  // A loop over three bytes that crashes on 1 in any turn, and elsewhere when all are 2.
  auto run = start({.program = [](FakeRun& program) {
    for (const char* name : {"a", "b", "c"}) {
      if (program.branch(0, program.equal(program.symbolic(name, 1), 1))) {
        program.crash(SIGSEGV);
        return;
      }
    }
    if (program.branch(1, program.equal(program.symbolic("d", 1), 2))) program.crash(SIGABRT);
  }});
  run->explore();
  EXPECT_EQ(run->loop.totals().bugs, 2u);
  const auto bugs = run->directory->bugs().value();
  ASSERT_EQ(bugs.size(), 2u);
  EXPECT_EQ(run->loop.totals().paths, 5u);
  std::set<std::string> kinds;
  const auto paths = run->directory->paths().value();
  for (const auto& bug : bugs) {
    kinds.insert(bug.kind);
    EXPECT_TRUE(paths[bug.path - 1].kept);
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"SIGSEGV", "SIGABRT"}));
}

// ---- Inputs ----

TEST_F(LoopTest, ARunThatIsEndedOnlyOnceDoesNotHang) {
  // Every third run is kept waiting by the machine; with a 1 it hangs indeed.
  auto run = start({.program = [](FakeRun& program) {
    const bool hangs = program.branch(0, program.equal(program.symbolic("a", 1), 1));
    program.branch(1, program.equal(program.symbolic("b", 1), 2));
    if (hangs || program.number % 3 == 1) program.outcome = {trace::Ending::timed_out, 0};
  }});
  run->explore();
  EXPECT_EQ(run->loop.totals().paths, 4u);
  EXPECT_EQ(run->loop.totals().timeouts, 2u);
  EXPECT_GT(run->loop.totals().bugs, 0u);
  const auto paths = run->directory->paths().value();
  for (const auto& path : paths)
    EXPECT_EQ(path.outcome.ending == trace::Ending::timed_out, path.input.objects.front().bytes.front() == 1);
}

// It may only have been slow. What it covered counts all the same.
TEST_F(LoopTest, ARunThatWasHurriedIsNoBug) {
  auto run = start({.program = [](FakeRun& program) {
    if (program.branch(0, program.equal(program.symbolic("a", 1), 1))) program.outcome = {trace::Ending::timed_out, 0};
  }});
  run->target.hurries = true;
  run->explore();
  EXPECT_EQ(run->loop.totals().paths, 2u);
  EXPECT_EQ(run->loop.totals().timeouts, 1u);
  EXPECT_EQ(run->loop.totals().bugs, 0u);
  EXPECT_EQ(run->coverage.figures().branches.covered, 2u);
}

// Goes around 20,000 times or so if x is 1, and then ends or does not.
FakeTarget::Program goes_around(bool ends, int times = 20'000) {
  return [ends, times](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    if (!program.branch(0, program.equal(x, 1))) return;
    for (int i = 0; i < times; ++i) program.branch(1, program.equal(x, 3));
    if (!ends) program.outcome = {trace::Ending::timed_out, 0};
  };
}

TEST_F(LoopTest, OfALongRunEverythingIsKept) {
  auto run = start({.program = goes_around(true)});
  run->explore({.runs = 2});
  EXPECT_EQ(run->tree.nodes(), 20'001u);
}

// One that goes around for very long, and each of whose sides leads to another such run, is as bad as one that does not
// end. Nobody may say that everything was explored.
TEST_F(LoopTest, OfAVeryLongRunTheBeginningIsKept) {
  auto run = start({.program = goes_around(true, 200'000)});
  run->explore({.runs = 2});
  EXPECT_GT(run->tree.nodes(), 1'000u);
  EXPECT_LT(run->tree.nodes(), 10'000u);
  EXPECT_EQ(run->loop.totals().full, 1u);
  EXPECT_EQ(run->loop.totals().divergences, 0u);
}

// One that goes around for ever would open sides for ever.
TEST_F(LoopTest, OfARunThatDoesNotEndTheBeginningIsKept) {
  auto run = start({.program = goes_around(false)});
  run->explore({.runs = 2});
  EXPECT_GT(run->tree.nodes(), 1'000u);
  EXPECT_LT(run->tree.nodes(), 10'000u);
}

TEST_F(LoopTest, StandardInputGrowsByFlippingItsEnd) {
  Case setup{.program =
                 [](FakeRun& program) {
                   while (program.read(0)) {
                   }
                 },
             .values = {0, 1, 2, 3}};
  setup.options.declared = {{trace::ObjectKind::standard_input, "stdin", 0, true, 3, {}}};
  auto run = start(setup);
  EXPECT_EQ(run->explore(), End::explored);
  EXPECT_EQ(run->loop.totals().paths, 4u);
  std::vector<std::size_t> sizes;
  for (const trace::Input& input : run->target.inputs) {
    ASSERT_EQ(input.objects.size(), 1u);
    sizes.push_back(input.objects[0].bytes.size());
  }
  EXPECT_EQ(sizes.front(), 0u);
  std::ranges::sort(sizes);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST_F(LoopTest, SizesNeverExceedTheBound) {
  Case setup{.program =
                 [](FakeRun& program) {
                   program.read(0);
                   program.read(1);
                 },
             .values = {0, 1, 9}};
  setup.options.declared = {{trace::ObjectKind::standard_input, "stdin", 0, true, 2, {}}};
  auto run = start(setup);
  run->explore();
  EXPECT_EQ(run->loop.totals().divergences, 0u);
  for (const trace::Input& input : run->target.inputs) EXPECT_LE(input.objects[0].bytes.size(), 2u);
}

TEST_F(LoopTest, AnInputThatFailsAnAssumptionIsNoPath) {
  auto run = start({.program = [](FakeRun& program) {
    const Value x = program.symbolic("x", 1);
    if (!program.assume(0, program.equal(x, 2))) return;
    program.branch(1, program.less(program.symbolic("y", 1), x));
  }});
  EXPECT_EQ(run->explore(), End::explored);
  EXPECT_EQ(run->loop.totals().runs, 3u);
  EXPECT_EQ(run->loop.totals().paths, 2u);
  EXPECT_EQ(run->loop.totals().divergences, 0u);
}

TEST_F(LoopTest, SeedsAreRunAfterTheFirstInput) {
  Case setup{.program = mid};
  trace::Input seed;
  seed.objects.push_back({trace::ObjectKind::memory, "x", 0, false, 1, {9}});
  setup.options.seeds = {seed};
  auto run = start(setup);
  EXPECT_EQ(run->explore(), End::explored);
  ASSERT_GE(run->target.inputs.size(), 2u);
  EXPECT_TRUE(run->target.inputs[0].objects.empty());
  EXPECT_EQ(run->target.inputs[1], seed);
  EXPECT_EQ(run->loop.totals().paths, 6u);
}

TEST_F(LoopTest, OtherValuesOfAPinAreExplored) {
  auto run = start(
      {.program = [](FakeRun& program) { program.branch(1, {program.pin(0, program.symbolic("x", 1)) == 2, 1, 0}); },
       .values = {0, 1, 2}});
  EXPECT_EQ(run->explore(), End::explored);
  EXPECT_EQ(run->loop.totals().paths, 3u);
  EXPECT_EQ(run->loop.totals().pins, 3u);
  EXPECT_EQ(run->loop.totals().divergences, 0u);
  EXPECT_EQ(run->coverage.figures().branches.covered, 2u);
}

// ---- Ends ----

TEST_F(LoopTest, TheStopFlagEndsCleanly) {
  auto run = start({.program = mid});
  run->context.stop = true;
  EXPECT_EQ(run->explore(), End::stopped);
  EXPECT_EQ(run->loop.totals().runs, 0u);
  ASSERT_FALSE(run->reports.seen.empty());
  EXPECT_TRUE(run->reports.seen.back().last);
}

TEST_F(LoopTest, NoTimeIsNoRuns) {
  auto run = start({.program = mid});
  EXPECT_EQ(run->explore({.seconds = 0.0}), End::time);
}

TEST_F(LoopTest, AProgramWithoutSymbolicInputEndsAfterOneRun) {
  for (const search::StrategyEntry& entry : search::strategies()) {
    auto run =
        start({.program = [](FakeRun&) {}, .strategy = std::string(entry.name)}, std::string(entry.name).c_str());
    EXPECT_EQ(run->explore({.runs = 10}), End::explored) << entry.name;
    EXPECT_EQ(run->loop.totals().runs, 1u);
    EXPECT_EQ(run->loop.totals().tests, 1u);
  }
}

TEST_F(LoopTest, WhenTheTargetIsGoneWhatWasFoundIsKept) {
  const Case setup{.program = mid};
  {
    auto run = start(setup);
    run->target.fail_after = 3;
    const auto end = run->loop.explore({}, run->reports);
    ASSERT_FALSE(end.ok());
    EXPECT_EQ(end.error().message, "The target is gone.");
    EXPECT_EQ(run->summary().at("paths"), 3);
  }
  EXPECT_EQ(again(setup)->directory->paths().value().size(), 3u);
}

TEST_F(LoopTest, WhatTheSolverCannotDecideIsCounted) {
  auto run = start({.program = mid});
  run->solver.least_effort = 99;
  EXPECT_EQ(run->explore(), End::explored);
  const auto json = run->summary();
  EXPECT_EQ(json.at("paths"), 1);
  EXPECT_GT(json.at("tree").at("unknown"), 0);
  // Each side was tried with every effort.
  EXPECT_EQ(json.at("solver").at("unknown"), (solver::kMostEffort + 1) * json.at("tree").at("unknown").get<int>());
  EXPECT_EQ(json.at("tree").at("unknown"), run->reports.seen.back().unknown);
}

TEST_F(LoopTest, WhatTheSolverGaveUpIsTriedHarderWhenNothingElseIsLeft) {
  auto run = start({.program = mid});
  run->solver.least_effort = 1;
  EXPECT_EQ(run->explore(), End::explored);
  const auto json = run->summary();
  EXPECT_GT(json.at("paths"), 1);
  EXPECT_EQ(json.at("tree").at("open"), 0);
  EXPECT_EQ(json.at("tree").at("unknown"), 0);
  EXPECT_GT(json.at("solver").at("unknown"), 0);
  EXPECT_EQ(run->reports.seen.back().unknown, 0u);
}

TEST_F(LoopTest, WhatTheSolverGaveUpAndARunFoundIsNotTriedAgain) {
  auto run = start({.program = mid, .strategy = "dart"});
  run->solver.least_effort = 1;
  EXPECT_EQ(run->explore(), End::explored);
  EXPECT_GT(std::ranges::count(run->strategy.results, search::Result::random), 0);
  const auto json = run->summary();
  EXPECT_EQ(json.at("paths"), 6);
  EXPECT_EQ(json.at("tree").at("unknown"), 0);
}

// What is cut short says nothing of the side: it is as open as before, here and in the directory.
TEST_F(LoopTest, AQueryThatIsCutShortLeavesItsSideOpen) {
  for (const bool stopped : {false, true}) {
    auto run = start({.program = mid, .strategy = "dfs"}, stopped ? "stopped" : "time");
    base::Context& context = run->context;
    run->solver.least_effort = 99;
    run->solver.asked = [&context, stopped] {
      EXPECT_EQ(context.deadline == base::Context::Clock::time_point::max(), stopped);
      context.stop = stopped || context.deadline == base::Context::Clock::time_point::max();
      while (!context.over()) std::this_thread::yield();
    };
    Budget budget;
    if (!stopped) budget.seconds = 0.02;
    EXPECT_EQ(run->explore(budget), stopped ? End::stopped : End::time);
    EXPECT_EQ(run->tree.count(tree::SideState::unknown), 0u);
    EXPECT_EQ(run->summary().at("solver").at("unknown"), 0);
    const auto sides = run->directory->sides().value();
    EXPECT_EQ(sides.size(), run->tree.frontier().size());
    EXPECT_TRUE(std::ranges::all_of(
        sides, [](const suite::SideRecord& side) { return side.knowledge == suite::SideKnowledge::open; }));
    context.stop = false;
    run->solver.asked = nullptr;
    run->solver.least_effort = 0;
    EXPECT_EQ(run->explore(), End::explored);
    EXPECT_EQ(run->loop.totals().paths, 6u);
  }
}

TEST_F(LoopTest, AnOptimisticGuessIsRunAndCountedAndProvesNothing) {
  // The second flip is infeasible, and its condition alone leads to the side on another path.
  const auto twice = [](FakeRun& run) {
    const Value x = run.symbolic("x", 1), y = run.symbolic("y", 1);
    run.branch(0, run.less(y, x));
    run.branch(1, run.less(y, x));
  };
  for (const bool optimistic : {false, true}) {
    Case setup{.program = twice, .strategy = "last-dfs"};
    setup.options.optimistic = optimistic;
    auto run = start(setup, optimistic ? "optimistic" : "plain");
    EXPECT_EQ(run->explore(), End::explored);
    const auto json = run->summary();
    EXPECT_EQ(json.at("paths"), 2);
    EXPECT_EQ(json.at("tree").at("infeasible"), 2);
    EXPECT_EQ(json.at("divergences"), 0);
    for (const char* figure : {"optimistic", "optimistic_paths", "optimistic_sides"})
      EXPECT_EQ(json.at("solver").at(figure), optimistic ? 1 : 0) << figure;
    EXPECT_EQ(std::ranges::count(run->strategy.results, search::Result::mutated), optimistic ? 1 : 0);
  }
}

TEST_F(LoopTest, EverythingReportedIsDurable) {
  class Auditor final : public Reporter {
   public:
    explicit Auditor(std::filesystem::path out) : out_(std::move(out)) {}
    void progress(const Progress& progress) override {
      ++reports;
      std::size_t files = 0;
      for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(out_ / "tests")) ++files;
      EXPECT_EQ(files, progress.totals.tests);
    }
    std::size_t reports = 0;

   private:
    std::filesystem::path out_;
  };
  Case setup{.program = mid};
  setup.options.report_seconds = 0;
  auto run = start(setup);
  Auditor auditor(temporary / "out");
  ASSERT_TRUE(run->loop.explore({}, auditor).ok());
  EXPECT_GT(auditor.reports, 6u);
}

TEST_F(LoopTest, LossesAreWrittenWithEveryReport) {
  class Auditor final : public Reporter {
   public:
    explicit Auditor(std::filesystem::path out) : out_(std::move(out)) {}
    void progress(const Progress& progress) override {
      std::uint64_t written = 0;
      const auto losses = suite::read_losses(out_).value();
      for (const suite::LossRecord& loss : losses) written += loss.count;
      EXPECT_EQ(written, progress.totals.symbolic_loss);
      most = std::max(most, written);
    }
    std::uint64_t most = 0;

   private:
    std::filesystem::path out_;
  };
  Case setup{.program = [](FakeRun& program) {
    mid(program);
    program.lose(1);
  }};
  setup.options.report_seconds = 0;
  auto run = start(setup);
  Auditor auditor(temporary / "out");
  ASSERT_TRUE(run->loop.explore({}, auditor).ok());
  EXPECT_EQ(auditor.most, 6u);
}

TEST_F(LoopTest, TheSummaryHoldsEveryPromisedFigure) {
  Case setup{.program = mid, .seed = 5};
  setup.options.program = "/bin/prog";
  setup.options.strategy = "bounded-dfs";
  setup.options.seed = 5;
  auto run = start(setup);
  run->explore();
  const auto json = run->summary();
  EXPECT_EQ(json.at("program"), "/bin/prog");
  EXPECT_EQ(json.at("strategy"), "bounded-dfs");
  for (const char* path : {"/schema",
                           "/seed",
                           "/elapsed_seconds",
                           "/runs",
                           "/paths",
                           "/tests",
                           "/bugs",
                           "/branches/covered",
                           "/branches/total",
                           "/branches/reachable",
                           "/lines/covered",
                           "/lines/total",
                           "/blocks/covered",
                           "/blocks/total",
                           "/instructions/covered",
                           "/instructions/total",
                           "/flips/tried",
                           "/flips/arrived",
                           "/divergences",
                           "/solver/queries",
                           "/solver/sat",
                           "/solver/unsat",
                           "/solver/unknown",
                           "/solver/seconds",
                           "/solver/complete_calls",
                           "/tree/nodes",
                           "/tree/open",
                           "/tree/infeasible",
                           "/tree/unknown",
                           "/tree/pruned",
                           "/symbolic_loss",
                           "/pins"}) {
    const nlohmann::json::json_pointer at(path);
    ASSERT_TRUE(json.contains(at)) << path;
    EXPECT_TRUE(json.at(at).is_number()) << path;
  }
  EXPECT_EQ(json.at("seed"), 5);
  EXPECT_EQ(json.at("runs"), 6);
  EXPECT_EQ(json.at("branches").at("covered"), 10);
  EXPECT_EQ(json.at("solver").at("queries"), run->strategy.actions.size() - 1);
}

}  // namespace
}  // namespace cairn::explore
