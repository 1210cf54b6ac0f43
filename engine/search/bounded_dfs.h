#pragma once

#include "engine/search/registry.h"

namespace cairn::search {

std::unique_ptr<Strategy> make_bounded_dfs(const StrategyOptions& options, base::Rng rng);

}  // namespace cairn::search
