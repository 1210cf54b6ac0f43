// Containment by namespaces: the target sees the machine's files read-only, a private scratch file system, its own
// processes only, no network and a handful of devices. Where the kernel has Landlock it is put on top: a read-only
// mount does not keep anyone from writing to a named pipe.
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "engine/target/containment.h"
#include "engine/target/descriptor.h"
#include "engine/target/landlock.h"
#include "engine/target/privileges.h"
#include "engine/target/seccomp_filter.h"
#include "engine/target/supervision.h"

namespace cairn::target {
namespace {

// tmpfile() and many others know of no other place, so it is the scratch directory if it can be.
constexpr const char* kTemporary = "/tmp";
constexpr std::array kDevices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};

Step mounted(const char* what, int result) { return result == 0 ? Step{} : Step{what, errno}; }

Step set_attributes(const char* path, std::uint64_t attributes, unsigned flags) {
  mount_attr change = {};
  change.attr_set = attributes;
  return mounted("mount_setattr",
                 static_cast<int>(::syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &change, sizeof change)));
}

// Followed to their end, links may lead there too.
bool below(const std::string& path, const char* directory) {
  std::error_code error;
  const std::string links_followed = std::filesystem::weakly_canonical(path, error).string() + '/';
  return (path + '/').starts_with(std::string(directory) + '/') ||
         links_followed.starts_with(std::string(directory) + '/');
}

// As a whole, or behind something as in --file=/tmp/x.
bool names(const std::string& word, const std::string& directory) {
  for (std::size_t at = 0; (at = word.find(directory, at)) != std::string::npos; ++at) {
    const bool begins = at == 0 || std::strchr("=:, ", word[at - 1]) != nullptr;
    const std::size_t end = at + directory.size();
    if (begins && (end == word.size() || word[end] == '/')) return true;
  }
  return false;
}

// Nothing of what the target has to reach would be hidden by a mount there. Where scratch is does not matter: what
// depended on it would be another program in a replay.
bool may_be_covered(const char* directory, const Surroundings& surroundings) {
  std::error_code error;
  return std::filesystem::is_directory(directory, error) && !below(surroundings.program, directory) &&
         std::ranges::none_of(surroundings.arguments,
                              [&](const std::string& word) { return names(word, directory); }) &&
         std::ranges::none_of(surroundings.readable, [&](const std::string& file) { return below(file, directory); });
}

base::Status write_text(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid() || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    return base::environment_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  return {};
}

class NamespaceContainment : public Containment {
 public:
  NamespaceContainment(const Options& options, const Surroundings& surroundings, std::vector<sock_filter> filter)
      : identity_(choose_identity(surroundings)), filter_(std::move(filter)) {
    rules_.scratch = may_be_covered(kTemporary, surroundings) ? kTemporary : surroundings.scratch;
    rules_.devices = {"/dev"};
    rules_.version = landlock_version();
    scratch_options_ = fmt::format("size={},nr_inodes=65536,mode=0755,uid={},gid={}", options.disk_bytes,
                                   identity_.user, identity_.group);
  }

  [[nodiscard]] unsigned long clone_flags() const override {
    return CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  }

  // Ids are mapped to themselves: the engine's own, and for root the one that the target will have.
  base::Status admit(pid_t child) const override {
    const Identity own = {::geteuid(), ::getegid()};
    std::string users = fmt::format("{0} {0} 1\n", own.user);
    std::string groups = fmt::format("{0} {0} 1\n", own.group);
    if (identity_.user != own.user) users += fmt::format("{0} {0} 1\n", identity_.user);
    if (identity_.group != own.group) groups += fmt::format("{0} {0} 1\n", identity_.group);
    const std::string process = fmt::format("/proc/{}/", child);
    TRY_STATUS(write_text(process + "uid_map", users));
    if (own.user != 0) TRY_STATUS(write_text(process + "setgroups", "deny"));
    return write_text(process + "gid_map", groups);
  }

  [[nodiscard]] Step build_view() const override {
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return {"mount private", errno};
    int devices[kDevices.size()];
    for (std::size_t i = 0; i < kDevices.size(); ++i) {
      devices[i] =
          static_cast<int>(::syscall(SYS_open_tree, AT_FDCWD, kDevices[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
    }
    // Refused in containers that hide parts of /proc: then the old one stays, read-only like all the rest.
    if (::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0) limit_processes();
    const Step read_only = set_attributes("/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, AT_RECURSIVE);
    if (read_only.what != nullptr) return read_only;
    if (const Step step = build_devices(devices); step.what != nullptr) return step;
    return mounted("mount scratch",
                   ::mount("tmpfs", rules_.scratch.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, scratch_options_.c_str()));
  }

  [[nodiscard]] bool own_scratch() const override { return true; }
  [[nodiscard]] const std::string& directory(const std::string&) const override { return rules_.scratch; }

  [[nodiscard]] Step give_up(int* listener) const override {
    // Counted per user namespace since Linux 5.14, and not at all for root.
    const rlimit limit = {kMaximumProcesses, kMaximumProcesses};
    if (identity_.user != 0) ::setrlimit(RLIMIT_NPROC, &limit);
    if (const Step step = drop_privileges(identity_); step.what != nullptr) return step;
    if (rules_.version > 0) {
      if (const Step step = enter_landlock(rules_); step.what != nullptr) return step;
    }
    return install_filter(filter_, Signals::free, listener);
  }

  [[nodiscard]] uid_t user() const override { return identity_.user; }
  [[nodiscard]] Sandbox kind() const override { return Sandbox::namespaces; }

 private:
  // Since Linux 6.14 the largest process number belongs to the PID namespace; before, this is refused.
  static void limit_processes() {
    const int file = ::open("/proc/sys/kernel/pid_max", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    static constexpr char kText[] = "512";
    if (::write(file, kText, sizeof kText - 1) < 0) errno = 0;
    ::close(file);
  }

  // A /dev of its own with the devices cloned before everything else lost them.
  [[nodiscard]] Step build_devices(const int* devices) const {
    if (::mount("tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=64k,nr_inodes=64,mode=0755") != 0) {
      return {"mount /dev", errno};
    }
    for (std::size_t i = 0; i < kDevices.size(); ++i) {
      if (devices[i] < 0) continue;
      const int place = ::open(kDevices[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
      if (place < 0) return {"make a device", errno};
      ::close(place);
      if (::syscall(SYS_move_mount, devices[i], "", AT_FDCWD, kDevices[i], MOVE_MOUNT_F_EMPTY_PATH) != 0) {
        return {"move_mount", errno};
      }
      ::close(devices[i]);
    }
    const char* const links[][2] = {{"/proc/self/fd", "/dev/fd"},
                                    {"/proc/self/fd/0", "/dev/stdin"},
                                    {"/proc/self/fd/1", "/dev/stdout"},
                                    {"/proc/self/fd/2", "/dev/stderr"},
                                    {rules_.scratch.c_str(), "/dev/shm"}};  // shared memory ends with the run
    for (const auto& link : links) {
      if (::symlink(link[0], link[1]) != 0) return {"symlink", errno};
    }
    return set_attributes("/dev", MOUNT_ATTR_RDONLY, 0);
  }

  Identity identity_;
  LandlockRules rules_;
  std::vector<sock_filter> filter_;
  std::string scratch_options_;
};

}  // namespace

base::Result<std::unique_ptr<Containment>> namespace_containment(const Options& options,
                                                                 const Surroundings& surroundings) {
  for (const std::string* path : {&surroundings.program, &surroundings.scratch}) {
    if (path->starts_with("/dev/") || path->starts_with("/proc/")) {
      return base::misuse_error(fmt::format("{} cannot be seen by a contained program; move it elsewhere", *path));
    }
  }
  TRY(std::vector<sock_filter> filter, seccomp_filter({false, Signals::free, options.shared_memory}));
  return std::unique_ptr<Containment>(std::make_unique<NamespaceContainment>(options, surroundings, std::move(filter)));
}

}  // namespace cairn::target
