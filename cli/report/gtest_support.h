// The part of a generated GoogleTest file that is the same in all of them: how a program is run on an input.
#pragma once

#include <string_view>

namespace cairn::cli {

inline constexpr std::string_view kGtestSupport =
    R"text(#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Given {
  std::vector<std::string> arguments;  // behind the program's name
  std::string standard_input;
  std::vector<std::string> unset;      // variables that are not there
  Pairs files;        // name and content, in the working directory
  Pairs environment;  // name and value
  Pairs links;        // name in the working directory, file it stands for
};

enum class Ending { exited, signalled, timed_out };

struct Expected {
  Ending ending;
  int code;                   // exit status or signal
  const std::string* output;  // standard output; null: not known
};

std::string program() {
  const char* named = std::getenv("CAIRN_PROGRAM");
  return std::filesystem::absolute(named != nullptr ? named : CAIRN_PROGRAM).string();
}

void write(const std::filesystem::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// In the child: never returns.
void become(const std::string& path, const Given& given, const std::filesystem::path& work,
            const std::filesystem::path& in, const std::filesystem::path& out) {
  std::vector<char*> words = {const_cast<char*>(path.c_str())};
  for (const std::string& argument : given.arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  setenv("LC_ALL", "C", 1);
  setenv("TMPDIR", ".", 1);
  for (const std::string& name : given.unset) unsetenv(name.c_str());
  for (const auto& [name, value] : given.environment) setenv(name.c_str(), value.c_str(), 1);
  if (chdir(work.c_str()) != 0) _exit(126);
  dup2(open(in.c_str(), O_RDONLY), 0);
  dup2(open(out.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0600), 1);
  dup2(open("/dev/null", O_WRONLY), 2);
  execv(path.c_str(), words.data());
  _exit(127);
}

[[maybe_unused]] void check(const Given& given, const Expected& expected) {
  const std::string path = program();
  ASSERT_EQ(access(path.c_str(), X_OK), 0)
      << path << " cannot be run; set CAIRN_PROGRAM to a build of the program";
  std::string place = (std::filesystem::temp_directory_path() / "cairn-XXXXXX").string();
  ASSERT_NE(mkdtemp(place.data()), nullptr);
  const std::filesystem::path top = place, work = top / "work", in = top / "in", out = top / "out";
  std::filesystem::create_directory(work);
  for (const auto& [name, content] : given.files) write(work / name, content);
  for (const auto& [name, file] : given.links) {
    std::filesystem::create_directories((work / name).parent_path());
    std::filesystem::create_symlink(file, work / name);
  }
  write(in, given.standard_input);

  const pid_t child = fork();
  if (child == 0) become(path, given, work, in, out);
  int status = 0;
  bool late = false;
  // A run that is to end may take longer here than when it was recorded: the machine may be a slower one.
  const int patience = expected.ending == Ending::timed_out ? 1 : 10;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience * CAIRN_MILLISECONDS);
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (!late && std::chrono::steady_clock::now() > deadline) {
      late = true;
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  const std::string output = read(out);
  std::filesystem::remove_all(top);

  EXPECT_EQ(late, expected.ending == Ending::timed_out) << "whether it takes too long";
  if (late || expected.ending == Ending::timed_out) return;
  if (expected.ending == Ending::signalled) {
    ASSERT_TRUE(WIFSIGNALED(status)) << "ended with status " << WEXITSTATUS(status);
    EXPECT_EQ(WTERMSIG(status), expected.code) << "signal";
  } else {
    ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), expected.code) << "exit status";
  }
  if (expected.output != nullptr) {
    EXPECT_EQ(output.substr(0, CAIRN_OUTPUT), *expected.output) << "standard output";
  }
}

}  // namespace
)text";

}  // namespace cairn::cli
