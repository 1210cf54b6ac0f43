// The fork server through the Target interface, without containment: what the runs return, whatever the program does.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <iostream>

#include "tests/unit/engine/target/common.h"

namespace cairn::target {
namespace {

using trace::Ending;

class ForkServerTest : public ::testing::Test {
 protected:
  ForkServerTest() { start_target(); }

  void start_target() {
    target_.reset();
    auto started = start(context_, options_);
    if (!started.ok()) {
      ADD_FAILURE() << started.error().message;
      return;
    }
    target_ = std::move(started).value();
  }

  trace::RawRun run(const std::string& text) { return run_with(*target_, standard_input(text)); }

  base::Context context_{1};
  Options options_ = victim_options(Sandbox::off);
  std::unique_ptr<Target> target_;
};

TEST_F(ForkServerTest, KnowsTheModules) {
  ASSERT_EQ(target_->modules().modules.size(), 1u);
  EXPECT_EQ(target_->modules().modules[0].id, 42u);
  EXPECT_FALSE(target_->modules().loop);
}

TEST_F(ForkServerTest, ReportsHowARunEnded) {
  EXPECT_EQ(run("").outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(run("exit 17").outcome, (trace::Outcome{Ending::exited, 17}));
  EXPECT_EQ(run("crash").outcome, (trace::Outcome{Ending::signalled, SIGSEGV}));
  EXPECT_EQ(run("abort").outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  EXPECT_EQ(run("signal 15").outcome, (trace::Outcome{Ending::signalled, SIGTERM}));
}

TEST_F(ForkServerTest, EachRunStartsAfresh) {
  for (int i = 0; i < 3; ++i) {
    const trace::RawRun run_result = run("exit 3");
    EXPECT_EQ(run_result.outcome.code, 3);
    EXPECT_EQ(run_result.events.size(), 1u);
    ASSERT_EQ(run_result.counters.size(), 4u);
    EXPECT_EQ(run_result.counters[0], 1u) << "counters of the earlier run were not cleared";
    EXPECT_EQ(run("leave-file").outcome.code, 0) << "scratch was not emptied";
  }
  EXPECT_EQ(run("deep").outcome.code, 0);
  EXPECT_EQ(run("leave-file").outcome.code, 0);
}

TEST_F(ForkServerTest, EndsRunsThatDoNotEnd) {
  options_.run_milliseconds = kShort;
  start_target();
  EXPECT_EQ(run("endless").outcome.ending, Ending::timed_out);
  EXPECT_EQ(run("stop").outcome.ending, Ending::timed_out);
  EXPECT_EQ(ends_at_last(*target_, standard_input("exit 2")).code, 2);
}

TEST_F(ForkServerTest, ARunMayBeHurried) {
  const auto hurried = target_->run_for(standard_input("endless"), kShort);
  ASSERT_TRUE(hurried.ok());
  EXPECT_EQ(hurried->outcome.ending, Ending::timed_out);
  EXPECT_TRUE(hurried->hurried);
  EXPECT_FALSE(run("exit 2").hurried);
  options_.run_milliseconds = kShort;
  start_target();
  const auto waited = target_->run_for(standard_input("endless"), kLong);
  ASSERT_TRUE(waited.ok());
  EXPECT_EQ(waited->outcome.ending, Ending::timed_out);
  EXPECT_FALSE(waited->hurried);
}

TEST_F(ForkServerTest, SurvivesATargetThatClosesItsDescriptors) {
  EXPECT_EQ(run("close-all").outcome.ending, Ending::exited);
  EXPECT_EQ(run("exit 2").outcome.code, 2);
}

TEST_F(ForkServerTest, SurvivesAScribbledSegment) {
  EXPECT_TRUE(run("scribble").corrupted);
  const trace::RawRun next = run("exit 2");
  EXPECT_FALSE(next.corrupted);
  EXPECT_EQ(next.outcome.code, 2);
  EXPECT_EQ(next.counters[0], 1u);
}

TEST_F(ForkServerTest, KillsStragglers) {
  EXPECT_EQ(run("daemon").outcome.ending, Ending::exited);
  EXPECT_EQ(processes_named("victim_at_work"), 0u);
  EXPECT_EQ(run("exit 2").outcome.code, 2);
}

// Among them the process of the next run, which waits for its command.
TEST(ForkServer, GoesOnAfterARunThatKillsAllItCan) {
  base::Context context{1};
  auto target = start(context, victim_options(Sandbox::namespaces));
  ASSERT_TRUE(target.ok()) << target.error().message;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(run_with(**target, standard_input("kill-everything")).outcome.ending, Ending::exited);
    EXPECT_EQ(run_with(**target, standard_input("exit 2")).outcome, (trace::Outcome{Ending::exited, 2}));
  }
}

TEST_F(ForkServerTest, StartsAgainWhenTheServerIsKilled) {
  EXPECT_TRUE(run("kill-parent").corrupted);
  EXPECT_EQ(run("exit 2").outcome.code, 2);
  EXPECT_EQ(run("kill-group").outcome, (trace::Outcome{Ending::signalled, SIGKILL}));
  EXPECT_EQ(run("exit 2").outcome.code, 2);
}

TEST_F(ForkServerTest, HidesItselfFromTheProgram) { EXPECT_EQ(run("descriptors").outcome.code, 0); }

// A recursion that the program survives when it is not recorded must not look like a crash of its own.
TEST_F(ForkServerTest, LeavesRoomForTheLargerFramesOfRecordedFunctions) {
  EXPECT_EQ(run("deep-stack").outcome.ending, trace::Ending::exited);
}

TEST_F(ForkServerTest, LimitsMemory) {
  EXPECT_EQ(run("fill-memory").outcome, (trace::Outcome{Ending::signalled, SIGKILL}));
  EXPECT_EQ(run("exit 2").outcome.code, 2);
}

TEST(ForkServer, NoRunFindsFullWhatOthersHaveFilled) {
  base::Context context{1};
  Options options = victim_options(Sandbox::off);
  options.disk_bytes = 4 << 20;
  auto target = start(context, options);
  ASSERT_TRUE(target.ok()) << target.error().message;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(run_with(**target, standard_input("print-megabyte")).outcome.code, 0) << i;
}

TEST(ForkServer, CapturesWhatIsPrintedAndNotWhatIsComplainedOf) {
  base::Context context{1};
  Options options = victim_options(Sandbox::off);
  options.capture_output = true;
  auto target = start(context, options);
  ASSERT_TRUE(target.ok()) << target.error().message;
  const std::string printed(1 << 20, 'o');
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(run_with(**target, standard_input("print-megabyte")).output == printed) << i;
}

TEST(ForkServer, GivesArgumentsAndEnvironment) {
  base::Context context{1};
  Options options = victim_options(Sandbox::off);
  options.command.insert(options.command.end(), {"first", "@arg", "@data", "last"});
  options.capture_output = true;
  auto target = start(context, options);
  ASSERT_TRUE(target.ok()) << target.error().message;
  trace::Input input = standard_input("arguments\n");
  input.objects.push_back(object(trace::ObjectKind::argument, "", 0, "one"));
  input.objects.push_back(object(trace::ObjectKind::argument, "", 1, std::string("two\0cut", 7)));
  input.objects.push_back(object(trace::ObjectKind::environment, "CAIRN_TEST", 0, "set"));
  input.objects.push_back(object(trace::ObjectKind::file, "data", 0, ""));
  EXPECT_EQ(run_with(**target, input).output, "[first][one][data][last][two] set clean\n");
  // Without a symbolic file of that name it is a word like any other.
  EXPECT_EQ(run_with(**target, standard_input("arguments\n")).output, "[first][@data][last] none clean\n");
}

TEST(ForkServer, WritesSymbolicFiles) {
  base::Context context{1};
  Options options = victim_options(Sandbox::off);
  options.capture_output = true;
  auto target = start(context, options);
  ASSERT_TRUE(target.ok()) << target.error().message;
  trace::Input input = standard_input("cat data");
  input.objects.push_back(object(trace::ObjectKind::file, "data", 0, "content"));
  EXPECT_EQ(run_with(**target, input).output, "content");
  EXPECT_EQ(run_with(**target, standard_input("cat data")).outcome.code, 5);
}

std::string start_error(std::vector<std::string> command) {
  base::Context context{1};
  Options options;
  options.command = std::move(command);
  options.sandbox = Sandbox::off;
  const auto started = start(context, options);
  return started.ok() ? "started" : started.error().message;
}

TEST(ForkServer, SaysWhyAProgramCannotBeUsed) {
  EXPECT_NE(start_error({"/nowhere/prog"}).find("does not exist"), std::string::npos);
  EXPECT_NE(start_error({"/etc/passwd"}).find("not executable"), std::string::npos);
  EXPECT_NE(start_error({"/"}).find("directory"), std::string::npos);
  EXPECT_NE(start_error({"cairn-no-such-program"}).find("PATH"), std::string::npos);
  EXPECT_NE(start_error({"/bin/true"}).find("was not built with cairn-cc"), std::string::npos);
  EXPECT_NE(start_error({CAIRN_TEST_TARGETS "/target_crash_before_main"}).find("SIGSEGV"), std::string::npos);
  const std::string exited = start_error({CAIRN_TEST_TARGETS "/target_exit_before_main"});
  EXPECT_NE(exited.find("status 4"), std::string::npos) << exited;
  EXPECT_NE(exited.find("no licence"), std::string::npos) << exited;
  const std::string library = start_error({CAIRN_TEST_TARGETS "/target_missing_library"});
  EXPECT_NE(library.find("shared library libtarget_absent.so"), std::string::npos) << library;
}

TEST(ForkServer, DiesWithTheEngine) {
  for (const Sandbox sandbox : {Sandbox::off, Sandbox::landlock, Sandbox::namespaces}) {
    const Options options = victim_options(sandbox);
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t engine = ::fork();
    if (engine == 0) {
      base::Context context{1};
      Options endless = options;
      endless.run_milliseconds = 60000;
      auto target = start(context, endless);
      if (!target.ok()) std::cerr << target.error().message << std::endl;
      if (!target.ok() || ::write(ready[1], "", 1) != 1) ::_exit(1);
      (void)(*target)->run(standard_input("endless"));
      ::_exit(0);
    }
    ::close(ready[1]);
    char byte;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    for (int i = 0; i < 5000 && processes_named("victim_at_work") < 1; ++i) ::usleep(1000);
    ::kill(engine, SIGKILL);
    ::waitpid(engine, nullptr, 0);
    const auto left = [] { return processes_named("victim_at_work") + processes_named("target_victim"); };
    for (int i = 0; i < 5000 && left() > 0; ++i) ::usleep(1000);
    EXPECT_EQ(left(), 0u);
  }
}

}  // namespace
}  // namespace cairn::target
