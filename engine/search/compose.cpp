// From what --strategy says to a strategy.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/search/makers.h"

namespace cairn::search {

namespace {

// What can be put before a strategy.
struct Wrapper {
  std::string_view prefix;
  Made (*make)(Made inner, base::Rng rng);
};
constexpr Wrapper kWrappers[] = {{"batching:", [](Made inner, base::Rng) { return make_batching(std::move(inner)); }},
                                 {"onward:", make_onward}};

const Wrapper* wrapper_of(std::string_view text) {
  const auto* const found =
      std::ranges::find_if(kWrappers, [&](const Wrapper& wrapper) { return text.starts_with(wrapper.prefix); });
  return found == std::end(kWrappers) ? nullptr : found;
}

// "a", "b:4" and "c" of "a+b:4+c".
std::vector<std::string_view> members_of(std::string_view text) {
  std::vector<std::string_view> members;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('+', at), text.size());
    members.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return members;
}

base::Result<Made> make_one(std::string_view text, StrategyOptions options, base::Rng rng) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const StrategyEntry* entry = find_strategy(name);
  if (entry == nullptr) {
    return base::misuse_error(fmt::format("there is no strategy {}; cairn strategies lists them", name));
  }
  if (colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    std::uint32_t length = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    if (!entry->takes_length) return base::misuse_error(fmt::format("the strategy {} takes no number", name));
    if (error != std::errc{} || end != digits.data() + digits.size() || length == 0) {
      return base::misuse_error(fmt::format("\"{}\" in --strategy {} is no number from 1 on", digits, text));
    }
    options.length = length;
  }
  return entry->make(options, rng);
}

}  // namespace

base::Result<Made> make_strategy(std::string_view text, const StrategyOptions& options, base::Rng rng) {
  if (const Wrapper* const wrapper = wrapper_of(text)) {
    TRY(auto inner, make_strategy(text.substr(wrapper->prefix.size()), options, rng));
    return wrapper->make(std::move(inner), rng.split());
  }
  const std::vector<std::string_view> names = members_of(text);
  if (names.size() == 1) return make_one(text, options, rng);
  std::vector<Made> members;
  for (const std::string_view name : names) {
    TRY(auto member, make_one(name, options, rng.split()));
    members.push_back(std::move(member));
  }
  return make_interleaved(std::move(members));
}

std::optional<std::uint32_t> depth_of_tree(std::string_view text, std::optional<std::uint32_t> depth) {
  if (const Wrapper* const wrapper = wrapper_of(text)) return depth_of_tree(text.substr(wrapper->prefix.size()), depth);
  const bool all_bound = std::ranges::all_of(members_of(text), [](std::string_view member) {
    const StrategyEntry* entry = find_strategy(member.substr(0, member.find(':')));
    return entry != nullptr && entry->bounds_itself;
  });
  return all_bound ? std::nullopt : depth;
}

}  // namespace cairn::search
