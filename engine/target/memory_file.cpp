#include "engine/target/memory_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cairn::target {
namespace {

constexpr std::size_t kBound = 1u << 20;

base::Error memory_error(const char* what) {
  return base::environment_error(fmt::format("cannot {} a memory file: {}", what, std::strerror(errno)));
}

}  // namespace

base::Result<Descriptor> memory_file(const char* name) {
  Descriptor fd(::memfd_create(name, MFD_CLOEXEC));
  if (!fd.valid()) return memory_error("make");
  return fd;
}

base::Result<Descriptor> reopen(int fd, int flags) {
  Descriptor other(::open(fmt::format("/proc/self/fd/{}", fd).c_str(), flags | O_CLOEXEC));
  if (!other.valid()) return memory_error("open");
  return other;
}

base::Status write_content(int fd, std::span<const std::uint8_t> bytes) {
  const auto size = static_cast<ssize_t>(bytes.size());
  if (::ftruncate(fd, size) != 0) return memory_error("resize");
  if (size > 0 && ::pwrite(fd, bytes.data(), bytes.size(), 0) != size) return memory_error("write");
  return {};
}

base::Status empty_beyond(int fd, std::size_t bytes) {
  struct stat info = {};
  if (::fstat(fd, &info) != 0) return memory_error("look at");
  if (static_cast<std::size_t>(info.st_size) > bytes && ::ftruncate(fd, 0) != 0) return memory_error("resize");
  return {};
}

std::string read_content(int fd) {
  std::string text;
  struct stat info = {};
  if (::fstat(fd, &info) != 0 || info.st_size == 0) return text;
  text.resize(std::min(static_cast<std::size_t>(info.st_size), kBound));
  const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace cairn::target
