#include "cli/run_tool.h"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/target/memory_file.h"

namespace cairn::cli {
namespace {

std::string read_all(int fd) {
  std::string output;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::pread(fd, buffer, sizeof buffer, static_cast<off_t>(output.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return output;
    output.append(buffer, static_cast<std::size_t>(got));
  }
}

// With these in the place of stdout and stderr; returns the status of Ended.
base::Result<int> run(const std::vector<std::string>& command, const std::filesystem::path& directory, int output,
                      int errors) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  if (output != STDOUT_FILENO) posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (errors != STDERR_FILENO) posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return base::environment_error(fmt::format("cannot run {}: {}", command.front(), std::strerror(error)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

base::Result<Ended> run_tool(const std::vector<std::string>& command, bool capture,
                             const std::filesystem::path& directory) {
  if (!capture) {
    TRY(const int status, run(command, directory, STDOUT_FILENO, STDERR_FILENO));
    return Ended{status, {}, {}};
  }
  TRY(const target::Descriptor both, target::memory_file("output"));
  TRY(const int status, run(command, directory, both.get(), both.get()));
  return Ended{status, read_all(both.get()), {}};
}

base::Result<Ended> ask_tool(const std::vector<std::string>& command) {
  TRY(const target::Descriptor output, target::memory_file("output"));
  TRY(const target::Descriptor errors, target::memory_file("errors"));
  TRY(const int status, run(command, {}, output.get(), errors.get()));
  return Ended{status, read_all(output.get()), read_all(errors.get())};
}

}  // namespace cairn::cli
