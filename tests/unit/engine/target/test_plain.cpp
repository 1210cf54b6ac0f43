// Plain programs run once: what they say, and the system's own tools with hostile arguments.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <filesystem>

#include "engine/target/capabilities.h"
#include "engine/target/plain.h"
#include "tests/unit/engine/target/common.h"

namespace cairn::target {
namespace {

using trace::Ending;

struct Mode {
  const char* name;
  Sandbox sandbox;
  int landlock_version;
};

PlainRun run_command(const Mode& mode, std::vector<std::string> command, const std::string& text = "",
                     std::uint32_t limit = kLong) {
  ::setenv("CAIRN_TEST_RUN", std::to_string(::getpid()).c_str(), 1);
  Options options;
  options.command = std::move(command);
  options.sandbox = mode.sandbox;
  options.landlock_version = mode.landlock_version;
  options.run_milliseconds = limit;
  options.memory_bytes = 128u << 20;
  options.disk_bytes = 8u << 20;
  auto run = run_plain(options, standard_input(text));
  if (!run.ok()) {
    ADD_FAILURE() << run.error().message;
    return {};
  }
  return std::move(run).value();
}

class PlainTest : public ::testing::TestWithParam<Mode> {
 protected:
  PlainRun run(std::vector<std::string> command, const std::string& text = "", std::uint32_t limit = kLong) {
    return run_command(GetParam(), std::move(command), text, limit);
  }
  PlainRun victim(const std::string& text, std::uint32_t limit = kLong) {
    return run({CAIRN_TEST_TARGETS "/target_victim_plain"}, text, limit);
  }
};

TEST_P(PlainTest, CapturesHowItEndsAndWhatItSays) {
  const PlainRun said = run({"/bin/sh", "-c", "cat; echo problem >&2; exit 3"}, "text");
  EXPECT_EQ(said.outcome, (trace::Outcome{Ending::exited, 3}));
  EXPECT_EQ(said.output, "text");
  EXPECT_EQ(said.errors, "problem\n");
  EXPECT_EQ(victim("abort").outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  EXPECT_EQ(victim("signal 15").outcome, (trace::Outcome{Ending::signalled, SIGTERM}));
  EXPECT_EQ(victim("crash").outcome, (trace::Outcome{Ending::signalled, SIGSEGV}));
  EXPECT_EQ(victim("daemon").outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(processes_named("target_victim_plain"), 0u);
}

TEST_P(PlainTest, HoldsItsLimits) {
  EXPECT_EQ(run({"/bin/sleep", "1000"}, "", kShort).outcome.ending, Ending::timed_out);
  EXPECT_EQ(victim("fill-memory").outcome, (trace::Outcome{Ending::signalled, SIGKILL}));
  EXPECT_NE(victim("fork-bomb", kShort).outcome.ending, Ending::exited);
  EXPECT_NE(run({"/bin/dd", "if=/dev/zero", "of=filler", "bs=1M"}).outcome, (trace::Outcome{Ending::exited, 0}));
  EXPECT_EQ(processes_named("target_victim_plain"), 0u);
}

TEST_P(PlainTest, GivesTheInput) {
  Options options;
  options.command = {"/bin/sh", "-c", "cat data; echo \"$1\" \"$2\" $SYMBOLIC", "sh", "@arg"};
  options.sandbox = GetParam().sandbox;
  options.landlock_version = GetParam().landlock_version;
  trace::Input input;
  input.objects.push_back(object(trace::ObjectKind::file, "data", 0, "in the file\n"));
  input.objects.push_back(object(trace::ObjectKind::argument, "", 0, "one"));
  input.objects.push_back(object(trace::ObjectKind::argument, "", 1, "two"));
  input.objects.push_back(object(trace::ObjectKind::environment, "SYMBOLIC", 0, "three"));
  const auto ran = run_plain(options, input);
  ASSERT_TRUE(ran.ok()) << ran.error().message;
  EXPECT_EQ(ran->output, "in the file\none two three\n") << ran->errors;
}

TEST_P(PlainTest, HostileToolsChangeNothing) {
  const std::string directory = "/tmp/cairn-test-tools-" + std::to_string(::getpid());
  ::mkdir(directory.c_str(), 0777);
  ::chmod(directory.c_str(), 0777);
  const std::string file = directory + "/file";
  std::ofstream(file) << "precious";
  ::chmod(file.c_str(), 0666);
  struct stat before = {};
  ASSERT_EQ(::stat(file.c_str(), &before), 0);
  const pid_t bystander = ::fork();
  if (bystander == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) ::pause();
  }
  const timespec clock_before = [] {
    timespec t;
    ::clock_gettime(CLOCK_REALTIME, &t);
    return t;
  }();

  const std::vector<std::vector<std::string>> commands = {
      {"/bin/chmod", "0", file},
      {"/bin/chmod", "-R", "0", directory},
      {"/bin/chown", "1:1", file},
      {"/bin/touch", "-d", "2001-01-01", file},
      {"/bin/touch", directory + "/new"},
      {"/usr/bin/truncate", "-s", "0", file},
      {"/bin/kill", "-9", std::to_string(bystander)},
      {"/bin/sh", "-c", "kill -9 -1"},
      {"/bin/rm", "-rf", directory},
      {"/bin/mv", file, directory + "/moved"},
      {"/bin/ln", file, directory + "/linked"},
      {"/bin/dd", "if=/dev/zero", "of=" + file, "count=1"},
      {"/bin/dd", "if=/dev/zero", "of=" + file, "count=1", "conv=notrunc"},
      {"/bin/sh", "-c", ": > " + file},
      {"/bin/sh", "-c", "echo x >> " + file},
      {"/bin/cp", "/etc/passwd", file},
      {"/bin/date", "-s", "2001-01-01"},
      {"/bin/mkdir", directory + "/made"},
      {"/bin/mount", "-t", "tmpfs", "none", directory},
      {"/usr/bin/renice", "19", std::to_string(bystander)},
      {"/usr/bin/prlimit", "--pid", std::to_string(bystander), "--nofile=7:7"},
  };
  for (const auto& command : commands) {
    if (::access(command[0].c_str(), X_OK) != 0) continue;
    run(command);
    struct stat after = {};
    ASSERT_EQ(::stat(file.c_str(), &after), 0) << command[0];
    EXPECT_EQ(after.st_size, 8) << command[0];
    EXPECT_EQ(after.st_mode, before.st_mode) << command[0];
    EXPECT_EQ(after.st_uid, before.st_uid) << command[0];
    EXPECT_EQ(after.st_nlink, 1u) << command[0];
    EXPECT_EQ(after.st_mtim.tv_sec, before.st_mtim.tv_sec) << command[0];
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory), {}), 1) << command[0];
    EXPECT_EQ(::waitpid(bystander, nullptr, WNOHANG), 0) << command[0];
  }
  timespec clock_after;
  ::clock_gettime(CLOCK_REALTIME, &clock_after);
  EXPECT_GE(clock_after.tv_sec, clock_before.tv_sec) << "the clock was set";
  std::ifstream limits("/proc/" + std::to_string(bystander) + "/limits");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(limits), {}).find(" 7 "), std::string::npos);
  ::kill(bystander, SIGKILL);
  ::waitpid(bystander, nullptr, 0);
  std::filesystem::remove_all(directory);
}

INSTANTIATE_TEST_SUITE_P(Plain, PlainTest,
                         ::testing::Values(Mode{"namespaces", Sandbox::namespaces, 0},
                                           Mode{"landlock", Sandbox::landlock, 0},
                                           Mode{"old_landlock", Sandbox::landlock, 2}),
                         [](const auto& info) { return info.param.name; });

TEST(Plain, WithoutContainment) {
  EXPECT_EQ(run_command({"off", Sandbox::off, 0}, {"/bin/echo", "hello"}).output, "hello\n");
  EXPECT_EQ(run_command({"off", Sandbox::off, 0}, {CAIRN_TEST_TARGETS "/target_victim_plain"}, "daemon").outcome.code,
            0);
  EXPECT_EQ(processes_named("target_victim_plain"), 0u);
}

TEST(Plain, ShowsTheFilesThatArgumentsName) {
  const std::filesystem::path old = std::filesystem::current_path();
  const std::string directory = "/tmp/cairn-test-shown-" + std::to_string(::getpid());
  std::filesystem::create_directories(directory + "/sub");
  std::ofstream(directory + "/sub/file") << "shown";
  std::filesystem::current_path(directory);
  const PlainRun run = run_command({"automatic", Sandbox::automatic, 0}, {"/bin/cat", "sub/file"});
  std::filesystem::current_path(old);
  std::filesystem::remove_all(directory);
  EXPECT_EQ(run.output, "shown") << run.errors;
}

TEST(Plain, Probes) {
  const Capabilities found = probe();
  EXPECT_EQ(found.root, ::geteuid() == 0);
  EXPECT_EQ(found.namespaces, found.namespaces_why.empty()) << found.namespaces_why;
  EXPECT_EQ(found.landlock, found.landlock_why.empty()) << found.landlock_why;
  EXPECT_TRUE(found.seccomp);
}

}  // namespace
}  // namespace cairn::target
