// In which order, and when, sides that the solver gave up are tried harder.
#include <gtest/gtest.h>

#include <vector>

#include "engine/explore/given_up.h"

namespace cairn::explore {
namespace {

using tree::SideId;

std::vector<std::uint32_t> take_all(GivenUp& sides) {
  std::vector<std::uint32_t> taken;
  while (const auto next = sides.take()) taken.push_back(next->side.value);
  return taken;
}

TEST(GivenUp, ShortTriesOfAllComeBeforeALongOneOfAny) {
  GivenUp sides;
  sides.add(SideId{1}, 0);
  sides.add(SideId{2}, 2);
  sides.add(SideId{3}, 1);
  sides.add(SideId{4}, 0);
  EXPECT_EQ(take_all(sides), (std::vector<std::uint32_t>{1, 4, 3, 2}));
}

TEST(GivenUp, EveryTryIsLongerThanTheOneBefore) {
  GivenUp sides;
  std::vector<std::uint32_t> efforts;
  sides.add(SideId{1}, 0);
  while (const auto next = sides.take()) {
    efforts.push_back(next->effort);
    sides.add(next->side, next->effort);
  }
  ASSERT_EQ(efforts.size(), solver::kMostEffort);
  for (std::uint32_t i = 0; i < efforts.size(); ++i) EXPECT_EQ(efforts[i], i + 1);
}

TEST(GivenUp, TriesBesideTheRestCostAPartOfTheRunsOnly) {
  GivenUp sides;
  EXPECT_FALSE(sides.due(1'000'000)) << "there is none";
  sides.add(SideId{1}, 0);
  EXPECT_TRUE(sides.due(0));
  sides.spend(500'000);  // about as long as a thousand runs
  EXPECT_FALSE(sides.due(4'000));
  EXPECT_TRUE(sides.due(16'000));
}

TEST(GivenUp, LongTriesWaitForTheEnd) {
  GivenUp sides;
  sides.add(SideId{1}, 2);
  EXPECT_FALSE(sides.due(1'000'000));
  EXPECT_EQ(take_all(sides), (std::vector<std::uint32_t>{1}));
}

}  // namespace
}  // namespace cairn::explore
