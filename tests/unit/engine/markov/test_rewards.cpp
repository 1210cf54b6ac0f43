// Estimates and expected rewards: the worked example of the greedy algorithm number by number, loops, and what an
// incremental re-solve may leave alone.
#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/markov/components.h"
#include "engine/markov/rewards.h"

namespace cairn::markov {
namespace {

// States are numbered from 1 in the example; 0 leads to 1 and is not looked at.
const Successors kExample = {{1}, {2, 3}, {3}, {4, 5}, {}, {6, 8}, {7, 8}, {8}, {}};
const Path kRun = {1, 3, 5, 8};

// The rewards after `runs` times the run 1, 3, 5, 8.
std::vector<double> after(int runs) {
  StepCounts counts(kExample);
  for (int i = 0; i < runs; ++i) counts.add(kRun);
  Rewards rewards(kExample);
  std::vector<double> row;
  for (State state = 0; state < kExample.size(); ++state) {
    laplace(counts.of(state), row);
    rewards.set_probabilities(state, row);
  }
  for (const State state : kRun) rewards.set_gain(state, runs > 0 ? 0 : 1);
  return rewards.solve();
}

TEST(Rewards, TheWorkedExampleBeforeAnyRun) {
  const auto reward = after(0);
  EXPECT_DOUBLE_EQ(reward[8], 1);
  EXPECT_DOUBLE_EQ(reward[7], 2);
  EXPECT_DOUBLE_EQ(reward[6], 2.5);
  EXPECT_DOUBLE_EQ(reward[5], 2.75);
  EXPECT_DOUBLE_EQ(reward[4], 1);
  EXPECT_DOUBLE_EQ(reward[3], 2.875);
  EXPECT_DOUBLE_EQ(reward[2], 3.875);
  EXPECT_DOUBLE_EQ(reward[1], 4.375);
}

TEST(Rewards, TheWorkedExampleAfterOneRun) {
  StepCounts counts(kExample);
  counts.add(kRun);
  std::vector<double> row;
  laplace(counts.of(1), row);
  EXPECT_DOUBLE_EQ(row[0], 1.0 / 3);
  laplace(counts.of(3), row);
  EXPECT_DOUBLE_EQ(row[0], 1.0 / 3);
  laplace(counts.of(5), row);
  EXPECT_DOUBLE_EQ(row[0], 1.0 / 3);
  const auto reward = after(1);
  EXPECT_DOUBLE_EQ(reward[8], 0);
  EXPECT_DOUBLE_EQ(reward[7], 1);
  EXPECT_DOUBLE_EQ(reward[6], 1.5);
  EXPECT_DOUBLE_EQ(reward[5], 0.5);
  EXPECT_DOUBLE_EQ(reward[4], 1);
  EXPECT_DOUBLE_EQ(reward[3], 2.0 / 3);
  EXPECT_DOUBLE_EQ(reward[2], 5.0 / 3);
  EXPECT_DOUBLE_EQ(reward[1], 1);
}

TEST(Rewards, TheWorkedExampleLaterAndItsSwitch) {
  EXPECT_NEAR(after(10)[1], 0.2812, 5e-5);
  EXPECT_NEAR(after(10)[2], 1.1979, 5e-5);
  EXPECT_NEAR(after(20)[1], 0.1560, 5e-5);
  EXPECT_NEAR(after(20)[2], 1.1105, 5e-5);
  // Solving for 1, 2 costs 5; it is worth it from the thirteenth run on.
  for (int runs = 1; runs <= 20; ++runs) {
    EXPECT_EQ(after(runs)[2] / 5 > after(runs)[1], runs >= 13) << runs;
  }
}

TEST(Estimate, GoodTuringGivesUnseenStepsTheMassOfThoseSeenOnce) {
  std::vector<double> row;
  good_turing(std::vector<std::uint64_t>{0, 0}, row);
  EXPECT_EQ(row, (std::vector<double>{0.5, 0.5}));
  good_turing(std::vector<std::uint64_t>{7, 1, 2, 0, 0}, row);
  EXPECT_NEAR(row[0], 0.9 * 0.7, 1e-12);
  EXPECT_NEAR(row[1], 0.9 * 0.1, 1e-12);
  EXPECT_NEAR(row[3], 0.05, 1e-12);
  good_turing(std::vector<std::uint64_t>{6, 4}, row);
  EXPECT_NEAR(row[0], 0.6, 1e-12);
  // Never certain while something is unseen, in either direction.
  good_turing(std::vector<std::uint64_t>{1, 0}, row);
  EXPECT_NEAR(row[1], 0.5, 1e-12);
  good_turing(std::vector<std::uint64_t>{50, 0}, row);
  EXPECT_NEAR(row[1], 0.01, 1e-12);
}

TEST(Rewards, ALoopIsSolvedAsASystem) {
  // 0 -> 1 -> {0, 2}: with probability p back, state 0 is met 1 / (1 - p) times.
  const Successors loop = {{1}, {0, 2}, {}};
  Rewards rewards(loop);
  rewards.set_probabilities(1, std::vector<double>{0.75, 0.25});
  const auto reward = rewards.solve();
  EXPECT_NEAR(reward[0], 2 * 4 + 1, 1e-12);
  EXPECT_NEAR(reward[1], 2 * 4, 1e-12);
  const Successors self = {{0, 1}, {}};
  Rewards stays(self);
  stays.set_probabilities(0, std::vector<double>{0.9, 0.1});
  EXPECT_NEAR(stays.solve()[0], 11, 1e-12);
}

TEST(Rewards, IncrementalAndFreshAgreeOnRandomGraphsWithLoops) {
  base::Rng rng(3);
  for (int round = 0; round < 20; ++round) {
    const std::size_t size = 5 + rng.below(40);
    Successors successors(size);
    for (State state = 0; state + 1 < size; ++state) {
      successors[state].push_back(state + 1);
      if (rng.coin()) successors[state].push_back(static_cast<State>(rng.below(size)));
    }
    Rewards kept(successors);
    std::vector<double> gains(size, 1);
    std::vector<std::vector<double>> rows(size);
    for (State state = 0; state < size; ++state) {
      rows[state].assign(successors[state].size(), 1.0 / static_cast<double>(successors[state].size()));
    }
    for (int change = 0; change < 30; ++change) {
      const auto state = static_cast<State>(rng.below(size));
      gains[state] = rng.coin() ? 1 : 0;
      kept.set_gain(state, gains[state]);
      if (rows[state].size() == 2) {
        rows[state][0] = 0.1 + 0.8 * rng.uniform();
        rows[state][1] = 1 - rows[state][0];
        kept.set_probabilities(state, rows[state]);
      }
      const std::vector<double> incremental = kept.solve();
      // What the equations say, checked directly.
      for (State s = 0; s < size; ++s) {
        double expected = gains[s];
        for (std::size_t i = 0; i < rows[s].size(); ++i) expected += rows[s][i] * incremental[successors[s][i]];
        ASSERT_NEAR(incremental[s], expected, 1e-8 * (1 + expected));
      }
    }
  }
}

TEST(Rewards, OnlyWhatCanReachAChangeIsComputedAgain) {
  // A line of 100 states; the reward of a state concerns only those before it.
  Successors line(100);
  for (State state = 0; state + 1 < 100; ++state) line[state] = {state + 1};
  Rewards rewards(line);
  EXPECT_DOUBLE_EQ(rewards.solve()[0], 100);
  EXPECT_EQ(rewards.recomputed(), 100u);
  rewards.set_gain(9, 0);
  EXPECT_DOUBLE_EQ(rewards.solve()[0], 99);
  EXPECT_EQ(rewards.recomputed(), 10u);
  rewards.solve();
  EXPECT_EQ(rewards.recomputed(), 0u);
}

TEST(Components, ComeBehindThoseTheyLeadTo) {
  const auto found = components({{1}, {2}, {1, 3}, {}});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], (std::vector<State>{3}));
  EXPECT_EQ(found[1].size(), 2u);
  EXPECT_EQ(found[2], (std::vector<State>{0}));
}

}  // namespace
}  // namespace cairn::markov
