// When sides far down a run are tried, and that none is forgotten.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/explore/held_back.h"
#include "harness.h"

namespace cairn::explore {
namespace {

constexpr std::uint64_t kAges = 1'000'000'000;  // steps

TEST(HeldBack, FarIsManyTimesAnAverageRun) {
  HeldBack sides(base::Rng(1));
  EXPECT_FALSE(sides.far(1'000)) << "whatever the average is, that takes no time";
  EXPECT_TRUE(sides.far(kAges));
  for (int i = 0; i < 10; ++i) sides.count(90'000);
  EXPECT_FALSE(sides.far(1'000'000));
  EXPECT_TRUE(sides.far(2'000'000));
  for (int i = 0; i < 10; ++i) sides.count(2'000'000);
  EXPECT_TRUE(sides.far(2'000'000)) << "long runs are no ordinary ones, however many there are";
}

TEST(HeldBack, HasAPartOfAllSteps) {
  HeldBack sides(base::Rng(1));
  EXPECT_TRUE(sides.due());
  sides.count(200'000);
  EXPECT_FALSE(sides.due());
  for (int i = 0; i < 10; ++i) sides.count(90'000);
  EXPECT_FALSE(sides.due());
  for (int i = 0; i < 10; ++i) sides.count(90'000);
  EXPECT_TRUE(sides.due());
}

constexpr std::uint8_t kSides = 60;

// Computes for ages if x is 1, and opens many sides behind that; else it opens as many at once.
void computes_first(FakeRun& program) {
  const bool long_one = program.branch(0, program.equal(program.symbolic("x", 1), 1));
  if (long_one) program.work = kAges;
  const Value y = program.symbolic("y", 1);
  for (std::uint8_t i = 1; i <= kSides; ++i) {
    if (program.branch(long_one ? 1 : 2, program.equal(y, i))) break;
  }
}

class HeldBackTest : public testing::Test {
 protected:
  static Case setup() {
    Case made{.program = computes_first, .strategy = "bfs"};
    made.values.clear();
    for (std::uint8_t value = 0; value <= kSides; ++value) made.values.push_back(value);
    return made;
  }

  TemporaryDirectory directory;
  Exploration run{setup(), fresh(directory / "out")};
};

TEST_F(HeldBackTest, WaitsWhileThereIsOtherWork) {
  run.explore({.runs = kSides});
  // At each depth one side of either half is open: the search alone would flip them in turn.
  const auto is_long = [](const trace::Input& input) {
    return !input.objects.empty() && input.objects.front().bytes.front() == 1;
  };
  const auto long_ones = std::ranges::count_if(run.target.inputs, is_long);
  EXPECT_GT(long_ones, 0);
  EXPECT_LT(long_ones, 10);
  // They are not pruned, whatever the tree calls them.
  EXPECT_EQ(run.summary()["tree"]["pruned"], 0);
  EXPECT_GE(run.summary()["tree"]["open"], kSides);
}

TEST_F(HeldBackTest, IsTriedInTheEnd) {
  EXPECT_EQ(run.explore(), End::explored);
  EXPECT_EQ(run.loop.totals().paths, 2u * (kSides + 1));
  EXPECT_EQ(run.summary()["tree"]["open"], 0);
}

}  // namespace
}  // namespace cairn::explore
