// Landlock, by its system calls: read and execute everywhere, write only where allowed, signals only within.
#pragma once

#include <string>
#include <vector>

#include "engine/target/containment.h"

namespace cairn::target {

// 0 when the kernel has none, else the version of its interface.
int landlock_version();

constexpr int kLandlockSignals = 6;  // the version that confines signals

struct LandlockRules {
  std::string scratch;               // writable, with everything below it
  std::vector<std::string> devices;  // files or directories that may be opened for writing, nothing else
  int version = 0;
  bool confine_signals = false;
};

// In the child; requires no_new_privs.
[[nodiscard]] Step enter_landlock(const LandlockRules& rules);

}  // namespace cairn::target
