// What tests of the loop have in common: explorations of fake programs in a directory of their own.
#pragma once

#include <memory>

#include "harness.h"

namespace cairn::explore {

class LoopTest : public testing::Test {
 protected:
  std::unique_ptr<Exploration> start(const Case& setup, const char* name = "out") {
    return std::make_unique<Exploration>(setup, fresh(temporary / name));
  }
  std::unique_ptr<Exploration> again(const Case& setup, const char* name = "out") {
    auto exploration = std::make_unique<Exploration>(setup, suite::open(temporary / name, true).value());
    EXPECT_TRUE(exploration->loop.restore().ok());
    return exploration;
  }

  TemporaryDirectory temporary;
};

}  // namespace cairn::explore
