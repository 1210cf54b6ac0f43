// A part of the sides that is drawn evenly among conditionals.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/search/even_draw.h"
#include "simulation.h"

namespace cairn::search {
namespace {

using tree::SideId;

// One path: so many sides open at each of the branches 0, 1, ...
struct Paths {
  explicit Paths(const std::vector<std::uint32_t>& counts) {
    std::vector<trace::Step> steps;
    std::uint32_t byte = 0;
    for (std::uint32_t branch = 0; branch < counts.size(); ++branch) {
      for (std::uint32_t i = 0; i < counts[branch]; ++i) {
        trace::Step step;
        step.kind = trace::EventKind::Branch;
        step.sides = 2;
        step.branch = branch;
        step.condition = step.subject =
            dag.make(expr::Op::Ult, 1, dag.input(expr::ByteId{byte++}, 1), dag.constant(7, 8));
        steps.push_back(step);
      }
    }
    tree.append(steps, tree::OriginId{0});
  }
  std::vector<SideId> drawn(std::size_t wanted, base::Rng& rng) {
    return EvenDraw().draw(tree, [&](SideId side) { return tree.open(side); }, wanted, rng);
  }
  std::vector<std::size_t> by_branch(const std::vector<SideId>& sides, std::size_t branches) {
    std::vector<std::size_t> counts(branches, 0);
    for (const SideId side : sides) ++counts[tree.node(tree.node_of(side)).branch];
    return counts;
  }

  expr::Dag dag;
  NoSwitches cases;
  trace::Sides sides{dag, cases};
  tree::Tree tree{dag, sides};
};

TEST(EvenDraw, GivesEachConditionalTheSameAsFarAsItHasThem) {
  Paths paths({1000, 3, 40, 1});
  base::Rng rng(1);
  using Counts = std::vector<std::size_t>;
  EXPECT_EQ(paths.by_branch(paths.drawn(44, rng), 4), (Counts{20, 3, 20, 1}));
  EXPECT_EQ(paths.by_branch(paths.drawn(104, rng), 4), (Counts{60, 3, 40, 1}));
  EXPECT_EQ(paths.drawn(5000, rng).size(), 1044u);
  // What does not come out even goes to any that have more.
  Counts counts = paths.by_branch(paths.drawn(45, rng), 4);
  EXPECT_EQ(counts[0] + counts[2], 41u);
  EXPECT_LE(std::max(counts[0], counts[2]), 21u);
}

TEST(EvenDraw, PassesNoConditionalOverWhereThereAreMoreOfThemThanSidesWanted) {
  Paths paths(std::vector<std::uint32_t>(10, 2));
  base::Rng rng(1);
  std::map<std::uint32_t, int> drawn;
  for (int i = 0; i < 200; ++i) {
    const auto part = paths.drawn(3, rng);
    EXPECT_EQ(part.size(), 3u);
    for (const SideId side : part) ++drawn[side.value];
  }
  EXPECT_EQ(drawn.size(), 20u);
}

// The same draw asked again and again: what is gone meanwhile is left out, what has come back is there.
TEST(EvenDraw, KnowsWhatCanBeDrawnNow) {
  Paths paths({100, 100});
  base::Rng rng(1);
  EvenDraw draw;
  std::set<std::uint32_t> gone;
  const auto eligible = [&](SideId side) { return paths.tree.open(side) && !gone.contains(side.value); };
  const std::vector<SideId> first = draw.draw(paths.tree, eligible, 60, rng);
  ASSERT_EQ(first.size(), 60u);
  for (const SideId side : first) {
    if (paths.tree.node(paths.tree.node_of(side)).branch == 0) gone.insert(side.value);
  }
  ASSERT_EQ(gone.size(), 30u);
  const std::vector<SideId> second = draw.draw(paths.tree, eligible, 200, rng);
  EXPECT_EQ(paths.by_branch(second, 2), (std::vector<std::size_t>{70, 100}));
  EXPECT_TRUE(std::ranges::none_of(second, [&](SideId side) { return gone.contains(side.value); }));
  gone.clear();
  const std::vector<SideId> third = draw.draw(paths.tree, eligible, 200, rng);
  EXPECT_EQ(std::set<SideId>(third.begin(), third.end()).size(), 200u);
}

}  // namespace
}  // namespace cairn::search
