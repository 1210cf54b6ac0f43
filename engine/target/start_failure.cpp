#include "engine/target/start_failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "engine/target/descriptor.h"

namespace cairn::target {
namespace {

std::string last_line(const std::string& text) {
  std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

bool limited(__rlimit_resource resource) {
  rlimit limit = {};
  return ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// The limits that a program inherits and with which it has no room for its labels; nothing: there are none.
std::optional<std::string> too_little_memory() {
  if (limited(RLIMIT_AS)) return "the address space is limited; run ulimit -v unlimited first";
  if (limited(RLIMIT_DATA)) return "the size of data is limited; run ulimit -d unlimited first";
  return std::nullopt;
}

}  // namespace

base::Status check_instrumented(const std::string& path, const std::string& name) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info = {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0) {
    return base::misuse_error(fmt::format("{} cannot be read: {}", name, std::strerror(errno)));
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  bool found = false;
  if (size > 0) {
    void* bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (bytes == MAP_FAILED) return base::environment_error(fmt::format("{} cannot be read", name));
    found = ::memmem(bytes, size, CAIRN_SERVER_MARK, sizeof CAIRN_SERVER_MARK) != nullptr;
    ::munmap(bytes, size);
  }
  if (found) return {};
  return base::misuse_error(
      fmt::format("{} was not built with cairn-cc; build it with: cairn-cc -o {} ...", name, name));
}

base::Error start_failure(const std::string& name, bool ended, int status, const std::string& said, int seconds) {
  if (!ended) return base::environment_error(fmt::format("{} did not reach main within {} s", name, seconds));
  const std::string line = last_line(said);
  const std::string quoted = line.empty() ? "" : fmt::format(" (it said: {})", line);
  if (WIFSIGNALED(status)) {
    if (const auto limit = too_little_memory())
      return base::environment_error(fmt::format("{} ended before it reached main, and {}", name, *limit));
    const int signal = WTERMSIG(status);
    const char* abbreviation = ::sigabbrev_np(signal);
    return base::environment_error(
        fmt::format("{} crashed before it reached main, with SIG{} ({}){}; run it by hand to see why", name,
                    abbreviation != nullptr ? abbreviation : "?", ::strsignal(signal), quoted));
  }
  constexpr std::string_view kMissing = "error while loading shared libraries: ";
  if (const std::size_t at = said.find(kMissing); at != std::string::npos) {
    const std::size_t begin = at + kMissing.size();
    const std::string library = said.substr(begin, said.find(':', begin) - begin);
    return base::environment_error(
        fmt::format("{} needs the shared library {}, which cannot be loaded{}", name, library, quoted));
  }
  return base::environment_error(
      fmt::format("{} exited with status {} before it reached main{}; run it by hand to see why", name,
                  WEXITSTATUS(status), quoted));
}

base::Error no_labels(const std::string& name) {
  if (const auto limit = too_little_memory())
    return base::environment_error(fmt::format("{} cannot be recorded: {}", name, *limit));
  return base::environment_error(
      fmt::format("{} cannot be recorded: something else lies in memory where its labels would; build it without "
                  "-fsanitize=thread and -fsanitize=memory, and if it is, ask cairn doctor",
                  name));
}

}  // namespace cairn::target
