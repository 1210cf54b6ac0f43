// Strong ids: an index into some table, which cannot be mixed up with an index into another.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace cairn::base {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}

  [[nodiscard]] constexpr bool valid() const { return value != kNone; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace cairn::base

template <class Tag>
struct std::hash<cairn::base::Id<Tag>> {
  std::size_t operator()(cairn::base::Id<Tag> id) const noexcept { return id.value; }
};
