#include "cli/draft.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "engine/suite/files.h"
#include "engine/suite/layout.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".updating-";
constexpr int kMostDrafts = 1000;

// The directory, locked; -1: somebody else has it, or it is gone.
int lock(const fs::path& directory, bool without_locks) {
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  struct stat status{};
  const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
  // Some file systems know no locks on directories.
  const bool mine = locked || (without_locks && errno != EWOULDBLOCK);
  if (mine && ::fstat(fd, &status) == 0 && status.st_nlink > 0) return fd;
  ::close(fd);
  return -1;
}

std::optional<fs::perms> mode_of(const fs::path& directory) {
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  if (error || !fs::is_directory(status)) return std::nullopt;
  return status.permissions();
}

}  // namespace

fs::path place_of(const fs::path& typed) {
  std::error_code error;
  if (fs::path real = fs::canonical(typed, error); !error) return real;
  fs::path name = fs::absolute(typed).lexically_normal();
  return name.has_filename() ? name : name.parent_path();
}

base::Result<std::unique_ptr<Draft>> Draft::beside(const fs::path& out) {
  TRY_STATUS(suite::make_directories(out.parent_path()));
  const auto mode = mode_of(out);
  for (int number = ::getpid(), last = number + kMostDrafts; number < last; ++number) {
    const fs::path path = fmt::format("{}{}{}", out.string(), kMark, number);
    std::error_code error;
    const bool made = fs::create_directory(path, error);
    if (error) return suite::file_error("make", path, error.value());
    const int locked = made ? lock(path, true) : -1;
    if (locked < 0) continue;
    std::unique_ptr<Draft> draft(new Draft(path, out, locked));
    if (mode) fs::permissions(path, *mode | fs::perms::owner_all, error);
    return draft;
  }
  return suite::file_error("make a new directory beside", out, EEXIST);
}

Draft::~Draft() {
  if (!kept_) (void)suite::take_apart(path_, {});
  ::close(lock_);
}

base::Result<std::vector<fs::path>> Draft::take_place() {
  kept_ = true;
  const auto mode = mode_of(out_);
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, out_.c_str(), mode ? RENAME_EXCHANGE : 0) != 0) {
    const base::Error error = suite::file_error("replace", out_, errno);
    return base::environment_error(fmt::format("{}; the updated suite is in {}", error.message, path_.string()));
  }
  if (!mode) return std::vector<fs::path>();
  auto left = suite::take_apart(path_, out_);
  std::error_code ignored;
  fs::permissions(out_, *mode, ignored);
  return left.ok() ? std::move(left).value() : std::vector{path_};
}

std::set<fs::path> end_killed_updates(const fs::path& out) {
  const std::string begin = out.filename().string() + std::string(kMark);
  std::vector<fs::path> drafts;
  std::set<fs::path> left;
  std::error_code error;
  for (fs::directory_iterator entry(out.parent_path(), error), none; !error && entry != none; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool numbered = name.starts_with(begin) && name.size() > begin.size() &&
                          name.find_first_not_of("0123456789", begin.size()) == std::string::npos;
    // A run, or less: what holds other things and no run was made by somebody else.
    if (numbered && suite::check_directory(entry->path()).ok()) drafts.push_back(entry->path());
  }
  std::ranges::sort(drafts);
  for (const fs::path& draft : drafts) {
    const int locked = lock(draft, false);
    if (locked < 0) continue;
    auto stayed = suite::take_apart(draft, out);
    if (!stayed.ok()) stayed = std::vector{draft};
    left.insert(stayed->begin(), stayed->end());
    ::close(locked);
  }
  return left;
}

}  // namespace cairn::cli
