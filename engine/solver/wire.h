// What passes between the engine and a solver process: frames of a 32-bit length and a body, one request, one reply.
// Flat bytes in the machine's own order: both ends run on one machine and come from one build.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/solver/solver.h"

namespace cairn::solver::wire {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kLargestBody = 1u << 30;

struct Request {
  std::uint64_t step_limit = 0;  // 0: none
  bool core = false;             // find out which constraints an unsat answer needs
  Bytes query;                   // expr::serialize of the constraints
};

struct Reply {
  Verdict verdict = Verdict::unknown;
  std::uint64_t steps = 0;
  std::vector<std::pair<std::uint32_t, std::uint8_t>> values;  // sat: byte and value
  std::vector<std::uint32_t> core;                             // unsat: indices of constraints
  Limit limit = Limit::none;                                   // unknown: the limit met, or else
  std::string reason;                                          // what else was in the way
};

// Bodies, without the length. Decoding gives nothing when the bytes are not what encoding writes.
Bytes encode(const Request& request);
Bytes encode(const Reply& reply);
std::optional<Request> decode_request(std::span<const std::uint8_t> body);
std::optional<Reply> decode_reply(std::span<const std::uint8_t> body);

}  // namespace cairn::solver::wire
