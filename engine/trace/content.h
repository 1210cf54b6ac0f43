// What an object of an input says, which may be less than it has room for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/trace/input.h"

namespace cairn::trace {

// In a place of fixed size, and ended by the first NUL.
[[nodiscard]] inline bool is_string(const Object& object) {
  return !object.sized && (object.kind == ObjectKind::argument || object.kind == ObjectKind::environment);
}

// Of a string, what stands in front of its end.
[[nodiscard]] inline std::span<const std::uint8_t> content_of(const Object& object) {
  const std::span<const std::uint8_t> all = object.bytes;
  if (!is_string(object)) return all;
  return all.first(static_cast<std::size_t>(std::ranges::find(all, std::uint8_t{0}) - all.begin()));
}

}  // namespace cairn::trace
