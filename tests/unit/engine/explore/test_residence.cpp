// Exploring with a tree that must not hold everything: nothing is missed, nothing is found twice.
#include <algorithm>
#include <functional>
#include <set>

#include "harness.h"

namespace cairn::explore {
namespace {

// Four digits of base three: 81 paths, 80 nodes.
void digits(FakeRun& run) {
  for (const char* name : {"a", "b", "c", "d"}) {
    const Value digit = run.symbolic(name, 1);
    if (run.branch(0, run.equal(digit, 0))) continue;
    run.branch(1, run.equal(digit, 1));
  }
}

class ResidenceTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kNodes = 40;  // the limit: memory is counted in nodes of the tree

  std::unique_ptr<Exploration> start(const std::string& strategy, bool resume = false,
                                     const FakeTarget::Program& program = digits, std::uint64_t limit = kNodes,
                                     std::optional<std::uint32_t> depth = std::nullopt) {
    setup_ = {.program = program, .strategy = strategy, .depth = depth};
    setup_.options.report_seconds = depth ? 0 : 1;  // what is beyond the depth is to be seen in each window
    setup_.options.memory_bytes = limit;
    setup_.options.memory_used = [this] {
      const std::size_t nodes = current_ == nullptr ? 0 : current_->tree.nodes();
      most_ = std::max(most_, nodes);
      if (whenever_measured_) whenever_measured_();
      return nodes;
    };
    setup_.options.forget = [this] { current_->forget(setup_); };
    auto directory = resume ? suite::open(temporary_ / "out", true).value() : fresh(temporary_ / strategy.c_str());
    auto made = std::make_unique<Exploration>(setup_, std::move(directory));
    current_ = made.get();
    return made;
  }

  static void expect_every_path_once(Exploration& exploration) {
    EXPECT_EQ(exploration.loop.totals().paths, 81u);
    std::set<std::uint64_t> signatures;
    const auto paths = exploration.directory->paths().value();
    for (const auto& path : paths) signatures.insert(path.signature);
    EXPECT_EQ(paths.size(), 81u);
    EXPECT_EQ(signatures.size(), 81u);
    EXPECT_EQ(exploration.loop.totals().divergences, 0u);
  }

  TemporaryDirectory temporary_;
  Case setup_;
  Exploration* current_ = nullptr;
  std::size_t most_ = 0;
  std::function<void()> whenever_measured_;
};

TEST_F(ResidenceTest, EverythingIsExploredThoughTheTreeNeverHoldsItAll) {
  for (const char* strategy : {"bounded-dfs", "bfs", "random-path", "generational"}) {
    most_ = 0;
    auto exploration = start(strategy);
    EXPECT_EQ(exploration->explore(), End::explored) << strategy;
    expect_every_path_once(*exploration);
    EXPECT_LE(most_, kNodes) << strategy;
    EXPECT_GT(exploration->loop.totals().evictions, 1u) << strategy;
    EXPECT_GT(exploration->loop.totals().rebuilt, 1u) << strategy;
    EXPECT_EQ(exploration->summary().at("tree").at("evictions"), exploration->loop.totals().evictions);
    current_ = nullptr;
  }
}

TEST_F(ResidenceTest, WhatIsSettledIsNotSolvedAgain) {
  auto exploration = start("bounded-dfs");
  exploration->explore();
  // A flip for each path but the first, and few more: those whose two sides no tree has held together yet.
  EXPECT_LE(exploration->loop.totals().flips_tried, 81u + 20u);
  EXPECT_GT(exploration->loop.totals().settled, 0u);
}

TEST_F(ResidenceTest, ResumingKeepsTheLimit) {
  {
    Case unlimited{.program = digits};
    Exploration first(unlimited, fresh(temporary_ / "out"));
    EXPECT_EQ(first.explore({.runs = 60}), End::runs);
  }
  auto second = start("bounded-dfs", true);
  ASSERT_TRUE(second->loop.restore().ok());
  EXPECT_EQ(second->loop.totals().paths, 60u);
  EXPECT_LE(most_, kNodes);
  EXPECT_EQ(second->explore(), End::explored);
  expect_every_path_once(*second);
  EXPECT_LE(most_, kNodes);
}

// An exploration of ten minutes took two more, as many paths came back after its time was up.
TEST_F(ResidenceTest, PathsAreNotBroughtBackWhenTimeIsUp) {
  bool over = false;
  const auto program = [&](FakeRun& run) {
    digits(run);
    if (over || current_->loop.totals().rebuilt == 0) return;
    current_->context.deadline = base::Context::Clock::now();
    over = true;
  };
  // No query is answered any more, so somebody has to end this.
  int measured = 0;
  whenever_measured_ = [&] {
    if (over && ++measured == 100) current_->context.stop = true;
  };
  {
    const auto first = start("bounded-dfs", false, program);
    EXPECT_EQ(first->explore(), End::stopped);
    EXPECT_EQ(first->loop.totals().rebuilt, 1u);
    std::filesystem::rename(temporary_ / "bounded-dfs", temporary_ / "out");
  }
  auto second = start("bounded-dfs", true);
  ASSERT_TRUE(second->loop.restore().ok());
  EXPECT_EQ(second->explore(), End::explored);
  expect_every_path_once(*second);
}

// In the next window another short try would be spent on it, or its path might not be there.
TEST_F(ResidenceTest, WhatTheSolverGaveUpIsTriedHarderBeforeOtherPathsComeBack) {
  const auto program = [](FakeRun& run) {
    if (!run.branch(2, run.equal(run.symbolic("e", 1), 1))) digits(run);
  };
  {
    Case unlimited{.program = program, .strategy = "dfs"};
    Exploration first(unlimited, fresh(temporary_ / "out"));
    EXPECT_EQ(first.explore({.runs = 81}), End::runs);
    EXPECT_EQ(first.tree.frontier().size(), 1u);  // the side next to the root, which is in every window
  }
  auto second = start("bfs", true, program, 5 * kNodes);
  second->solver.least_effort = 1;
  ASSERT_TRUE(second->loop.restore().ok());
  EXPECT_EQ(second->explore(), End::explored);
  EXPECT_GT(second->loop.totals().evictions, 0u);
  EXPECT_EQ(second->loop.totals().paths, 82u);
}

TEST_F(ResidenceTest, WhatTheSolverGaveUpIsTriedHarderInLaterWindowsToo) {
  for (const char* strategy : {"bounded-dfs", "bfs"}) {
    auto exploration = start(strategy);
    exploration->solver.least_effort = 1;
    EXPECT_EQ(exploration->explore(), End::explored) << strategy;
    expect_every_path_once(*exploration);
    EXPECT_GT(exploration->loop.totals().evictions, 1u) << strategy;
    EXPECT_GT(exploration->loop.totals().unknown, 0u) << strategy;
    EXPECT_EQ(exploration->reports.seen.back().unknown, 0u) << strategy;
    current_ = nullptr;
  }
}

TEST_F(ResidenceTest, WhatTheSolverGaveUpIsTriedHarderByTheNextSession) {
  {
    Case unlimited{.program = digits};
    Exploration first(unlimited, fresh(temporary_ / "out"));
    first.solver.least_effort = 3;
    EXPECT_EQ(first.explore({.queries = 3}), End::queries);
    EXPECT_EQ(first.loop.totals().unknown, 3u);
  }
  auto second = start("bounded-dfs", true);
  second->solver.least_effort = 3;
  ASSERT_TRUE(second->loop.restore().ok());
  EXPECT_EQ(second->explore(), End::explored);
  expect_every_path_once(*second);
}

TEST_F(ResidenceTest, WhatWasGivenUpWithAllEffortIsNotTriedAgain) {
  {
    Case unlimited{.program = digits};
    Exploration first(unlimited, fresh(temporary_ / "out"));
    first.solver.least_effort = 99;
    EXPECT_EQ(first.explore(), End::explored);
    EXPECT_EQ(first.loop.totals().queries, 20u);  // five efforts for each of the first path's other sides
  }
  auto second = start("bounded-dfs", true);
  ASSERT_TRUE(second->loop.restore().ok());
  EXPECT_EQ(second->explore(), End::explored);
  EXPECT_EQ(second->loop.totals().queries, 20u);
  EXPECT_EQ(second->loop.totals().paths, 1u);
  EXPECT_EQ(second->reports.seen.back().unknown, 4u);
}

TEST_F(ResidenceTest, WhatIsTooDeepInOneWindowIsNotForgottenInTheNext) {
  auto exploration = start("bfs", false, digits, kNodes, 6);
  EXPECT_EQ(exploration->explore(), End::explored);
  EXPECT_GT(exploration->loop.totals().evictions, 0u);
  const auto& reports = exploration->reports.seen;
  EXPECT_GT(reports.back().beyond_depth, 0u);
  EXPECT_TRUE(std::ranges::is_sorted(reports, {}, &Progress::beyond_depth));
}

TEST_F(ResidenceTest, WhereAnInputWentElsewhereIsNotForgotten) {
  auto exploration = start("bfs", false, [](FakeRun& run) {
    run.branch(2, run.lie(run.symbolic("e", 1), 1, false));
    digits(run);
  });
  EXPECT_EQ(exploration->explore(), End::explored);
  EXPECT_GT(exploration->loop.totals().evictions, 1u);
  EXPECT_EQ(exploration->loop.totals().paths, 81u);
  EXPECT_EQ(exploration->loop.totals().divergences, 1u);  // nor tried again
  EXPECT_EQ(exploration->reports.seen.back().diverged, 1u);
}

TEST_F(ResidenceTest, NoRoomAtAllIsSaid) {
  Case setup{.program = digits};
  setup.options.memory_bytes = 100 << 20;
  setup.options.memory_used = [] { return std::size_t{95} << 20; };
  Exploration* made = nullptr;
  setup.options.forget = [&] { made->forget(setup); };
  Exploration exploration(setup, fresh(temporary_ / "full"));
  made = &exploration;
  const auto end = exploration.loop.explore({}, exploration.reports);
  ASSERT_FALSE(end.ok());
  EXPECT_NE(end.error().message.find("--memory 100"), std::string::npos) << end.error().message;
}

}  // namespace
}  // namespace cairn::explore
