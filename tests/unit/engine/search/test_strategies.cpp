// Strategies on simulated programs: the contract every one of them keeps, and what is published of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "simulation.h"

namespace cairn::search {
namespace {

std::unique_ptr<Strategy> make(std::string_view name, std::uint64_t seed = 7, StrategyOptions options = {}) {
  return make_strategy(name, options, base::Rng(seed)).value();
}

std::size_t flips(const std::vector<Action>& actions) {
  return static_cast<std::size_t>(
      std::ranges::count_if(actions, [](const Action& action) { return std::holds_alternative<Flip>(action); }));
}

// Combinations of complete strategies are complete.
bool complete(std::string_view name) {
  const StrategyEntry* entry = find_strategy(name);
  return entry == nullptr || entry->complete;
}

// ---- Contract, for every registered strategy ----

class EveryStrategy : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryStrategy, ProposesOnlyOpenSidesAndEndsWhenNothingIsOpen) {
  Simulation simulation(binary(5), 5, {0, 200});
  auto strategy = make(GetParam());
  const auto actions = simulation.drive(*strategy, 5000);
  EXPECT_EQ(simulation.not_open, 0u);
  if (complete(GetParam())) {
    EXPECT_TRUE(std::holds_alternative<Done>(actions.back()));
    EXPECT_TRUE(simulation.tree.frontier().empty());
    EXPECT_EQ(simulation.paths.size(), 32u);
  }
}

TEST_P(EveryStrategy, FindsAllPathsIfItIsComplete) {
  if (!complete(GetParam())) GTEST_SKIP() << "not complete";
  Simulation simulation(two_hundred, 2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  auto strategy = make(GetParam());
  const auto actions = simulation.drive(*strategy, 20000);
  EXPECT_TRUE(std::holds_alternative<Done>(actions.back()));
  EXPECT_EQ(simulation.paths.size(), 200u);
  EXPECT_EQ(simulation.not_open, 0u);
}

TEST_P(EveryStrategy, PassesOverWhatIsInfeasible) {
  if (!complete(GetParam())) GTEST_SKIP() << "not complete";
  Simulation simulation(mid, 3, {0, 1, 2});
  auto strategy = make(GetParam());
  EXPECT_TRUE(std::holds_alternative<Done>(simulation.drive(*strategy, 2000).back()));
  EXPECT_EQ(simulation.paths.size(), 6u);
}

// Others close and open sides too: an earlier session, another strategy, a run that diverged.
TEST_P(EveryStrategy, GoesOnFromWhatOthersDid) {
  Simulation simulation(binary(6), 6, {0, 200});
  auto strategy = make(GetParam());
  simulation.drive(*strategy, 3);
  auto other = make("random-state", 3);
  simulation.drive(*other, 10);
  const auto actions = simulation.drive(*strategy, 5000);
  EXPECT_EQ(simulation.not_open, 0u);
  if (complete(GetParam())) {
    EXPECT_TRUE(std::holds_alternative<Done>(actions.back()));
    EXPECT_EQ(simulation.paths.size(), 64u);
  }
}

TEST_P(EveryStrategy, TheSameSeedGivesTheSameProposals) {
  std::vector<Action> first;
  for (int round = 0; round < 2; ++round) {
    Simulation simulation(mid, 3, {0, 1, 2});
    auto strategy = make(GetParam(), 11);
    const auto actions = simulation.drive(*strategy, 200);
    if (round == 0) {
      first = actions;
    } else {
      EXPECT_EQ(actions, first);
    }
  }
}

TEST_P(EveryStrategy, SurvivesFlipsThatFailInEveryWay) {
  Simulation simulation(binary(6), 6, {0, 200});
  simulation.fail = [n = 0](tree::SideId) mutable -> std::optional<Result> {
    switch (n++ % 4) {
      case 0:
        return Result::infeasible;
      case 1:
        return Result::unknown;
      case 2:
        return Result::diverged;
      default:
        return std::nullopt;
    }
  };
  auto strategy = make(GetParam());
  const auto actions = simulation.drive(*strategy, 5000);
  EXPECT_EQ(simulation.not_open, 0u);
  if (complete(GetParam())) {
    EXPECT_TRUE(std::holds_alternative<Done>(actions.back()));
    EXPECT_TRUE(simulation.tree.frontier().empty());
  }
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> result{"random-path+covnew", "dfs+bfs+random-state", "batching:random-path+covnew",
                                       "batching:bfs",       "onward:bfs",           "subpath:1",
                                       "subpath:8"};
  for (const StrategyEntry& entry : strategies()) result.push_back(entry.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryStrategy, testing::ValuesIn(names()), [](const auto& each) {
  std::string name(each.param);
  for (const char c : {'-', '+', ':'}) std::ranges::replace(name, c, '_');
  return name;
});

TEST(Registry, UnknownNamesAreNull) { EXPECT_EQ(find_strategy("no-such"), nullptr); }

TEST(Registry, EveryEntrySaysWhatItIs) {
  for (const StrategyEntry& entry : strategies()) {
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
    EXPECT_FALSE(entry.differs.empty()) << entry.name;
    EXPECT_EQ(find_strategy(entry.name), &entry);
  }
}

TEST(Registry, MisspeltCombinationsAreErrors) {
  for (const char* text :
       {"", "+", "dfs+", "+dfs", "dfs+no-such", "batching:", "batching:no-such", "dfs:3", "subpath:", "subpath:0",
        "subpath:x", "subpath:-1", "batching:dfs+", "batching", "onward:", "onward:no-such", "onward"}) {
    EXPECT_FALSE(make_strategy(text, {}, base::Rng(1)).ok()) << text;
  }
}

TEST(Registry, TheTreeIsUnboundedWhereAllBoundThemselves) {
  for (const char* text : {"bounded-dfs", "batching:bounded-dfs", "onward:bounded-dfs", "bounded-dfs+bounded-dfs"}) {
    EXPECT_EQ(depth_of_tree(text, 5), std::nullopt) << text;
  }
  for (const char* text : {"dfs", "bounded-dfs+dfs", "batching:random-path"})
    EXPECT_EQ(depth_of_tree(text, 5), 5u) << text;
}

TEST(Registry, CombinationsTellWhatTheirMembersLearnt) {
  EXPECT_TRUE(make("dfs")->findings().empty());
  for (const char* text : {"greedy+dfs", "batching:greedy", "onward:greedy"}) {
    const auto made = make_strategy(text, {}, base::Rng(1));
    ASSERT_TRUE(made.ok());
    EXPECT_FALSE((*made)->findings().empty()) << text;
  }
}

// What nothing can take is not tried at each of the places where it would be.
TEST(RarestFirst, FailuresCount) {
  for (const char* name : {"subpath", "hits", "sites"}) {
    Simulation simulation(
        [](Simulation::Run& run) {
          for (std::uint32_t i = 0; i < 20; ++i) {
            run.below(7, i, 100);
            run.below(8, i, 50);
          }
        },
        20, {0, 200});
    simulation.fail = [&simulation](tree::SideId side) -> std::optional<Result> {
      const tree::Node& node = simulation.tree.node(simulation.tree.node_of(side));
      return node.branch == 7 ? std::optional(Result::infeasible) : std::nullopt;
    };
    simulation.oracle = [](tree::SideId) { return Simulation::Bytes(20, 60); };
    auto strategy = make(name);
    std::size_t others = 0;
    for (const Action& action : simulation.drive(*strategy, 12)) {
      const auto* flip = std::get_if<Flip>(&action);
      if (flip != nullptr && simulation.tree.node(simulation.tree.node_of(flip->side)).branch == 8) ++others;
    }
    EXPECT_GE(others, 2u) << name;
  }
}

// What was pruned comes back to those who can take it, whether they had passed over it meanwhile or not.
TEST(TakingBack, NothingIsLost) {
  for (const char* name :
       {"hits", "sites", "subpath", "uniform-random", "portfolio", "random-path+covnew", "covnew", "generational"}) {
    for (const bool came_by : {false, true}) {
      Simulation simulation(binary(5), 5, {0, 200});
      auto strategy = make(name);
      for (int round = 0; round < 3; ++round) {
        simulation.drive(*strategy, 2);
        const std::vector<tree::SideId> open(simulation.tree.frontier().begin(), simulation.tree.frontier().end());
        for (const tree::SideId side : open) simulation.tree.set_state(side, tree::SideState::pruned);
        if (came_by) EXPECT_EQ(strategy->propose(simulation.view()), Action{Done{}}) << name;
        const auto take_back = [&](std::span<const tree::SideId> some) {
          for (const tree::SideId side : some) simulation.tree.set_state(side, tree::SideState::open);
          EXPECT_TRUE(strategy->take_back(simulation.view(), some)) << name;
        };
        const std::span<const tree::SideId> all = open;  // a few of them first
        take_back(all.first(all.size() / 5));
        if (came_by) simulation.drive(*strategy, 1);
        take_back(all.subspan(all.size() / 5));
      }
      EXPECT_TRUE(std::holds_alternative<Done>(simulation.drive(*strategy, 1000).back())) << name;
      EXPECT_EQ(simulation.paths.size(), 32u) << name;
      EXPECT_EQ(simulation.not_open, 0u) << name;
    }
  }
}

TEST(Registry, TheManualIsUpToDate) {
  std::ifstream in(std::filesystem::path(CAIRN_SOURCE_DIRECTORY) / "docs" / "strategies.md");
  const std::string manual((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_EQ(manual, strategies_document()) << "cairn strategies markdown >docs/strategies.md";
}

// ---- bounded-dfs ----

TEST(BoundedDfs, FindsExactlyTheFeasiblePaths) {
  Simulation sorted(is_sorted, 3, {0, 1, 2});
  auto strategy = make("bounded-dfs");
  sorted.drive(*strategy, 1000);
  EXPECT_EQ(sorted.paths.size(), 4u);
  EXPECT_EQ(sorted.runs, 4u);

  Simulation median(mid, 3, {0, 1, 2});
  strategy = make("bounded-dfs");
  median.drive(*strategy, 1000);
  EXPECT_EQ(median.paths.size(), 6u);
  EXPECT_EQ(median.runs, 6u);
}

TEST(BoundedDfs, ForcesTwoToTheDepthMinusOneBranches) {
  for (std::uint32_t depth = 0; depth <= 6; ++depth) {
    Simulation simulation(binary(8), 8, {0, 200});
    auto strategy = make("bounded-dfs", 1, {.depth = depth});
    const auto actions = simulation.drive(*strategy, 5000);
    EXPECT_EQ(simulation.forced, (1u << depth) - 1) << depth;
    EXPECT_TRUE(std::holds_alternative<Done>(actions.back()));
  }
}

TEST(BoundedDfs, FailedFlipsDoNotCostDepth) {
  Simulation simulation(binary(8), 8, {0, 200});
  // The first three branches of the all-zero path cannot be forced.
  simulation.fail = [&simulation](tree::SideId side) -> std::optional<Result> {
    if (simulation.tree.node(simulation.tree.node_of(side)).depth < 3) return Result::unknown;
    return std::nullopt;
  };
  auto strategy = make("bounded-dfs", 1, {.depth = 3});
  simulation.drive(*strategy, 5000);
  EXPECT_EQ(simulation.forced, 7u);
}

TEST(BoundedDfs, WaitsForWhatIsUnderWayAndPaysForWhatIsClosed) {
  Simulation simulation(binary(8), 8, {0, 200});
  auto strategy = make("bounded-dfs", 1, {.depth = 1});
  const Action first = strategy->propose(simulation.view());
  ASSERT_TRUE(std::holds_alternative<Flip>(first));
  const tree::SideId side = std::get<Flip>(first).side;
  simulation.tree.set_state(side, tree::SideState::in_flight);
  EXPECT_TRUE(std::holds_alternative<Done>(strategy->propose(simulation.view())));
  simulation.tree.set_state(side, tree::SideState::infeasible);  // it cost nothing
  EXPECT_TRUE(std::holds_alternative<Flip>(strategy->propose(simulation.view())));

  Simulation pruned(binary(8), 8, {0, 200});
  strategy = make("bounded-dfs", 1, {.depth = 1});
  pruned.tree.set_state(pruned.tree.side(pruned.tree.root(), 1), tree::SideState::pruned);
  EXPECT_TRUE(std::holds_alternative<Done>(strategy->propose(pruned.view())));
}

TEST(BoundedDfs, DescendsIntoTrueSidesFirst) {
  // All-zero input takes true everywhere here; in the mirrored program it takes false everywhere.
  for (const bool mirrored : {false, true}) {
    Simulation simulation(
        [mirrored](Simulation::Run& run) {
          for (std::uint32_t i = 0; i < 3; ++i) {
            if (mirrored) {
              run.less(i, i, i + 3);
            } else {
              run.below(i, i, 100);
            }
          }
        },
        6, {0, 200});
    auto strategy = make("bounded-dfs");
    const auto actions = simulation.drive(*strategy, 100);
    // Below the root, every flip on the true side comes before every flip on the false side.
    bool in_false = false;
    std::size_t deep = 0;
    for (const Action& action : actions) {
      const auto* flip = std::get_if<Flip>(&action);
      if (flip == nullptr) continue;
      tree::SideId side = flip->side;
      if (simulation.tree.node(simulation.tree.node_of(side)).depth == 0) continue;
      while (simulation.tree.node(simulation.tree.node_of(side)).depth > 0) {
        side = simulation.tree.node(simulation.tree.node_of(side)).parent;
      }
      const bool is_false = simulation.tree.outcome(side) == 1;
      EXPECT_TRUE(is_false || !in_false);
      in_false = is_false;
      ++deep;
    }
    EXPECT_EQ(deep, 6u);
    EXPECT_TRUE(in_false);
  }
}

TEST(BoundedDfs, GoesOnFromATreeThatIsThereAlready) {
  Simulation simulation(binary(5), 5, {0, 200});
  auto first = make("bounded-dfs");
  simulation.drive(*first, 10);
  auto second = make("bounded-dfs");
  simulation.drive(*second, 1000);
  EXPECT_EQ(simulation.paths.size(), 32u);
  EXPECT_EQ(simulation.runs, 32u);
}

// ---- random-branch ----

std::size_t first_restart(const std::vector<Action>& actions) {
  return static_cast<std::size_t>(std::ranges::find(actions, Action{FreshRandom{}}) - actions.begin());
}

// An oracle for programs in which the branch at depth i asks whether byte i is large: read off the way to the side.
std::function<Simulation::Bytes(tree::SideId)> byte_by_depth(const Simulation& simulation, std::size_t bytes) {
  return [&tree = simulation.tree, bytes](tree::SideId side) {
    Simulation::Bytes input(bytes, 0);
    for (; side.valid(); side = tree.node(tree.node_of(side)).parent) {
      input[tree.node(tree.node_of(side)).depth] = tree.outcome(side) == 0 ? 0 : 200;
    }
    return input;
  };
}

TEST(RandomBranch, StartsOverAfterTenThousandPicksWithoutNewCoverage) {
  Simulation simulation(binary(15), 15, {0, 200});
  simulation.oracle = byte_by_depth(simulation, 15);
  auto strategy = make("random-branch");
  const auto actions = simulation.drive(*strategy, 20000);
  const std::size_t restart = first_restart(actions);
  EXPECT_GE(restart, 10000u);
  EXPECT_LT(restart, 10100u);  // coverage is complete after a few dozen flips
}

TEST(RandomBranch, GivesAPathUpAfterAThousandFailedTries) {
  Simulation simulation(
      [](Simulation::Run& run) {
        for (std::uint32_t i = 0; i < 1500; ++i) run.below(i, i, 100);
      },
      1500, {0});
  simulation.fail = [](tree::SideId) { return Result::unknown; };
  auto strategy = make("random-branch");
  EXPECT_EQ(first_restart(simulation.drive(*strategy, 1200)), 1000u);
}

TEST(RandomBranch, FlipsAlongTheCurrentPath) {
  Simulation simulation(binary(6), 6, {0, 200});
  auto strategy = make("random-branch", 5);
  const auto actions = simulation.drive(*strategy, 10);
  EXPECT_EQ(flips(actions), 10u);
  EXPECT_EQ(simulation.forced, 10u);
}

// ---- hits ----

// Ten free choices, then a loop with one more turn for each byte that fits: nothing in the source tells one number of
// turns from another.
void choices_and_a_loop(Simulation::Run& run) {
  for (std::uint32_t i = 0; i < 10; ++i) run.below(1 + i, i, 100);
  for (std::uint32_t i = 10; i < 22; ++i) {
    if (run.below(0, i, 100)) return;
  }
}

TEST(Hits, GoesAroundALoopThatNothingElseTellsApart) {
  Simulation simulation(choices_and_a_loop, 22, {0, 200});
  simulation.oracle = byte_by_depth(simulation, 22);
  auto strategy = make("hits");
  simulation.drive(*strategy, 100);
  std::size_t longest = 0;
  for (const auto& path : simulation.paths) longest = std::max(longest, path.size());
  EXPECT_EQ(longest, 22u);  // among 1024 ways to each number of turns
}

// ---- mutants ----

TEST(Mutants, GoOnInBurstsWhileSomethingIsOpen) {
  Simulation simulation(binary(3), 3, {0, 200});
  auto strategy = make("mutants");
  EXPECT_EQ(strategy->propose(simulation.view()), Action{Burst{}});
  auto all = make("bounded-dfs");
  simulation.drive(*all, 100);
  EXPECT_EQ(strategy->propose(simulation.view()), Action{Done{}});
}

// ---- random-input ----

TEST(RandomInput, OnlyEverAsksForRandomInputs) {
  Simulation simulation(binary(3), 3, {0, 200});
  auto strategy = make("random-input");
  const auto actions = simulation.drive(*strategy, 100);
  EXPECT_EQ(actions.size(), 100u);
  EXPECT_EQ(std::ranges::count(actions, Action{FreshRandom{}}), 100);
}

}  // namespace
}  // namespace cairn::search
