// What every solver program does around its solver: limit its own memory, die with its parent, read requests from the
// socket on its standard input and write replies back until the other end closes.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/solver/wire.h"

namespace cairn::solver {

struct Service {
  std::function<void(std::uint64_t memory_bytes)> limit_memory = {};  // of the solver itself; optional
  std::function<wire::Reply(const wire::Request&)> answer;
};

// The body of main: PROGRAM MEMORY-BYTES PARENT-PID. Returns the exit status.
int serve(int argc, char** argv, const Service& service);

[[nodiscard]] wire::Reply unknown_reply(std::string reason);

}  // namespace cairn::solver
