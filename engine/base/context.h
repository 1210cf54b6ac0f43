// What every component of a session may reach for: randomness, statistics, the wish to stop. Passed explicitly; no globals.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/rng.h"
#include "engine/base/stats.h"

namespace cairn::base {

struct Context {
  explicit Context(std::uint64_t seed) : rng(seed) {}

  Rng rng;
  Stats stats;
  std::atomic<bool> stop{false};  // set by a signal handler or a limit; long work polls it
};

}  // namespace cairn::base
