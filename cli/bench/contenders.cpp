#include "cli/bench/contenders.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "engine/search/pruner.h"
#include "engine/search/registry.h"

namespace cairn::bench {

namespace {

base::Result<Contender> contender_of(const std::string& name, std::optional<std::uint32_t> depth_of_all) {
  Contender contender{name, "cairn", name, depth_of_all, {}};
  std::string no_pruner;
  if (const auto at = name.rfind(':'); at != std::string::npos) {
    const std::string pruner = name.substr(at + 1);
    if (const auto mode = search::prune_mode(pruner); mode.ok() || pruner == kRounds) {
      contender.prune = pruner;
      contender.strategy.resize(at);
    } else {
      no_pruner = "; " + mode.error().message;
    }
  }
  if (const auto at = contender.strategy.find('@'); at != std::string::npos) {
    const std::string depth = contender.strategy.substr(at + 1);
    contender.strategy.resize(at);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(depth.data(), depth.data() + depth.size(), value);
    if (error != std::errc{} || end != depth.data() + depth.size() || value == 0) {
      return base::misuse_error(fmt::format("\"{}\": behind the @ stands a depth, such as 14", name));
    }
    contender.depth = value;
  }
  const auto made = search::make_strategy(contender.strategy, {.depth = contender.depth}, base::Rng(1));
  if (!made.ok()) return base::misuse_error(made.error().message + no_pruner);
  return contender;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

const std::vector<std::string>& external_tools() {
  static const std::vector<std::string> kTools = {"afl", "libfuzzer"};
  return kTools;
}

base::Result<std::vector<Contender>> contenders_of(const std::string& text, bool external_allowed,
                                                   std::optional<std::uint32_t> depth) {
  std::vector<std::string> names;
  for (const std::string& name : split(text, ',')) {
    if (name == "all") {
      for (const search::StrategyEntry& entry : search::strategies()) names.emplace_back(entry.name);
    } else {
      names.push_back(name);
    }
  }
  std::vector<Contender> contenders;
  for (const std::string& name : names) {
    if (std::ranges::count(names, name) > 1) return base::misuse_error(fmt::format("\"{}\" is named twice", name));
    if (std::ranges::count(external_tools(), name) > 0) {
      if (!external_allowed) {
        return base::misuse_error(fmt::format("{} is another tool: compare it with cairn bench run", name));
      }
      contenders.push_back({name, name, {}, {}, {}});
      continue;
    }
    TRY(contenders.emplace_back(), contender_of(name, depth));
  }
  return contenders;
}

}  // namespace cairn::bench
