#include <gtest/gtest.h>

#include "engine/base/set_cover.h"

namespace cairn::base {
namespace {

using Indices = std::vector<std::size_t>;

Indices cover(const std::vector<std::vector<std::uint32_t>>& sets) {
  const std::vector<Elements> views(sets.begin(), sets.end());
  return greedy_cover(views);
}

Indices needed(const std::vector<std::vector<std::uint32_t>>& sets, Indices chosen) {
  const std::vector<Elements> views(sets.begin(), sets.end());
  return without_needless(views, std::move(chosen));
}

TEST(SetCover, TakesWhatCoversMostNext) {
  EXPECT_EQ(cover({{1, 2, 3}, {3, 4}, {5, 6}, {4, 5, 6, 7}}), (Indices{3, 0}));
}

TEST(SetCover, TakesTheEarlierOfEquals) { EXPECT_EQ(cover({{1}, {1}, {2}, {2}}), (Indices{0, 2})); }

TEST(SetCover, NeedsNothingForNothing) {
  EXPECT_TRUE(cover({}).empty());
  EXPECT_TRUE(cover({{}, {}}).empty());
}

// Greed takes the middle first, and then needs both ends, which have all of it.
TEST(SetCover, LeavesOutWhatLaterOnesMadeNeedless) {
  const std::vector<std::vector<std::uint32_t>> sets = {{2, 3, 4, 5}, {1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(cover(sets), (Indices{0, 1, 2}));
  EXPECT_EQ(needed(sets, cover(sets)), (Indices{1, 2}));
}

TEST(SetCover, LeavesOutTheLastOfEquals) { EXPECT_EQ(needed({{1}, {1}, {1}}, {0, 1, 2}), (Indices{0})); }

}  // namespace
}  // namespace cairn::base
