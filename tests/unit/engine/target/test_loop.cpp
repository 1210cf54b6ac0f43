// The in-process loop of harnesses: several runs per wake-up, and what happens when one of them ends the process.
#include <gtest/gtest.h>
#include <signal.h>

#include "engine/target/plain.h"
#include "tests/unit/engine/target/common.h"

namespace cairn::target {
namespace {

using trace::Ending;

trace::Input buffer(const std::string& bytes) { return {{object(trace::ObjectKind::buffer, "data", 0, bytes)}}; }

Options harness_options(Sandbox sandbox) {
  Options options = victim_options(sandbox);
  options.command = {CAIRN_TEST_TARGETS "/target_harness"};
  options.batch = 8;
  return options;
}

class LoopTest : public ::testing::TestWithParam<Sandbox> {
 protected:
  void SetUp() override { start_target(kLong); }

  void start_target(std::uint32_t limit) {
    Options options = harness_options(GetParam());
    options.run_milliseconds = limit;
    target_.reset();
    auto started = start(context_, options);
    ASSERT_TRUE(started.ok()) << started.error().message;
    target_ = std::move(started).value();
    batch_ = dynamic_cast<BatchTarget*>(target_.get());
    ASSERT_NE(batch_, nullptr);
  }

  std::vector<trace::RawRun> run(const std::vector<std::string>& buffers) {
    std::vector<trace::Input> inputs;
    for (const std::string& bytes : buffers) inputs.push_back(buffer(bytes));
    auto runs = batch_->run_batch(inputs);
    if (!runs.ok()) {
      ADD_FAILURE() << runs.error().message;
      return {};
    }
    return std::move(runs).value();
  }

  base::Context context_{1};
  std::unique_ptr<Target> target_;
  BatchTarget* batch_ = nullptr;
};

// What the double of the recorder notes about the buffer: 1000 * size + first byte.
std::vector<std::uint64_t> seen(const std::vector<trace::RawRun>& runs) {
  std::vector<std::uint64_t> result;
  for (const trace::RawRun& run : runs) result.push_back(run.events.empty() ? 0 : run.events[0].value);
  return result;
}

TEST_P(LoopTest, RunsABatch) {
  EXPECT_TRUE(target_->modules().loop);
  EXPECT_EQ(batch_->batch(), 8u);
  for (int i = 0; i < 3; ++i) {
    const std::vector<trace::RawRun> runs = run({"x", "", "yz"});
    EXPECT_EQ(seen(runs), (std::vector<std::uint64_t>{1000 + 'x', 0, 2000 + 'y'}));
    for (const trace::RawRun& r : runs) {
      EXPECT_EQ(r.outcome, (trace::Outcome{Ending::exited, 0}));
      EXPECT_EQ(r.counters[0], 1u);
    }
  }
}

TEST_P(LoopTest, StopsAtTheRunThatEndsTheProcess) {
  std::vector<trace::RawRun> runs = run({"x", "y", "A", "z"});
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[1].outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(runs[2].outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  runs = run({"E"});
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].outcome, (trace::Outcome{Ending::exited, 3}));
  EXPECT_EQ(seen(run({"x", "y"})), (std::vector<std::uint64_t>{1000 + 'x', 1000 + 'y'}));
}

TEST_P(LoopTest, EndsARunThatDoesNotEnd) {
  start_target(kShort);
  // On a loaded machine the runs around it may be late too: then once more.
  std::vector<trace::RawRun> runs;
  for (int tries = 0; tries < 50 && runs.size() != 2; ++tries) runs = run({"x", "L", "y"});
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(runs[1].outcome.ending, Ending::timed_out);
  runs.clear();
  for (int tries = 0; tries < 50 && runs.size() != 2; ++tries) runs = run({"x", "y"});
  EXPECT_EQ(runs.size(), 2u);
}

TEST_P(LoopTest, ARunMayBeHurried) {
  const auto hurried = target_->run_for(buffer("L"), kShort);
  ASSERT_TRUE(hurried.ok());
  EXPECT_EQ(hurried->outcome.ending, Ending::timed_out);
  EXPECT_TRUE(hurried->hurried);
  EXPECT_FALSE(run_with(*target_, buffer("x")).hurried);
}

TEST_P(LoopTest, GivesEachRunAProcessOfItsOwnWhenAsked) {
  EXPECT_FALSE(target_->modules().images.empty());
  EXPECT_TRUE(run_with(*target_, buffer("x")).shared);
  target_->run_apart();
  const trace::RawRun apart = run_with(*target_, buffer("yz"));
  EXPECT_FALSE(apart.shared);
  ASSERT_EQ(apart.events.size(), 1u);
  EXPECT_EQ(apart.events[0].value, 2000u + 'y');
  EXPECT_EQ(run_with(*target_, buffer("A")).outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  EXPECT_EQ(seen(run({"x", "y"})), (std::vector<std::uint64_t>{1000 + 'x', 1000 + 'y'}));  // a batch is one still
  EXPECT_FALSE(run_with(*target_, buffer("x")).shared);
}

INSTANTIATE_TEST_SUITE_P(Modes, LoopTest, ::testing::Values(Sandbox::off, Sandbox::landlock, Sandbox::namespaces));

class ForkedHarness : public ::testing::TestWithParam<Sandbox> {
 protected:
  void SetUp() override {
    Options options = harness_options(GetParam());
    options.in_process = false;
    auto started = start(context_, options);
    ASSERT_TRUE(started.ok()) << started.error().message;
    target_ = std::move(started).value();
  }

  trace::RawRun run(const std::string& bytes) { return run_with(*target_, buffer(bytes)); }

  base::Context context_{1};
  std::unique_ptr<Target> target_;
};

TEST_P(ForkedHarness, ReportsHowARunEnded) {
  EXPECT_EQ(run("A").outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  EXPECT_EQ(run("E").outcome, (trace::Outcome{Ending::exited, 3}));
}

// A run's process may still be about to go when the next one has begun.
TEST_P(ForkedHarness, RunsDoNotMix) {
  for (int i = 0; i < 300; ++i) {
    const std::string text(1, static_cast<char>('a' + i % 26));
    const trace::RawRun result = run(text);
    EXPECT_EQ(result.outcome, (trace::Outcome{Ending::exited, 0}));
    ASSERT_EQ(result.events.size(), 1u);
    EXPECT_EQ(result.events[0].value, 1000u + static_cast<unsigned char>(text[0]));
    EXPECT_EQ(result.counters[0], 1u);
    if (i % 50 == 0) EXPECT_EQ(run("A").outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  }
}

TEST_P(ForkedHarness, LeavesNoChildrenBehind) {
  EXPECT_EQ(run("F").outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(run("x").outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(processes_named("left_behind"), 0u);
}

// The process that waits for the next command is killed with what a run left behind, and must not take the command with
// it.
TEST_P(ForkedHarness, LosesNoCommandWithThem) {
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(run("F").outcome, (trace::Outcome{Ending::exited, 0})) << i;
    ASSERT_EQ(run("x").outcome, (trace::Outcome{Ending::exited, 0})) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, ForkedHarness, ::testing::Values(Sandbox::off, Sandbox::landlock, Sandbox::namespaces));

TEST(Loop, AHarnessRunsFilesWithoutTheEngine) {
  Options options = harness_options(Sandbox::automatic);
  options.command.push_back("@one");
  trace::Input input;
  input.objects.push_back(object(trace::ObjectKind::file, "one", 0, "E"));
  const auto exited = run_plain(options, input);
  ASSERT_TRUE(exited.ok()) << exited.error().message;
  EXPECT_EQ(exited->outcome, (trace::Outcome{Ending::exited, 3}));
  EXPECT_EQ(exited->errors, "Running: one\n");
  const auto missing = run_plain(options, {});
  ASSERT_TRUE(missing.ok()) << missing.error().message;
  EXPECT_EQ(missing->outcome, (trace::Outcome{Ending::exited, 1}));
}

}  // namespace
}  // namespace cairn::target
