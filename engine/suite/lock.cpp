#include "engine/suite/lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <string>

#include "engine/suite/files.h"

namespace cairn::suite {
namespace {

std::string holder(int fd) {
  char text[16] = {};
  const ssize_t size = ::pread(fd, text, sizeof text - 1, 0);
  std::string pid;
  for (ssize_t i = 0; i < size && std::isdigit(static_cast<unsigned char>(text[i])) != 0; ++i) pid += text[i];
  return pid.empty() ? "another process" : "process " + pid;
}

}  // namespace

base::Result<std::unique_ptr<DirectoryLock>> DirectoryLock::take(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "lock";
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return file_error("write", path, errno);
  std::unique_ptr<DirectoryLock> lock(new DirectoryLock(fd));
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return file_error("lock", path, errno);
    return base::environment_error(fmt::format(
        "{} is in use by {}; wait for it to end, or choose another directory with -o", directory.string(), holder(fd)));
  }
  lock->held_ = true;
  const std::string pid = fmt::format("{}\n", ::getpid());
  // The name of the holder is a courtesy: the lock holds without it, so that a full disk does not matter here.
  if (::ftruncate(fd, 0) == 0) (void)!::pwrite(fd, pid.data(), pid.size(), 0);
  return lock;
}

// The file stays: another process may have opened it already, and would lock what nobody else finds any more.
DirectoryLock::~DirectoryLock() {
  if (held_) (void)!::ftruncate(fd_, 0);
  ::close(fd_);
}

}  // namespace cairn::suite
