#include "engine/solver/wire.h"

#include <utility>

#include "engine/solver/flat_bytes.h"

namespace cairn::solver::wire {

Bytes encode(const Request& request) {
  Bytes out;
  out.reserve(request.query.size() + 16);
  put(out, request.step_limit);
  put(out, static_cast<std::uint8_t>(request.core));
  out.insert(out.end(), request.query.begin(), request.query.end());
  return out;
}

std::optional<Request> decode_request(std::span<const std::uint8_t> body) {
  FlatReader reader(body);
  Request request;
  request.step_limit = reader.take<std::uint64_t>();
  request.core = reader.take<std::uint8_t>() != 0;
  const auto query = reader.rest();
  request.query.assign(query.begin(), query.end());
  return reader.ok() ? std::optional(std::move(request)) : std::nullopt;
}

Bytes encode(const Reply& reply) {
  Bytes out;
  put(out, static_cast<std::uint8_t>(reply.verdict));
  put(out, reply.steps);
  switch (reply.verdict) {
    case Verdict::sat:
      for (const auto& [byte, value] : reply.values) {
        put(out, byte);
        put(out, value);
      }
      break;
    case Verdict::unsat:
      for (const std::uint32_t index : reply.core) put(out, index);
      break;
    case Verdict::unknown:
      put(out, static_cast<std::uint8_t>(reply.limit));
      out.insert(out.end(), reply.reason.begin(), reply.reason.end());
      break;
  }
  return out;
}

std::optional<Reply> decode_reply(std::span<const std::uint8_t> body) {
  FlatReader reader(body);
  const auto verdict = reader.take<std::uint8_t>();
  if (verdict > static_cast<std::uint8_t>(Verdict::unknown)) return std::nullopt;
  Reply reply;
  reply.verdict = static_cast<Verdict>(verdict);
  reply.steps = reader.take<std::uint64_t>();
  switch (reply.verdict) {
    case Verdict::sat:
      while (reader.ok() && !reader.done()) {
        const auto byte = reader.take<std::uint32_t>();
        reply.values.emplace_back(byte, reader.take<std::uint8_t>());
      }
      break;
    case Verdict::unsat:
      while (reader.ok() && !reader.done()) reply.core.push_back(reader.take<std::uint32_t>());
      break;
    case Verdict::unknown: {
      const auto limit = reader.take<std::uint8_t>();
      if (limit > static_cast<std::uint8_t>(Limit::clock)) return std::nullopt;
      reply.limit = static_cast<Limit>(limit);
      const auto text = reader.rest();
      reply.reason.assign(text.begin(), text.end());
      break;
    }
  }
  return reader.ok() ? std::optional(std::move(reply)) : std::nullopt;
}

}  // namespace cairn::solver::wire
