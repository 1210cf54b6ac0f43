// The laboratory: what simulated tests cost, what each published heuristic does on models small enough to follow by
// hand, the greedy algorithm on its worked example, and the generator.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/markov/solve.h"
#include "lab/generate.h"
#include "lab/greedy.h"
#include "lab/shipped.h"
#include "lab/table.h"

namespace cairn::lab {
namespace {

using markov::Step;

Subject subject_of(std::vector<std::vector<Step>> steps) {
  auto chain = markov::Chain::make(std::move(steps), 0);
  CHECK(chain.ok());
  auto subject = Subject::make({"test", std::move(chain).value()});
  CHECK(subject.ok());
  return std::move(subject).value();
}

const Heuristic& named(std::string_view name) {
  for (const Heuristic& heuristic : heuristics()) {
    if (heuristic.name == name) return heuristic;
  }
  CHECK(false);
  std::abort();
}

constexpr double kNever = 1e-12;  // a side no test here takes by chance

// 0 -> {1, 2}, 1 -> 3 -> {4, 5}, 2 -> 5: random tests go 0, 2, 5.
Subject hidden() {
  return subject_of({{{1, kNever, 10}, {2, 1 - kNever, 20}},
                     {{3, 1, 30}},
                     {{5, 1, 40}},
                     {{4, kNever, 50}, {5, 1 - kNever, 60}},
                     {},
                     {}});
}

// A state with more than two steps: every heuristic comes to an end, and nothing but steps of the model is made.
TEST(Heuristics, KnowStatesWithManySteps) {
  const Subject subject =
      subject_of({{{1, 0.2, 3}, {2, 0.3, 4}, {3, 0.5, 5}}, {{4, 0.1, 2}, {5, 0.9, 2}}, {}, {}, {}, {}});
  for (const Heuristic& heuristic : heuristics()) {
    Simulation simulation(subject, Accounting::paper, base::Rng(7));
    heuristic.run(simulation);
    if (heuristic.name != "DART") EXPECT_TRUE(simulation.done()) << heuristic.name;  // that one forgets some
  }
}

TEST(Subject, CutsAPathBehindItsLastDecision) {
  const Subject subject = hidden();
  EXPECT_EQ(subject.decided({0, 1, 3, 4}), (Path{0, 1, 3, 4}));
  EXPECT_EQ(subject.decided({0, 1, 3}), (Path{0, 1}));
  EXPECT_EQ(subject.decided({0, 2, 5}), (Path{0, 2}));
  EXPECT_EQ(subject.decided({0}), (Path{0}));
}

TEST(Simulation, CountsAsThePaperDoes) {
  const Subject subject = hidden();
  Simulation simulation(subject, Accounting::paper, base::Rng(1));
  EXPECT_EQ(simulation.random_test(), (Path{0, 2, 5}));
  EXPECT_DOUBLE_EQ(simulation.cost(), 1);
  EXPECT_EQ(simulation.solve({0, 1}), (Path{0, 1, 3, 5}));
  EXPECT_DOUBLE_EQ(simulation.cost(), 11);
  EXPECT_FALSE(simulation.done());
  simulation.solve({0, 1, 3, 4});
  EXPECT_DOUBLE_EQ(simulation.cost(), 11 + 90);
  EXPECT_TRUE(simulation.done());
}

TEST(Simulation, CountsAsTheAuthorsCodeDoes) {
  const Subject subject = hidden();
  Simulation simulation(subject, Accounting::steps, base::Rng(1));
  simulation.random_test();
  EXPECT_DOUBLE_EQ(simulation.cost(), 2);
  simulation.solve({0, 1});  // 10, two steps behind it, three in all
  EXPECT_DOUBLE_EQ(simulation.cost(), 2 + 10 + 2 + 3);
}

TEST(Simulation, JumpsToTheNextNewCoverAsOftenAsWalkingThere) {
  const Subject subject = subject_of({{{1, 0.05, 9}, {2, 0.95, 9}}, {}, {}});
  double jumped = 0;
  double walked = 0;
  constexpr int kTimes = 20'000;
  base::Rng rng(5);
  for (int i = 0; i < kTimes; ++i) {
    Simulation jumping(subject, Accounting::paper, rng.split());
    published_random_testing(jumping);
    EXPECT_TRUE(jumping.done());
    jumped += jumping.cost();
    Simulation walking(subject, Accounting::paper, rng.split());
    while (!walking.done()) walking.random_test();
    walked += walking.cost();
  }
  const double expected = 1 + 0.05 / 0.95 + 0.95 / 0.05;
  EXPECT_NEAR(jumped / kTimes, expected, 0.6);  // four standard errors
  EXPECT_NEAR(walked / kTimes, expected, 0.6);
}

TEST(Published, EachDoesWhatItsDescriptionSaysOnAModelOfThreePaths) {
  const Subject subject = hidden();
  const auto cost = [&](std::string_view name) {
    Simulation simulation(subject, Accounting::paper, base::Rng(3));
    named(name).run(simulation);
    EXPECT_EQ(simulation.done(), name != "DART") << name;
    return simulation.cost();
  };
  // Every maximal path in order: 0-1-3-4 for 90, 0-1-3-5 for 100, 0-2 for 20.
  EXPECT_DOUBLE_EQ(cost("DFS"), 90 + 100 + 20);
  // A random test, then 0-1 uncut for 10, whose run has the uncovered side 4.
  EXPECT_DOUBLE_EQ(cost("GS"), 1 + 10 + 90);
  EXPECT_DOUBLE_EQ(cost("CGS"), 1 + 10 + 90);
  // The run behind 0-1 is cut to that, so its own branch is never looked at: 0-2 comes next, and then nothing.
  EXPECT_DOUBLE_EQ(cost("DART"), 1 + 10 + 20);
  // The highest uncovered state is 4, nearest from 0.
  EXPECT_DOUBLE_EQ(cost("RCN"), 1 + 90);
}

TEST(Published, RandomTestingGivesUpAtItsLimit) {
  const Subject subject = subject_of({{{1, kNever, 9}, {2, 1 - kNever, 9}}, {}, {}});
  Simulation simulation(subject, Accounting::paper, base::Rng(3));
  published_random_testing(simulation);
  EXPECT_FALSE(simulation.done());
  EXPECT_EQ(simulation.random_tests(), 1'000'001u);
}

TEST(Greedy, TheWorkedExampleSwitchesAfterThirteenRuns) {
  // The example's states 1 to 8 are 0 to 7 here; chance always takes 1, 3, 5, 8.
  const Subject subject = subject_of({{{1, kNever, 5}, {2, 1 - kNever, 5}},
                                      {{2, 1, 1}},
                                      {{3, kNever, 20}, {4, 1 - kNever, 20}},
                                      {},
                                      {{5, kNever, 50}, {7, 1 - kNever, 50}},
                                      {{6, 0.5, 10}, {7, 0.5, 10}},
                                      {{7, 1, 1}},
                                      {}});
  Simulation simulation(subject, Accounting::paper, base::Rng(1));
  const auto done = run_greedy(simulation, Estimate::laplace, Candidates::last_uncovered);
  ASSERT_GT(done.size(), 13u);
  for (std::size_t i = 0; i < 13; ++i) EXPECT_TRUE(done[i].empty()) << i;
  EXPECT_EQ(done[13], (Path{0, 1}));
  EXPECT_TRUE(simulation.done());
}

// The strategies of cairn run, on the same chain: chance while it is cheaper, and the path the algorithm names then.
TEST(Shipped, GreedySwitchesWhereTheAlgorithmDoes) {
  const Subject subject = subject_of({{{1, kNever, 5}, {2, 1 - kNever, 5}},
                                      {{2, 1, 1}},
                                      {{3, kNever, 20}, {4, 1 - kNever, 20}},
                                      {},
                                      {{5, kNever, 50}, {7, 1 - kNever, 50}},
                                      {{6, 0.5, 10}, {7, 0.5, 10}},
                                      {{7, 1, 1}},
                                      {}});
  Simulation simulation(subject, Accounting::paper, base::Rng(1));
  const auto done = run_shipped("greedy", simulation);
  ASSERT_GT(done.size(), 13u);
  for (std::size_t i = 0; i < 13; ++i) EXPECT_TRUE(done[i].empty()) << i;
  EXPECT_EQ(done[13], (Path{0, 1}));
  EXPECT_TRUE(simulation.done());
}

TEST(Shipped, EveryStrategyCoversEverythingByItself) {
  base::Rng rng(4);
  for (int i = 0; i < 5; ++i) {
    auto model = generate(published_parameters(15), "15-" + std::to_string(i), rng);
    ASSERT_TRUE(model.ok());
    const Subject subject = Subject::make(std::move(model).value()).value();
    for (const Heuristic& row : heuristics()) {
      if (!row.shipped) continue;
      Simulation simulation(subject, Accounting::paper, rng.split());
      row.run(simulation);
      EXPECT_TRUE(simulation.done()) << row.name;
    }
  }
}

TEST(Greedy, IsNeverBetterThanTheOptimumAndCloseToItWithTheTruth) {
  base::Rng rng(11);
  std::vector<Subject> subjects;
  for (int i = 0; i < 10; ++i) {
    auto model = generate(published_parameters(10), "10-" + std::to_string(i), rng);
    ASSERT_TRUE(model.ok());
    subjects.push_back(Subject::make(std::move(model).value()).value());
  }
  const std::vector<Heuristic> rows{named("G"), named("G-true"), named("DFS"), named("RT")};
  const Table table = make_table(subjects, rows, {100, 1, Accounting::paper});
  ASSERT_EQ(table.columns.size(), 1u);
  for (const Cell& cell : table.columns.front().cells) {
    EXPECT_GT(cell.ratio, 1 - 5 * cell.standard_error);
  }
  EXPECT_LT(table.columns.front().cells[1].ratio, 2);
  EXPECT_LT(table.columns.front().cells[0].ratio, table.columns.front().cells[2].ratio);
  EXPECT_EQ(to_text(table), to_text(make_table(subjects, rows, {100, 1, Accounting::paper})));
}

// The published models: terminals, branches, models with a rare side.
TEST(Generate, HasTheStatisticsOfThePublishedModels) {
  struct Expected {
    std::size_t states, least_terminals, most_terminals, most_branches;
    double rare_share;
  };
  // Ranges over 50 published models of each size, widened for twice as many draws.
  for (const Expected& expected : {Expected{5, 1, 1, 3, 0.82}, Expected{10, 2, 2, 7, 0.30},
                                   Expected{15, 2, 3, 10, 0.38}, Expected{20, 2, 4, 13, 0.34}}) {
    base::Rng rng(expected.states);
    constexpr int kModels = 100;
    int rare = 0;
    for (int i = 0; i < kModels; ++i) {
      const auto model = generate(published_parameters(expected.states), "m", rng);
      ASSERT_TRUE(model.ok());
      const markov::Chain& chain = model->chain;
      ASSERT_EQ(chain.size(), expected.states);
      ASSERT_TRUE(chain.acyclic());
      std::size_t terminals = 0;
      std::size_t branches = 0;
      bool has_rare = false;
      for (State state = 0; state < chain.size(); ++state) {
        terminals += chain.sink(state) ? 1 : 0;
        branches += chain.branches(state) ? 1 : 0;
        EXPECT_LE(chain.steps(state).size(), 2u);
        for (const Step& step : chain.steps(state)) {
          EXPECT_GT(step.to, state);
          EXPECT_GE(step.cost, 2);
          EXPECT_LE(step.cost, 1000);
          EXPECT_EQ(step.cost, std::floor(step.cost));
          has_rare = has_rare || step.probability < 1e-3;
        }
      }
      EXPECT_GE(terminals, expected.least_terminals);
      EXPECT_LE(terminals, expected.most_terminals);
      EXPECT_GE(branches, 1u);
      EXPECT_LE(branches, expected.most_branches);
      rare += has_rare ? 1 : 0;
      // Two solvers that share nothing but the process.
      const auto process = markov::cover_process(chain);
      const double optimum = markov::backward_pass(*process).optimum();
      EXPECT_NEAR(markov::policy_iteration(*process).optimum(), optimum, 1e-6 * optimum);
    }
    EXPECT_NEAR(static_cast<double>(rare) / kModels, expected.rare_share, 0.2) << expected.states;
  }
}

TEST(Model, ComesBackFromItsLine) {
  base::Rng rng(2);
  const auto model = generate(published_parameters(15), "fifteen", rng);
  ASSERT_TRUE(model.ok());
  const std::string line = to_line(*model);
  const auto again = parse_model(line);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->name, "fifteen");
  EXPECT_EQ(to_line(*again), line);
}

TEST(Model, SaysWhatIsWrongWithALine) {
  EXPECT_FALSE(parse_model("{").ok());
  for (const char* size : {"1000000000000000000", "200000000000", "-1", "2.5", "\"2\""})
    EXPECT_NE(parse_model(fmt::format(R"({{"n": {}, "edges": []}})", size)).error().message.find(size),
              std::string::npos);
  for (const char* state : {"4294967297", "-4294967295", "0.9"})
    EXPECT_NE(parse_model(fmt::format(R"({{"n": 2, "edges": [[0, {}, 1.0, 3]]}})", state)).error().message.find(state),
              std::string::npos);
  EXPECT_FALSE(parse_model(R"({"n": 2, "init": 4294967296, "edges": []})").ok());
  EXPECT_NE(parse_model(R"({"n": 2, "edges": [[0, 1, 0.5, 3], [0, 1, 0.5, 5]]})").error().message.find("two steps"),
            std::string::npos);
  EXPECT_FALSE(parse_model(R"({"n": 2, "edges": [[0, 1]]})").ok());
  EXPECT_NE(parse_model(R"({"n": 2, "edges": [[7, 1, 1.0, 3]]})").error().message.find("7"), std::string::npos);
  EXPECT_NE(parse_model(R"({"n": 2, "edges": [[0, 1, 0.5, 3]]})").error().message.find("sum"), std::string::npos);
  EXPECT_FALSE(read_models("/nonexistent/models.jsonl").ok());
}

}  // namespace
}  // namespace cairn::lab
