// Seeds in a run directory: what is stored comes back.
#include "engine/explore/seeds.h"
#include "harness.h"

namespace cairn::explore {
namespace {

TEST(Seeds, ComeBackAsTheyWereInTheirOrder) {
  const TemporaryDirectory temporary;
  std::vector<trace::Input> seeds(3);
  seeds[0].objects.push_back({trace::ObjectKind::standard_input, "stdin", 0, true, 64, {0, 10, 255}});
  seeds[2].objects.push_back({trace::ObjectKind::memory, "x\xff\n", 2, false, 2, {1, 2}});
  seeds[2].objects.push_back({trace::ObjectKind::standard_input, "stdin", 0, true, 8, {}});
  {
    auto directory = fresh(temporary / "out");
    EXPECT_TRUE(stored_seeds(*directory).value().empty());
    ASSERT_TRUE(store_seeds(*directory, seeds).ok());
  }
  auto directory = suite::open(temporary / "out", true).value();
  EXPECT_EQ(stored_seeds(*directory).value(), seeds);
  ASSERT_TRUE(store_seeds(*directory, std::span(seeds).last(1)).ok());
  EXPECT_EQ(stored_seeds(*directory).value(), std::vector(1, seeds[2]));
  ASSERT_TRUE(store_seeds(*directory, {}).ok());
  EXPECT_TRUE(stored_seeds(*directory).value().empty());
  ASSERT_TRUE(directory->set_fact("seeds", "0x\n").ok());
  EXPECT_FALSE(stored_seeds(*directory).ok());
}

}  // namespace
}  // namespace cairn::explore
