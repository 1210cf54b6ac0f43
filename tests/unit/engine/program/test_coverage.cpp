#include <gtest/gtest.h>

#include "engine/program/coverage.h"
#include "example.h"

namespace cairn::program {
namespace {

std::vector<SideId> fresh(Coverage& coverage, const std::vector<std::uint32_t>& counters) {
  const auto sides = coverage.add(counters);
  return {sides.begin(), sides.end()};
}

TEST(CoverageTest, FiguresAreThoseWorkedOutByHand) {
  const Program program = program_of({example()});
  Coverage coverage(program);
  EXPECT_EQ(coverage.figures(), (Figures{{0, 5}, 0, {0, 9}, {0, 7}, {0, 18}}));
  EXPECT_FALSE(coverage.entered(FunctionId(0)));

  // x = 9: true side, then default: B0 B1 B3 B6.
  EXPECT_EQ(fresh(coverage, {1, 1, 0, 0, 0, 1, 1}), (std::vector{SideId(0), SideId(4)}));
  EXPECT_EQ(coverage.figures(), (Figures{{2, 5}, 5, {6, 9}, {4, 7}, {14, 18}}));
  EXPECT_TRUE(coverage.entered(FunctionId(0)));
  EXPECT_TRUE(coverage.covered(BlockId(3)));
  EXPECT_FALSE(coverage.covered(BlockId(2)));

  EXPECT_TRUE(fresh(coverage, {3, 3, 0, 0, 0, 3, 3}).empty());

  // x = 2: false side, case 1.
  EXPECT_EQ(fresh(coverage, {1, 0, 1, 1, 0, 0, 1}), (std::vector{SideId(1), SideId(2)}));
  EXPECT_EQ(coverage.figures(), (Figures{{4, 5}, 5, {8, 9}, {6, 7}, {17, 18}}));
  EXPECT_FALSE(coverage.covered(SideId(3)));
}

TEST(CoverageTest, CountersBeyondTheProgramAreIgnored) {
  const Program program = program_of({example()});
  Coverage coverage(program);
  EXPECT_TRUE(fresh(coverage, {}).empty());
  EXPECT_EQ(fresh(coverage, {1, 1}).size(), 1u);
  EXPECT_EQ(fresh(coverage, std::vector<std::uint32_t>(1000, 1)).size(), 4u);
  EXPECT_EQ(coverage.figures().branches, (Share{5, 5}));
}

TEST(CoverageTest, NewCountersAreFoundWhereverTheyAre) {
  std::vector<FactsBuilder> units;
  for (std::uint64_t i = 0; i < 50; ++i) {
    FactsBuilder f = example();
    f.id = i;
    f.functions[0].name = f.string("f" + std::to_string(i));
    units.push_back(f);
  }
  const Program program = program_of(units);
  Coverage coverage(program);
  std::vector<std::uint32_t> counters(program.counters(), 0);
  std::size_t covered = 0;
  for (std::uint32_t i = 0; i < program.counters(); ++i) {
    counters[i] = 0x80000000u;
    covered += coverage.add(counters).size();
  }
  EXPECT_EQ(covered, 250u);
  EXPECT_EQ(coverage.figures().blocks, (Share{350, 350}));
  EXPECT_EQ(coverage.figures().lines, (Share{9, 9}));  // all of the same file
}

TEST(CoverageTest, CopiesOfAFunctionCountOnce) {
  FactsBuilder copy = example();
  copy.id = 2;
  const Program program = program_of({example(), copy});
  Coverage coverage(program);
  EXPECT_EQ(coverage.figures().branches.total, 5u);
  EXPECT_EQ(fresh(coverage, {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1}).size(), 2u);
  EXPECT_EQ(coverage.figures().reachable, 5u);
  EXPECT_TRUE(fresh(coverage, {1, 1, 0, 0, 0, 1, 1}).empty());
  EXPECT_EQ(coverage.figures().blocks, (Share{4, 7}));
}

TEST(CoverageTest, BlockCountsFollowTheEdges) {
  const Program program = program_of({example()});
  // Entered five times: three true, two false; twice case 1, once case 7, twice default.
  const std::vector<std::uint32_t> counters{5, 3, 2, 2, 1, 2, 5};
  EXPECT_EQ(block_counts(program, counters), (std::vector<std::uint64_t>{5, 3, 2, 5, 2, 1, 5}));
}

}  // namespace
}  // namespace cairn::program
