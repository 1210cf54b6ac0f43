// No root inside: who the target runs as, and how it loses every capability.
#pragma once

#include <sys/types.h>

#include "engine/target/containment.h"

namespace cairn::target {

struct Identity {
  uid_t user = 0;
  gid_t group = 0;
};

constexpr uid_t kNobody = 65534;

// The engine's own user; for root, nobody, provided that it can reach the surroundings (a program below /root it
// cannot): else root without any capability.
Identity choose_identity(const Surroundings& surroundings);

// In the child.
[[nodiscard]] Step drop_privileges(const Identity& identity);

}  // namespace cairn::target
