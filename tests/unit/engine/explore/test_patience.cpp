// How long runs are waited for, with a clock of the test's own.
#include <gtest/gtest.h>

#include "engine/explore/patience.h"

namespace cairn::explore {
namespace {

// Each run takes as long as its input says; none longer than a second.
class Slow final : public target::Target {
 public:
  base::Result<trace::RawRun> run(const trace::Input& input) override { return take(input, kLimit); }
  base::Result<trace::RawRun> run_for(const trace::Input& input, std::uint32_t milliseconds) override {
    trace::RawRun raw = take(input, std::min(kLimit, milliseconds));
    raw.hurried = milliseconds < kLimit && raw.outcome.ending == trace::Ending::timed_out;
    return raw;
  }
  [[nodiscard]] const target::Modules& modules() const override { return modules_; }

  double seconds = 0;
  std::uint64_t runs = 0;

 private:
  static constexpr std::uint32_t kLimit = 1000;

  trace::RawRun take(const trace::Input& input, std::uint32_t limit) {
    const std::uint32_t wanted = input.objects.front().capacity;
    ++runs;
    seconds += std::min(wanted, limit) / 1000.0;
    trace::RawRun raw;
    if (wanted > limit) raw.outcome = {trace::Ending::timed_out, 0};
    return raw;
  }
  target::Modules modules_;
};

constexpr std::uint32_t kForEver = 1'000'000;

trace::Input takes(std::uint32_t milliseconds) {
  return {{{trace::ObjectKind::memory, "x", 0, false, milliseconds, {}}}};
}

class PatienceTest : public testing::Test {
 protected:
  trace::RawRun run(std::uint32_t milliseconds) { return patience_.run(target_, takes(milliseconds)).value(); }
  // All that may be waited for is used up, where a run takes so long.
  void tire(std::uint32_t milliseconds) {
    for (int i = 0; i < 100; ++i) run(milliseconds);
    while (!run(kForEver).hurried) {
    }
  }

  Slow target_;
  Patience patience_{[this] { return target_.seconds; }};
};

TEST_F(PatienceTest, RunsAreMadeAgainUntilTheProgramIsKnownToHang) {
  EXPECT_EQ(run(kForEver).outcome.ending, trace::Ending::timed_out);
  EXPECT_EQ(target_.runs, 2u);
  for (int i = 0; i < 100'000; ++i) run(1);
  for (int i = 0; i < 7; ++i) run(kForEver);
  const std::uint64_t before = target_.runs;
  run(kForEver);
  EXPECT_EQ(target_.runs, before + 1);
}

TEST_F(PatienceTest, WaitingTakesAnEighthOfTheTime) {
  double hanging = 0;
  for (int i = 0; i < 20'000; ++i) {
    run(1);
    if (i % 20 != 0) continue;
    const double begin = target_.seconds;
    if (!run(kForEver).hurried) hanging += target_.seconds - begin;
  }
  EXPECT_GT(hanging, target_.seconds / 10);
  EXPECT_LT(hanging, target_.seconds / 7 + 2);
}

TEST_F(PatienceTest, NobodyIsHurriedWhoTakesAsLongAsOthers) {
  tire(10);
  EXPECT_FALSE(run(150).hurried);
  EXPECT_TRUE(run(400).hurried);
  EXPECT_EQ(patience_.run_fully(target_, takes(400)).value().outcome.ending, trace::Ending::exited);
}

// However quick runs are: a busy machine may keep one waiting.
TEST_F(PatienceTest, NobodyIsHurriedTooMuch) {
  tire(0);
  EXPECT_FALSE(run(45).hurried);
  EXPECT_TRUE(run(60).hurried);
}

}  // namespace
}  // namespace cairn::explore
