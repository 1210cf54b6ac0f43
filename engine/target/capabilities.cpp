#include "engine/target/capabilities.h"

#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string_view>

#include "engine/target/landlock.h"
#include "engine/target/plain.h"
#include "engine/target/seccomp_filter.h"

namespace cairn::target {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// In a child: neither can be undone.
template <class Action>
bool works_in_child(Action action) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(action() ? 0 : 1);
  int status = 1;
  return pid > 0 && ::waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// The only honest answer is to do it.
bool contains(Sandbox sandbox, std::string* why) {
  Options options;
  options.command = {"/bin/true"};
  options.sandbox = sandbox;
  options.run_milliseconds = 5000;
  const auto run = run_plain(options, {});
  if (!run.ok()) {
    *why = run.error().message;
    return false;
  }
  if (run->outcome == trace::Outcome{trace::Ending::exited, 0}) return true;
  *why = "/bin/true failed in it: " + run->errors;
  return false;
}

bool writable_cgroup() {
  const std::string entry = first_line("/proc/self/cgroup");
  if (!entry.starts_with("0::/")) return false;  // version 1
  const std::string directory = "/sys/fs/cgroup" + entry.substr(3);
  const std::string controllers = " " + first_line(directory + "/cgroup.subtree_control") + " ";
  return controllers.find(" memory ") != std::string::npos && controllers.find(" pids ") != std::string::npos &&
         ::access(directory.c_str(), W_OK) == 0;
}

}  // namespace

Capabilities probe() {
  Capabilities found;
  found.root = ::geteuid() == 0;
  found.landlock_version = landlock_version();
  found.namespaces = contains(Sandbox::namespaces, &found.namespaces_why);
  found.landlock = contains(Sandbox::landlock, &found.landlock_why);
  if (const auto filter = seccomp_filter({}); filter.ok()) {
    found.seccomp = works_in_child([&] {
      int listener = -1;
      return install_filter(filter.value(), Signals::free, &listener).what == nullptr;
    });
  }
  found.cgroups = writable_cgroup();
  found.fixed_addresses = works_in_child(
      [] { return ::personality(ADDR_NO_RANDOMIZE) >= 0 && (::personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0; });
  found.core_pattern = first_line("/proc/sys/kernel/core_pattern");
  return found;
}

}  // namespace cairn::target
