#include <gtest/gtest.h>

#include "cli/run_tool.h"

namespace cairn::cli {
namespace {

TEST(Tools, WhatIsAskedForComesWhole) {
  const auto ended = ask_tool({"/bin/sh", "-c", "head -c 3000000 /dev/zero; echo careful >&2; exit 3"});
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  EXPECT_EQ(ended->status, 3);
  EXPECT_EQ(ended->output.size(), 3'000'000u);
  EXPECT_EQ(ended->errors, "careful\n");
}

TEST(Tools, WhatIsSaidComesTogetherAndInOrder) {
  const auto ended = run_tool({"/bin/sh", "-c", "echo one; echo two >&2; pwd; kill -9 $$"}, true, "/");
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  EXPECT_EQ(ended->status, 128 + 9);
  EXPECT_EQ(ended->output, "one\ntwo\n/\n");
  EXPECT_FALSE(run_tool({"/nowhere"}, true).ok());
}

}  // namespace
}  // namespace cairn::cli
