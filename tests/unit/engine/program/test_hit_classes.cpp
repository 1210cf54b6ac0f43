// Hit counts in classes, and what a run shows of them.
#include <gtest/gtest.h>

#include <vector>

#include "../explore/fake_program.h"
#include "engine/program/hit_classes.h"

namespace cairn::program {
namespace {

TEST(HitClass, DoublesFromFourOn) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {
      {1, 0}, {2, 1}, {3, 2}, {4, 3}, {7, 3}, {8, 4}, {15, 4}, {16, 5}, {31, 5}, {32, 6}, {127, 6}, {128, 7}, {~0u, 7}};
  for (const auto& [count, wanted] : expected) EXPECT_EQ(hit_class(count), wanted) << count;
}

TEST(HitClasses, ShowsWhatARunExecutedAndRemembersWhatWasSeen) {
  const auto program = explore::make_program(2);  // counters 0 to 3
  HitClasses classes(*program);
  const std::vector<std::uint32_t> counters = {5, 0, 1, 0};
  const auto shown = classes.features(counters, false);
  const std::vector<Feature> features(shown.begin(), shown.end());
  EXPECT_EQ(features, (std::vector<Feature>{0 * kHitClasses + 3, 2 * kHitClasses + 0}));
  EXPECT_EQ(classes.size(), 4 * kHitClasses);
  for (const Feature feature : features) {
    EXPECT_FALSE(classes.seen(feature));
    classes.add(feature);
    EXPECT_TRUE(classes.seen(feature));
  }
  // More turns of the same are something new.
  const Feature more = classes.features(std::vector<std::uint32_t>{8, 0, 0, 0}, false)[0];
  EXPECT_FALSE(classes.seen(more));
  // As many turns as before, give or take: nothing new.
  EXPECT_TRUE(classes.seen(classes.features(std::vector<std::uint32_t>{7, 0, 0, 0}, false)[0]));
}

TEST(HitClasses, CountersBeyondTheProgramAreIgnored) {
  const auto program = explore::make_program(1);
  HitClasses classes(*program);
  EXPECT_EQ(classes.features(std::vector<std::uint32_t>{0, 1, 1, 1}, false).size(), 1u);
}

}  // namespace
}  // namespace cairn::program
