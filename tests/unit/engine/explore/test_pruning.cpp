// Exploring with sides taken away for a while: nothing is missed.
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness.h"

namespace cairn::explore {
namespace {

constexpr std::uint32_t kCases = 7;
constexpr std::uint64_t kPaths = kCases * (2 * kCases + 1) + 1;

// A switch in each case of a switch, and a condition in each case of these.
void switches(FakeRun& run) {
  const Value a = run.symbolic("a", 1), b = run.symbolic("b", 1), c = run.symbolic("c", 1);
  for (std::uint32_t i = 0; i < kCases; ++i) {
    if (!run.branch(i, run.equal(a, i))) continue;
    for (std::uint32_t j = 0; j < kCases; ++j) {
      const std::uint32_t place = kCases + 2 * (kCases * i + j);
      if (!run.branch(place, run.equal(b, j))) continue;
      run.branch(place + 1, run.equal(c, 3));
      return;
    }
    return;
  }
}

class PruningTest : public testing::Test {
 protected:
  // Rounds of a few runs of the budget each, so that many end while sides are pruned.
  std::unique_ptr<Exploration> start(search::PruneMode mode, std::uint64_t seed, double budget) {
    Case setup{.program = switches,
               .places = kCases + 2 * kCases * kCases,
               .strategy = "random-path",
               .seed = seed,
               .values = {0, 1, 2, 3, 4, 5, 6, 7}};
    setup.options.prune.mode = mode;
    setup.options.prune.rounds = true;
    setup.options.prune.longest_round = 10 / budget;
    setup.options.prune.cycle = 2 / budget;
    setup.options.prune.closing = 0;
    setup.options.prune.fewest_sides = 2;
    setup.options.prune.fewest_features = 1;
    setup.options.prune.memory_bytes = 1;
    setup.options.select = [this](const auto&, search::Selection selection, auto) {
      if (selection == search::Selection::goes_on) return;
      current_->strategy.replace(search::find_strategy("random-path")->make({}, current_->context.rng.split()));
    };
    const std::string name = std::string(search::prune_name(mode)) + std::to_string(seed);
    auto made = std::make_unique<Exploration>(setup, fresh(temporary_ / name.c_str()));
    current_ = made.get();
    return made;
  }

  TemporaryDirectory temporary_;
  Exploration* current_ = nullptr;
};

TEST_F(PruningTest, ARunThatEndsByItselfHasExploredEverything) {
  using search::PruneMode;
  for (const PruneMode mode :
       {PruneMode::none, PruneMode::random, PruneMode::homi, PruneMode::memory, PruneMode::automatic}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      auto exploration = start(mode, seed, 1000);
      EXPECT_EQ(exploration->explore({.runs = 1000}), End::explored);
      EXPECT_EQ(exploration->loop.totals().paths, kPaths) << search::prune_name(mode) << ' ' << seed;
      EXPECT_EQ(exploration->tree.count(tree::SideState::pruned), 0u) << search::prune_name(mode) << ' ' << seed;
    }
  }
}

TEST_F(PruningTest, WhatWasPrunedWhenTheBudgetWasSpentIsStillToDo) {
  std::size_t all = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    auto exploration = start(search::PruneMode::random, seed, 40);
    EXPECT_EQ(exploration->explore({.runs = 40}), End::runs);
    const std::size_t pruned = exploration->tree.count(tree::SideState::pruned);
    all += pruned;
    EXPECT_EQ(exploration->directory->sides().value().size(), exploration->tree.frontier().size() + pruned);
    EXPECT_EQ(exploration->explore({.runs = 1000}), End::explored);
    EXPECT_EQ(exploration->loop.totals().paths, kPaths);
  }
  EXPECT_GT(all, 0u);
}

// The budget has more runs than there will ever be: rounds go by the time, which ends first.
TEST_F(PruningTest, RoundsGoByWhatOfTheBudgetEndsFirst) {
  constexpr std::uint64_t kNever = 1'000'000'000'000;
  auto exploration = start(search::PruneMode::random, 1, 1e10);  // rounds of 1000 runs, or of 4 microseconds
  EXPECT_EQ(exploration->explore({.seconds = 3600, .runs = kNever}), End::explored);
  const auto written = nlohmann::json::parse(std::ifstream(exploration->directory->path() / "pruning.json"));
  EXPECT_GT(written["rounds"].size(), 1u);
}

}  // namespace
}  // namespace cairn::explore
