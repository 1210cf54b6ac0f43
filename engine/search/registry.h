// The table of strategies: the command line, the documentation and the tests all read this one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/base/rng.h"
#include "engine/search/strategy.h"

namespace cairn::search {

struct StrategyOptions {
  std::optional<std::uint32_t> depth;  // --depth; none: no bound
};

struct StrategyEntry {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;   // the paper or tool it is from
  std::unique_ptr<Strategy> (*make)(const StrategyOptions& options, base::Rng rng);
};

std::span<const StrategyEntry> strategies();

// Null when there is none of that name.
const StrategyEntry* find_strategy(std::string_view name);

}  // namespace cairn::search
