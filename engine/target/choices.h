// Choices: objects of an input that say how a run is made, not what it reads.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/trace/input.h"

namespace cairn::target {

// Symbolic arguments whose number is part of the input: `maximum` arguments from `first` on (counting symbolic ones
// only), of which the first `minimum` are always there. The input holds a choice for each group; its size is the number
// of arguments there are beyond the minimum. The group is written into the choice's name, so that a test can be
// replayed by itself.
struct ArgumentGroup {
  std::uint32_t first = 0;
  std::uint32_t minimum = 0;
  std::uint32_t maximum = 0;

  bool operator==(const ArgumentGroup&) const = default;
};

// The choice of such a group. Requires minimum < maximum.
[[nodiscard]] trace::Object choice_of(const ArgumentGroup& group);

// Nothing when the object is no such choice.
[[nodiscard]] std::optional<ArgumentGroup> group_of(const trace::Object& object);

// A variable that was offered (Options::variables; these are sized) and is not set: such a one is there with all of its
// bytes, of which the first NUL ends the value, or not at all.
[[nodiscard]] bool is_unset(const trace::Object& object);

// The choice of a call that fails: four bytes, little-endian, the number of the call, 0 for none. Only the runtime can
// make a call fail.
[[nodiscard]] trace::Object failure(std::uint32_t ordinal);
[[nodiscard]] bool asks_for_failure(const trace::Object& object);

}  // namespace cairn::target
