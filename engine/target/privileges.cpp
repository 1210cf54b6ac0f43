#include "engine/target/privileges.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace cairn::target {
namespace {

// The kernel's calls, not libc's, which would signal other threads: the child has none.
Step become(const Identity& identity) {
  if (::syscall(SYS_setresgid, identity.group, identity.group, identity.group) != 0) return {"setresgid", errno};
  if (::syscall(SYS_setresuid, identity.user, identity.user, identity.user) != 0) return {"setresuid", errno};
  return {};
}

// Asked of a process that is nobody: the kernel alone knows all the rules.
bool reachable_by(const Identity& identity, const Surroundings& surroundings) {
  const std::string above = surroundings.scratch.substr(0, surroundings.scratch.rfind('/') + 1);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::syscall(SYS_setgroups, 0, nullptr);
    bool reachable = become(identity).what == nullptr && ::access(surroundings.program.c_str(), R_OK | X_OK) == 0 &&
                     ::access(above.c_str(), X_OK) == 0;
    for (const std::string& file : surroundings.readable) reachable = reachable && ::access(file.c_str(), R_OK) == 0;
    ::_exit(reachable ? 0 : 1);
  }
  int status = 1;
  while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

Identity choose_identity(const Surroundings& surroundings) {
  const Identity own = {::geteuid(), ::getegid()};
  if (own.user != 0) return own;
  const Identity nobody = {kNobody, kNobody};
  return reachable_by(nobody, surroundings) ? nobody : own;
}

Step drop_privileges(const Identity& identity) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return {"no_new_privs", errno};
  ::syscall(SYS_setgroups, 0, nullptr);  // not allowed, and not needed, for an ordinary user
  for (int capability = 0; capability < 64; ++capability) ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (const Step step = become(identity); step.what != nullptr) return step;
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  if (::syscall(SYS_capset, &header, none) != 0) return {"capset", errno};
  return {};
}

}  // namespace cairn::target
