// What every component of a session may reach for: randomness, statistics, when to stop. Passed explicitly; no globals.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "engine/base/rng.h"
#include "engine/base/stats.h"

namespace cairn::base {

struct Context {
  using Clock = std::chrono::steady_clock;

  explicit Context(std::uint64_t seed) : rng(seed) {}

  Rng rng;
  Stats stats;
  std::atomic<bool> stop{false};                          // set by a signal handler or a limit; long work polls it
  Clock::time_point deadline = Clock::time_point::max();  // when the time is used up: long work ends by then

  // What is under way is to be left: what it gives then says nothing.
  [[nodiscard]] bool over() const { return stop || Clock::now() >= deadline; }
};

}  // namespace cairn::base
