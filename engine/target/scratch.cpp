#include "engine/target/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "engine/target/privileges.h"

namespace cairn::target {
namespace {

// A fresh directory has this modification time; any change to its entries sets another. So an untouched scratch is
// recognised by one fstat.
constexpr timespec kFresh[2] = {{1, 0}, {1, 0}};

struct Entry {
  std::string name;
  bool directory;
};

std::vector<Entry> entries(int directory) {
  std::vector<Entry> result;
  const int copy = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* stream = copy < 0 ? nullptr : ::fdopendir(copy);
  if (stream == nullptr) {
    if (copy >= 0) ::close(copy);
    return result;
  }
  while (const dirent* entry = ::readdir(stream)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    bool is_directory = entry->d_type == DT_DIR;
    if (entry->d_type == DT_UNKNOWN) {
      struct stat info = {};
      is_directory = ::fstatat(directory, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
    }
    result.push_back({name, is_directory});
  }
  ::closedir(stream);
  return result;
}

// Made by an engine of the same user, which may have given it to the target's.
bool ours(const struct stat& info) {
  return info.st_uid == ::geteuid() || (::geteuid() == 0 && info.st_uid == kNobody);
}

base::Error scratch_error(const std::string& what, const std::string& path) {
  return base::environment_error(fmt::format("cannot {} {}: {}", what, path, std::strerror(errno)));
}

}  // namespace

bool remove_contents(int directory) {
  // Subdirectories of a subdirectory are moved up before it is removed: depth never matters.
  std::uint64_t moved = 0;
  for (bool again = true; again;) {
    again = false;
    for (const Entry& entry : entries(directory)) {
      if (!entry.directory) {
        if (::unlinkat(directory, entry.name.c_str(), 0) != 0) return false;
        continue;
      }
      if (::unlinkat(directory, entry.name.c_str(), AT_REMOVEDIR) == 0) continue;
      ::fchmodat(directory, entry.name.c_str(), 0700, 0);
      const Descriptor below(::openat(directory, entry.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (!below.valid()) return false;
      for (const Entry& inner : entries(below.get())) {
        if (!inner.directory) {
          if (::unlinkat(below.get(), inner.name.c_str(), 0) != 0) return false;
        } else if (::unlinkat(below.get(), inner.name.c_str(), AT_REMOVEDIR) != 0) {
          ::fchmodat(below.get(), inner.name.c_str(), 0700, 0);  // moving a directory writes to it
          while (::renameat2(below.get(), inner.name.c_str(), directory, fmt::format("cairn-moved-{}", moved++).c_str(),
                             RENAME_NOREPLACE) != 0) {
            if (errno != EEXIST) return false;
          }
          again = true;
        }
      }
      if (::unlinkat(directory, entry.name.c_str(), AT_REMOVEDIR) != 0) return false;
    }
  }
  return true;
}

base::Result<Scratch> Scratch::create(const std::string& parent) {
  std::string base = parent;
  if (base.empty()) {
    const char* temporary = std::getenv("TMPDIR");
    base = temporary != nullptr && temporary[0] == '/' ? temporary : "/tmp";
  }
  std::error_code error;
  base = std::filesystem::absolute(base, error).lexically_normal().string();
  Scratch scratch;
  // The first free number, not a random name: a program that prints its directory prints the same next time. One that a
  // killed engine left behind is free too; whoever uses one holds its lock.
  for (unsigned n = 0; n < 10000; ++n) {
    const std::string path = fmt::format("{}/cairn-scratch-{:04}", base, n);
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
      const base::Error failed = scratch_error("make the scratch directory", path);
      if (!parent.empty()) return failed;
      return base::environment_error(failed.message + "; set TMPDIR to a directory where it can be made");
    }
    Descriptor own(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info = {};
    if (!own.valid() || ::flock(own.get(), LOCK_EX | LOCK_NB) != 0 || ::fstat(own.get(), &info) != 0) continue;
    if (info.st_nlink == 0 || !ours(info)) continue;
    scratch.path_ = path;
    scratch.own_ = std::move(own);
    return scratch;
  }
  return base::environment_error(fmt::format("no free scratch directory in {}; remove {}/cairn-scratch-*", base, base));
}

Scratch::Scratch(Scratch&& other) noexcept
    : path_(std::exchange(other.path_, std::string())),
      own_(std::move(other.own_)),
      directory_(std::move(other.directory_)),
      user_(other.user_),
      fresh_(other.fresh_),
      shown_(std::move(other.shown_)) {}

Scratch::~Scratch() {
  if (path_.empty()) return;
  if (own_.valid()) {
    ::fchmod(own_.get(), 0700);
    remove_contents(own_.get());
  }
  ::rmdir(path_.c_str());
}

void Scratch::show(std::string name, std::string file) { shown_.emplace_back(std::move(name), std::move(file)); }

base::Status Scratch::adopt(int directory, uid_t user) {
  directory_ = Descriptor(::fcntl(directory >= 0 ? directory : own_.get(), F_DUPFD_CLOEXEC, 3));
  if (!directory_.valid()) return scratch_error("use the scratch directory", path_);
  user_ = user;
  if (user != ::geteuid() && ::fchown(directory_.get(), user, static_cast<gid_t>(-1)) != 0) {
    return scratch_error("give away the scratch directory", path_);
  }
  fresh_ = false;
  return {};
}

base::Status Scratch::write_file(const trace::Object& object) {
  if (object.name.empty() || object.name.find('/') != std::string::npos || object.name == "." || object.name == "..") {
    return base::misuse_error(fmt::format("'{}' cannot be the name of a symbolic file", object.name));
  }
  const Descriptor file(
      ::openat(directory_.get(), object.name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!file.valid()) return scratch_error("write", fmt::format("{}/{}", path_, object.name));
  if (user_ != ::geteuid() && ::fchown(file.get(), user_, static_cast<gid_t>(-1)) != 0) {
    return scratch_error("give away", fmt::format("{}/{}", path_, object.name));
  }
  std::size_t done = 0;
  while (done < object.bytes.size()) {
    const ssize_t n = ::write(file.get(), object.bytes.data() + done, object.bytes.size() - done);
    if (n < 0) return scratch_error("write", fmt::format("{}/{}", path_, object.name));
    done += static_cast<std::size_t>(n);
  }
  return {};
}

base::Status Scratch::prepare(const trace::Input& input) {
  CHECK(directory_.valid());
  bool files = false;
  for (const trace::Object& object : input.objects) files |= object.kind == trace::ObjectKind::file;
  struct stat info = {};
  if (::fstat(directory_.get(), &info) != 0) return scratch_error("look at", path_);
  const bool untouched =
      fresh_ && info.st_mtim.tv_sec == kFresh[1].tv_sec && info.st_mtim.tv_nsec == 0 && (info.st_mode & 07777) == 0700;
  if (!untouched) {
    ::fchmod(directory_.get(), 0700);
    if (!remove_contents(directory_.get())) return scratch_error("empty", path_);
    for (const auto& [name, file] : shown_) {
      for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
        ::mkdirat(directory_.get(), name.substr(0, slash).c_str(), 0755);
      }
      if (::symlinkat(file.c_str(), directory_.get(), name.c_str()) != 0) return scratch_error("make the link", name);
    }
    if (::futimens(directory_.get(), kFresh) != 0) return scratch_error("look after", path_);
  }
  bool nested = false;  // changes in subdirectories do not show in the directory's time
  for (const auto& [name, file] : shown_) nested |= name.find('/') != std::string::npos;
  fresh_ = !files && !nested;
  for (const trace::Object& object : input.objects) {
    if (object.kind == trace::ObjectKind::file) TRY_STATUS(write_file(object));
  }
  return {};
}

std::uint64_t Scratch::bytes() const {
  std::uint64_t total = 0;
  std::vector<Descriptor> pending;
  pending.emplace_back(::openat(directory_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Bounded: this is asked while the target may still be making directories.
  for (int budget = 256; !pending.empty() && budget > 0; --budget) {
    const Descriptor directory = std::move(pending.back());
    pending.pop_back();
    if (!directory.valid()) continue;
    for (const Entry& entry : entries(directory.get())) {
      struct stat info = {};
      if (::fstatat(directory.get(), entry.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
      total += static_cast<std::uint64_t>(info.st_blocks) * 512;
      if (entry.directory && pending.size() < 64) {
        pending.emplace_back(
            ::openat(directory.get(), entry.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      }
    }
  }
  return total;
}

}  // namespace cairn::target
