// Hostile targets under every containment that this machine has, as the user that runs the tests; when that is root,
// all of it once more as an ordinary user.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <filesystem>

#include "tests/unit/engine/target/common.h"

namespace cairn::target {
namespace {

using trace::Ending;

struct Mode {
  const char* name;
  Sandbox sandbox;
  int landlock_version;
};

class ContainmentTest : public ::testing::TestWithParam<Mode> {
 protected:
  void SetUp() override {
    options_ = victim_options(GetParam().sandbox);
    options_.landlock_version = GetParam().landlock_version;
    options_.capture_output = true;
    start_target();
  }

  void start_target() {
    target_.reset();
    auto started = start(context_, options_);
    ASSERT_TRUE(started.ok()) << started.error().message;
    target_ = std::move(started).value();
  }

  void limit(std::uint32_t milliseconds) {
    options_.run_milliseconds = milliseconds;
    start_target();
  }

  trace::RawRun run(const std::string& text) { return run_with(*target_, standard_input(text)); }

  // The target still works, and nothing of an earlier run lives.
  void expect_healthy() {
    EXPECT_EQ(ends_at_last(*target_, standard_input("exit 2")), (trace::Outcome{Ending::exited, 2}));
    EXPECT_EQ(processes_named("victim_at_work"), 0u);
  }

  base::Context context_{1};
  Options options_;
  std::unique_ptr<Target> target_;
};

TEST_P(ContainmentTest, OrdinaryRuns) {
  EXPECT_EQ(run("exit 17").outcome, (trace::Outcome{Ending::exited, 17}));
  EXPECT_EQ(run("crash").outcome, (trace::Outcome{Ending::signalled, SIGSEGV}));
  EXPECT_EQ(run("abort").outcome, (trace::Outcome{Ending::signalled, SIGABRT}));
  EXPECT_EQ(run("signal 15").outcome, (trace::Outcome{Ending::signalled, SIGTERM}));
  EXPECT_EQ(run("cat /etc/passwd").outcome.code, 0);
  EXPECT_EQ(run("cat /proc/self/stat").outcome.code, 0);
  EXPECT_EQ(run("cat /dev/null").outcome.code, 0);
  EXPECT_EQ(run("leave-file").outcome.code, 0);
  EXPECT_EQ(run("leave-file").outcome.code, 0);
  EXPECT_EQ(run("deep").outcome.code, 0);
  EXPECT_EQ(run("descriptors").outcome.code, 0);
  expect_healthy();
}

TEST_P(ContainmentTest, NobodyOfImportanceInside) {
  EXPECT_TRUE(run("identity").output.ends_with(" 0\n")) << "capabilities are left: " << run("identity").output;
}

TEST_P(ContainmentTest, EndlessRuns) {
  limit(kShort);
  EXPECT_EQ(run("endless").outcome.ending, Ending::timed_out);
  EXPECT_EQ(run("stop").outcome.ending, Ending::timed_out);
  expect_healthy();
}

TEST_P(ContainmentTest, ForkBomb) {
  limit(kShort);
  EXPECT_NE(run("fork-bomb").outcome.ending, Ending::exited);
  expect_healthy();
}

TEST_P(ContainmentTest, FillsMemory) {
  EXPECT_EQ(run("fill-memory").outcome, (trace::Outcome{Ending::signalled, SIGKILL}));
  expect_healthy();
}

TEST_P(ContainmentTest, FillsDisk) {
  const trace::Outcome outcome = run("fill-disk").outcome;
  const bool by_error = outcome == trace::Outcome{Ending::exited, 7};
  const bool by_limit = outcome == trace::Outcome{Ending::signalled, SIGKILL};
  EXPECT_TRUE(by_error || by_limit) << static_cast<int>(outcome.ending) << " " << outcome.code;
  expect_healthy();
}

TEST_P(ContainmentTest, ClosesAndScribbles) {
  EXPECT_EQ(run("close-all").outcome.ending, Ending::exited);
  EXPECT_TRUE(run("scribble").corrupted);
  expect_healthy();
}

TEST_P(ContainmentTest, Daemons) {
  for (int i = 0; i < 50; ++i) {  // one may go to its reaper while we look for it elsewhere
    EXPECT_EQ(run("daemon").outcome, (trace::Outcome{Ending::exited, 0}));
    EXPECT_EQ(processes_named("victim_at_work"), 0u);
  }
  expect_healthy();
}

// A file, a directory and a named pipe of the engine's own user, which only containment protects.
class Bait {
 public:
  Bait() : directory_("/tmp/cairn-test-bait-" + std::to_string(::getpid())) {
    ::mkdir(directory_.c_str(), 0755);
    std::ofstream(file()) << "precious";
    ::mkfifo(pipe().c_str(), 0600);
    reader_ = ::open(pipe().c_str(), O_RDONLY | O_NONBLOCK);
  }
  ~Bait() {
    ::close(reader_);
    std::filesystem::remove_all(directory_);
  }
  [[nodiscard]] std::string file() const { return directory_ + "/cairn-test-bait"; }
  [[nodiscard]] std::string pipe() const { return directory_ + "/pipe"; }
  [[nodiscard]] bool intact() const {
    struct stat info = {};
    char byte;
    return ::stat(file().c_str(), &info) == 0 && info.st_size == 8 && (info.st_mode & 07777) == 0644 &&
           ::read(reader_, &byte, 1) <= 0;
  }

 private:
  std::string directory_;
  int reader_;
};

TEST_P(ContainmentTest, ChangesNothingOutside) {
  const Bait bait;
  const std::string above = "/tmp/cairn-test-bait-file-" + std::to_string(::getpid());
  std::ofstream(above) << "x";
  run("remove-above");
  EXPECT_TRUE(std::filesystem::remove(above)) << "removed a file above its directory";
  EXPECT_EQ(run("chmod " + bait.file()).outcome.code, 5);
  EXPECT_EQ(run("write-fifo " + bait.pipe()).outcome.code, 5);
  EXPECT_TRUE(bait.intact());
  expect_healthy();
}

TEST_P(ContainmentTest, SignalsNobodyOutside) {
  const pid_t bystander = ::fork();
  if (bystander == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) ::pause();
  }
  EXPECT_EQ(run("kill " + std::to_string(bystander)).outcome, (trace::Outcome{Ending::exited, 5}));
  run("kill-everything");
  run("kill-parent");
  EXPECT_EQ(::waitpid(bystander, nullptr, WNOHANG), 0) << "a process outside was killed";
  ::kill(bystander, SIGKILL);
  ::waitpid(bystander, nullptr, 0);
  expect_healthy();
}

TEST_P(ContainmentTest, DoesNotReachTheNetwork) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  const trace::Outcome outcome = run("connect " + std::to_string(ntohs(address.sin_port))).outcome;
  EXPECT_EQ(outcome.ending, Ending::exited);
  EXPECT_NE(outcome.code, 0);
  ::close(listener);
}

// tmpfile() and others know of no other place than /tmp. It can be had where nothing that is needed lies below it.
TEST_P(ContainmentTest, HasATemporaryDirectoryOfItsOwn) {
  const std::string directory = "/var/tmp/cairn-test-temporary-" + std::to_string(::getpid());
  ::mkdir(directory.c_str(), 0755);
  std::filesystem::copy_file(options_.command[0], directory + "/target_victim");
  options_.command = {directory + "/target_victim"};
  start_target();
  const int expected = GetParam().sandbox == Sandbox::namespaces ? 0 : 5;
  const std::string made = "/tmp/cairn-test-made-" + std::to_string(::getpid());
  EXPECT_EQ(run("tmpfile").outcome.code, expected);
  EXPECT_EQ(run("make " + made).outcome.code, expected);
  EXPECT_EQ(run("make " + made).outcome.code, expected) << "what one run makes the next does not find";
  EXPECT_FALSE(std::filesystem::exists(made));
  expect_healthy();
  options_.command.push_back("--to=/tmp/somewhere");  // which a directory in front of it would hide
  start_target();
  EXPECT_EQ(run("make " + made).outcome.code, 5);
  target_.reset();
  std::filesystem::remove_all(directory);
}

INSTANTIATE_TEST_SUITE_P(Modes, ContainmentTest,
                         ::testing::Values(Mode{"namespaces", Sandbox::namespaces, 0},
                                           Mode{"landlock", Sandbox::landlock, 0},
                                           Mode{"old_landlock", Sandbox::landlock, 2}),
                         [](const auto& info) { return info.param.name; });

// A program that only root can reach runs as root, without any of its powers.
TEST_P(ContainmentTest, RootWithoutPowers) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  const std::string directory = "/tmp/cairn-test-private-" + std::to_string(::getpid());
  ::mkdir(directory.c_str(), 0700);
  std::filesystem::copy_file(options_.command[0], directory + "/target_victim");
  options_.command = {directory + "/target_victim"};
  start_target();
  EXPECT_EQ(run("identity").output, "0 0\n");
  const Bait bait;
  EXPECT_EQ(run("chmod " + bait.file()).outcome.code, 5);
  EXPECT_EQ(run("write-fifo " + bait.pipe()).outcome.code, 5);
  EXPECT_TRUE(bait.intact());
  EXPECT_EQ(run("write /proc/sys/kernel/panic").outcome.code, 5);
  EXPECT_EQ(run("write " + bait.file()).outcome.code, 5);
  EXPECT_EQ(run("cat /dev/null").outcome.code, 0);
  EXPECT_EQ(run("kill " + std::to_string(::getpid())).outcome, (trace::Outcome{Ending::exited, 5}));
  limit(kShort);
  EXPECT_NE(run("fork-bomb").outcome.ending, Ending::exited);
  expect_healthy();
  target_.reset();
  std::filesystem::remove_all(directory);
}

TEST(Containment, FallsBackToLandlock) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string without_namespaces = "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && exec ";
  if (std::system((without_namespaces + "true'").c_str()) != 0) GTEST_SKIP() << "cannot take namespaces away";
  EXPECT_EQ(std::system((without_namespaces + self + " --gtest_also_run_disabled_tests " +
                         "--gtest_filter=*OnlyLandlock > /dev/null'")
                            .c_str()),
            0);
}

// Run by the test above, where there are no namespaces to be had.
TEST(Containment, DISABLED_OnlyLandlock) {
  base::Context context{1};
  const auto refused = start(context, victim_options(Sandbox::namespaces));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("--sandbox=off"), std::string::npos) << refused.error().message;
  auto target = start(context, victim_options(Sandbox::automatic));
  ASSERT_TRUE(target.ok()) << target.error().message;
  EXPECT_EQ(run_with(**target, standard_input("exit 4")).outcome.code, 4);
  const Bait bait;
  EXPECT_EQ(run_with(**target, standard_input("chmod " + bait.file())).outcome.code, 5);
  EXPECT_TRUE(bait.intact());
}

TEST(ContainmentAsOrdinaryUser, EverythingAgain) {
  if (::geteuid() != 0) GTEST_SKIP() << "already an ordinary user";
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string prefix = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
  if (std::system((prefix + "test -x " + self).c_str()) != 0) GTEST_SKIP() << "nobody cannot reach " << self;
  const std::string log = "/tmp/cairn-test-ordinary-" + std::to_string(::getpid());
  EXPECT_EQ(std::system((prefix + self + " --gtest_filter='Modes/*:*Plain*' > " + log + " 2>&1").c_str()), 0)
      << std::ifstream(log).rdbuf();
  std::filesystem::remove(log);
}

}  // namespace
}  // namespace cairn::target
