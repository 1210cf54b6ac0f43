#include "engine/suite/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "engine/base/hash.h"

namespace cairn::suite {
namespace {

constexpr std::size_t kMaxProgram = std::size_t{4} << 30;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  // Errors of delayed writes (network file systems, quotas) arrive here.
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }

 private:
  int fd_;
};

// Returns 0 or an errno.
int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Returns -1 at an error, with errno set.
ssize_t read_some(int fd, char* data, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(fd, data, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

}  // namespace

base::Error file_error(std::string_view action, const std::filesystem::path& path, int error_number) {
  std::string message = fmt::format("cannot {} {}: {}", action, path.string(), std::strerror(error_number));
  if (error_number == ENOSPC || error_number == EDQUOT) message += fmt::format("; free some space and {}", kGoOn);
  return base::environment_error(std::move(message));
}

base::Status write_atomically(const std::filesystem::path& path, std::string_view content) {
  const std::string temporary = path.string() + std::string(kTemporarySuffix);
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) return file_error("write", path, errno);
  int error = write_all(file.get(), content);
  if (file.close() != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  ::unlink(temporary.c_str());
  return file_error("write", path, error);
}

base::Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return file_error("read", path, errno);
  if (!S_ISREG(status.st_mode)) return base::environment_error(fmt::format("{} is not a file", path.string()));
  std::string content;
  std::vector<char> buffer(64 << 10);
  for (;;) {
    const ssize_t got = read_some(file.get(), buffer.data(), buffer.size());
    if (got < 0) return file_error("read", path, errno);
    if (got == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(got));
    if (content.size() > limit) {
      return base::environment_error(fmt::format("{} is larger than {} bytes", path.string(), limit));
    }
  }
}

base::Status make_directories(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return file_error("create", path, error.value());
  return {};
}

base::Result<std::uint64_t> hash_file(const std::filesystem::path& path) {
  TRY(const std::string content, read_file(path, kMaxProgram));
  return base::hash_string(content);
}

}  // namespace cairn::suite
