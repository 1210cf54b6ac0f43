// What the system says about memory.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "engine/explore/memory.h"

namespace cairn::explore {
namespace {

TEST(Memory, GrowsWithWhatIsWritten) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  const std::size_t before = resident_bytes();
  EXPECT_GT(before, 0u);
  const auto block = std::make_unique_for_overwrite<char[]>(kBytes);
  std::memset(block.get(), 1, kBytes);
  EXPECT_GT(block[kBytes / 2], 0);
  EXPECT_GT(resident_bytes(), before + kBytes / 2);
  EXPECT_GE(peak_resident_bytes(), before + kBytes / 2);
}

TEST(Memory, TheMachineHasMoreThanWeDo) { EXPECT_GT(machine_bytes(), resident_bytes()); }

}  // namespace
}  // namespace cairn::explore
