// A part of the sides that is drawn evenly among conditionals.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

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
    EvenDraw draw;
    const std::vector<bool> which = draw.draw(tree, tree.frontier(), wanted, rng);
    std::vector<SideId> result;
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (which[i]) result.push_back(tree.frontier()[i]);
    }
    return result;
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

}  // namespace
}  // namespace cairn::search
