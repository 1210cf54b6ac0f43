#include "engine/target/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace cairn::target {
namespace {

// Rights of later versions than the distribution's header knows.
constexpr std::uint64_t kTruncate = 1ull << 14;     // version 3
constexpr std::uint64_t kDeviceIoctl = 1ull << 15;  // version 5
constexpr std::uint64_t kScopeAbstractSockets = 1;  // version 6
constexpr std::uint64_t kScopeSignals = 2;

struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t network;  // version 4
  std::uint64_t scoped;   // version 6
};

// Everything that changes something. Reading and executing is not handled, hence free.
std::uint64_t writing_rights(int version) {
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                         LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) rights |= kTruncate;
  if (version >= 5) rights |= kDeviceIoctl;
  return rights;
}

Step allow(int ruleset, const std::string& path, std::uint64_t rights, bool required) {
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return required ? Step{"open for Landlock", errno} : Step{};
  landlock_path_beneath_attr rule = {};
  rule.allowed_access = rights;
  rule.parent_fd = fd;
  const long result = ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  const int error = errno;
  ::close(fd);
  return result == 0 || !required ? Step{} : Step{"landlock_add_rule", error};
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

Step enter_landlock(const LandlockRules& rules) {
  const std::uint64_t handled = writing_rights(rules.version);
  RulesetAttributes attributes = {handled, 0, 0};
  std::size_t size = sizeof attributes.files;
  if (rules.version >= kLandlockSignals) {
    size = sizeof attributes;
    attributes.scoped = kScopeAbstractSockets | (rules.confine_signals ? kScopeSignals : 0);
  }
  const long ruleset = ::syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return {"landlock_create_ruleset", errno};
  const int fd = static_cast<int>(ruleset);
  const std::uint64_t scratch =
      handled & ~(LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | kDeviceIoctl);
  if (const Step step = allow(fd, rules.scratch, scratch, true); step.what != nullptr) return step;
  const std::uint64_t device = handled & (LANDLOCK_ACCESS_FS_WRITE_FILE | kDeviceIoctl | kTruncate);
  for (const std::string& path : rules.devices) {
    if (const Step step = allow(fd, path, device, false); step.what != nullptr) return step;
  }
  if (::syscall(SYS_landlock_restrict_self, fd, 0) != 0) return {"landlock_restrict_self", errno};
  ::close(fd);
  return {};
}

}  // namespace cairn::target
