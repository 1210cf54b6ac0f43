// What this machine lets the engine do with targets (`cairn doctor`).
#pragma once

#include <string>

namespace cairn::target {

struct Capabilities {
  bool namespaces = false;       // a target can be contained by namespaces
  std::string namespaces_why;    // ... or why not
  bool landlock = false;         // a target can be contained by Landlock and the system call filter
  std::string landlock_why;      // ... or why not
  int landlock_version = 0;      // 0: none
  bool seccomp = false;          // filters can be installed
  bool cgroups = false;          // a writable cgroup (version 2) with memory and pids
  bool fixed_addresses = false;  // address randomisation can be turned off
  bool root = false;             // the engine runs as root
  std::string core_pattern;      // a handler program here makes every crash slow
};

Capabilities probe();

}  // namespace cairn::target
