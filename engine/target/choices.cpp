#include "engine/target/choices.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace cairn::target {
namespace {

constexpr std::string_view kGroup = "args ";
constexpr std::string_view kFailure = "failure";

}  // namespace

trace::Object choice_of(const ArgumentGroup& group) {
  std::string name = fmt::format("{}{} {} {}", kGroup, group.first, group.minimum, group.maximum);
  return {trace::ObjectKind::choice, std::move(name), 0, true, group.maximum - group.minimum, {}};
}

std::optional<ArgumentGroup> group_of(const trace::Object& object) {
  if (object.kind != trace::ObjectKind::choice || !object.sized || !object.name.starts_with(kGroup))
    return std::nullopt;
  ArgumentGroup group;
  const char* at = object.name.data() + kGroup.size();
  const char* const end = object.name.data() + object.name.size();
  for (std::uint32_t* number : {&group.first, &group.minimum, &group.maximum}) {
    const auto [after, error] = std::from_chars(at, end, *number);
    if (error != std::errc{}) return std::nullopt;
    at = after == end ? end : after + 1;
  }
  return group;
}

bool is_unset(const trace::Object& object) {
  return object.kind == trace::ObjectKind::environment && object.sized && object.bytes.size() != object.capacity;
}

trace::Object failure(std::uint32_t ordinal) {
  return {trace::ObjectKind::choice, std::string(kFailure), ordinal, false, 4, {}};
}

bool asks_for_failure(const trace::Object& object) {
  return object.kind == trace::ObjectKind::choice && object.name == kFailure &&
         std::any_of(object.bytes.begin(), object.bytes.end(), [](std::uint8_t byte) { return byte != 0; });
}

}  // namespace cairn::target
