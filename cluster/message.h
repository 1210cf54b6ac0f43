// What members of a cluster tell each other, as bytes. Nothing that is read is trusted: what does not have its form is
// no message.
//
//   input := member, the input (suite/delta.h, against the empty one)
//   taken := the member whose they are now, keys of sides (explore/path_keys.h)
//   pulse := JSON
//
// Numbers have eight bytes, the lowest first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/membership.h"
#include "engine/trace/input.h"

namespace cairn::cluster {

struct SharedInput {
  MemberId member = 0;
  trace::Input input;
};
std::string encode_input(MemberId member, const trace::Input& input);
std::optional<SharedInput> decode_input(std::string_view bytes);

struct TakenSides {
  MemberId member = 0;
  std::vector<std::uint64_t> keys;
};
std::string encode_taken(MemberId member, std::span<const std::uint64_t> keys);
std::optional<TakenSides> decode_taken(std::string_view bytes);

std::string encode_pulse(const Pulse& pulse);
std::optional<Pulse> decode_pulse(std::string_view bytes);

}  // namespace cairn::cluster
