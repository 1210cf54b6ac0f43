#include "engine/program/libraries.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "engine/program/elf.h"

extern char** environ;

namespace cairn::program {

namespace {

constexpr std::array<std::string_view, 4> kSystem = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};

// What a command prints; nothing when it cannot be run or fails.
std::optional<std::string> output_of(std::vector<std::string> words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int failed = posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 1; failed == 0 && n > 0;) {
    n = read(ends[0], buffer, sizeof buffer);
    if (n < 0 && errno == EINTR)
      n = 1;
    else if (n > 0)
      text.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  if (failed != 0) return std::nullopt;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0 ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace

base::Result<std::vector<std::filesystem::path>> libraries_of(const std::filesystem::path& program) {
  std::vector<std::filesystem::path> found;
  TRY(const auto section, read_section(program, ".interp"));
  if (!section) return found;
  std::string linker(section->begin(), section->end());
  linker.resize(std::min(linker.find('\0'), linker.size()));
  // It runs here, not in containment: only one of the system's may.
  std::error_code error;
  const std::string real = std::filesystem::canonical(linker, error).string();
  const bool installed =
      std::ranges::any_of(kSystem, [&](std::string_view folder) { return real.starts_with(folder); });
  if (error || !installed) return base::environment_error(linker + " is no dynamic linker of the system");
  const auto listing = output_of({linker, "--list", program.string()});
  if (!listing) return base::environment_error(linker + " cannot tell which libraries " + program.string() + " needs");
  // "libc.so.6 => /lib/libc.so.6 (0x...)", or the path alone; what the kernel provides has none.
  std::istringstream lines(*listing);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('/'), end = line.rfind(" (0x");
    if (begin != std::string::npos && end != std::string::npos && begin < end)
      found.push_back(line.substr(begin, end - begin));
  }
  return found;
}

}  // namespace cairn::program
