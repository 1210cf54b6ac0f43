#include <gtest/gtest.h>

#include "cli/interrupt.h"

namespace cairn::cli {
namespace {

void nothing(int) {}

TEST(Interrupt, IsAWishToStop) {
  std::atomic<bool> stop = false;
  const StopOnInterrupt interrupt(stop);
  std::raise(SIGTERM);
  EXPECT_TRUE(stop);
}

TEST(Interrupt, WhatWasIgnoredStaysIgnored) {
  std::signal(SIGHUP, SIG_IGN);  // as nohup does
  std::atomic<bool> stop = false;
  {
    const StopOnInterrupt interrupt(stop);
    std::raise(SIGHUP);
    EXPECT_FALSE(stop);
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

TEST(Interrupt, LeavesEverythingAsItWas) {
  std::signal(SIGTERM, nothing);
  std::atomic<bool> stop = false;
  {
    const StopOnInterrupt interrupt(stop);
  }
  EXPECT_EQ(std::signal(SIGTERM, SIG_DFL), nothing);
}

}  // namespace
}  // namespace cairn::cli
