#include <gtest/gtest.h>

#include "engine/base/number_set.h"

namespace cairn::base {
namespace {

TEST(NumberSet, TellsItsNumbersInOrderAndEachOnce) {
  NumberSet set(131);
  for (const std::uint32_t number : {130u, 0u, 64u, 63u, 64u, 7u}) set.insert(number);
  EXPECT_FALSE(set.insert(130));
  EXPECT_TRUE(set.insert(129));
  std::vector<std::uint32_t> told;
  set.for_each([&](std::uint32_t number) { told.push_back(number); });
  EXPECT_EQ(told, (std::vector<std::uint32_t>{0, 7, 63, 64, 129, 130}));
}

TEST(NumberSet, MayBeEmpty) {
  NumberSet(0).for_each([](std::uint32_t) { FAIL(); });
  NumberSet(100).for_each([](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace cairn::base
