// The system calls a contained target does not get (libseccomp). Everything else is allowed: a list of what is refused,
// because the programs under test are arbitrary and containment proper is done by namespaces or Landlock.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "engine/base/result.h"
#include "engine/target/containment.h"

namespace cairn::target {

enum class Signals {
  free,    // a PID namespace or Landlock's scope already confines them
  broker,  // each is put before the engine, which allows those within the target
};

struct FilterOptions {
  bool alone = false;  // without namespaces: also refuse what those, and not Landlock, would confine
  Signals signals = Signals::free;
  bool shared_memory = false;  // System V's, for targets with an IPC namespace of their own
};

base::Result<std::vector<sock_filter>> seccomp_filter(const FilterOptions& options);

// In the child. With a broker, `listener` receives the descriptor that the engine has to answer on.
[[nodiscard]] Step install_filter(const std::vector<sock_filter>& filter, Signals signals, int* listener);

}  // namespace cairn::target
