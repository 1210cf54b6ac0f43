// cairn: finds the command, hands it its options, returns its exit status.
#include <fmt/core.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/help.h"
#include "cli/parse.h"

namespace cairn::cli {
namespace {

constexpr std::string_view kVersion = CAIRN_VERSION;

int help(const std::vector<std::string>& words) {
  if (words.empty()) {
    fmt::print("{}", overview());
    return kDone;
  }
  if (words.front() == "--markdown") {
    fmt::print("{}", reference());
    return kDone;
  }
  const Command* command = find_command(words.front());
  if (command == nullptr)
    return fail(base::misuse_error(fmt::format("there is no command {}; see cairn --help", words.front())));
  fmt::print("{}", usage(*command));
  return kDone;
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) return fail(base::misuse_error("no command given; cairn --help lists them"));
  const std::string& name = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (name == "--help" || name == "-h" || name == "help") return help(rest);
  if (name == "--version") {
    fmt::print("cairn {}\n", kVersion);
    return kDone;
  }
  const Command* command = find_command(name);
  if (command == nullptr) {
    return fail(base::misuse_error(fmt::format("there is no command {}; cairn --help lists them", name)));
  }
  auto parsed = parse(*command, rest);
  if (!parsed.ok()) return fail(parsed.error());
  if (parsed->help) {
    fmt::print("{}", usage(*command));
    return kDone;
  }
  return command->run(parsed->options);
}

// What was printed may still be on its way.
int deliver(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  if (errno == EPIPE) return kUnread;
  std::fprintf(stderr, "cairn: cannot write to standard output: %s\n", std::strerror(errno != 0 ? errno : EIO));
  return kEnvironment;
}

}  // namespace
}  // namespace cairn::cli

int main(int argc, char** argv) {
  // `cairn show OUT | head` ends when it writes, and without a word; a run goes on when nobody reads its progress.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of write(), and told like a full disk
  try {
    return cairn::cli::deliver(cairn::cli::run({argv + 1, argv + argc}));
  } catch (const std::filesystem::filesystem_error& error) {
    std::fprintf(stderr, "cairn: cannot use %s: %s\n",
                 error.path1().empty() ? "a file or directory" : error.path1().c_str(), error.code().message().c_str());
    return cairn::cli::kEnvironment;
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) return cairn::cli::kUnread;
    std::fprintf(stderr, "cairn: cannot write to standard output: %s\n", error.code().message().c_str());
    return cairn::cli::kEnvironment;
  }
}
