// What every solver program does around its solver: limit its own memory, die with its parent, read requests from the
// socket on its standard input and write replies back until the other end closes; and keep a session of the solver from
// query to query, a new one when it has grown old or an exception left it in doubt.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/solver/wire.h"

namespace cairn::solver {

// A solver with everything it remembers between queries.
class Session {
 public:
  virtual ~Session() = default;
  // What it throws becomes an unknown reply, and the session is of no more use.
  virtual wire::Reply solve(const wire::Request& request) = 0;
  [[nodiscard]] virtual bool used_up() const = 0;
};

struct Service {
  std::function<void(std::uint64_t memory_bytes)> limit_memory = {};  // of the solver itself; optional
  std::function<std::unique_ptr<Session>()> make_session;
};

// The body of main: PROGRAM MEMORY-BYTES PARENT-PID. Returns the exit status.
int serve(int argc, char** argv, const Service& service);

[[nodiscard]] wire::Reply unknown_reply(std::string reason);

}  // namespace cairn::solver
