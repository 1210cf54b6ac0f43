// When a job counts as having nobody who leads it.
#include <gtest/gtest.h>

#include "cluster/leaders.h"

namespace cairn::cluster {
namespace {

TEST(Leaders, IsThereForAMomentAfterItWasHeard) {
  Leaders leaders;
  EXPECT_FALSE(leaders.there("job", 0));
  leaders.hear("job", 1);
  EXPECT_TRUE(leaders.there("job", 2));
  EXPECT_FALSE(leaders.there("other", 2));
  EXPECT_FALSE(leaders.there("job", 9));
}

TEST(Leaders, IsGoneAfterALongSilence) {
  Leaders leaders;
  leaders.hear("job", 1);
  EXPECT_FALSE(leaders.gone("job", 2));
  EXPECT_FALSE(leaders.gone("job", 10));
  EXPECT_TRUE(leaders.gone("job", 20));
  leaders.hear("job", 21);
  EXPECT_FALSE(leaders.gone("job", 22));
}

TEST(Leaders, IsNotGoneBeforeItWasListenedFor) {
  Leaders leaders;
  EXPECT_FALSE(leaders.gone("job", 1000));
  EXPECT_FALSE(leaders.gone("job", 1010));
  EXPECT_TRUE(leaders.gone("job", 1020));
}

TEST(Leaders, AreGivenTimeAgainAfterNobodyCouldBeHeard) {
  Leaders leaders;
  leaders.hear("job", 1);
  EXPECT_FALSE(leaders.gone("job", 1));
  leaders.forget();  // the server was away until now
  EXPECT_FALSE(leaders.gone("job", 100));
  EXPECT_TRUE(leaders.gone("job", 116));
}

}  // namespace
}  // namespace cairn::cluster
