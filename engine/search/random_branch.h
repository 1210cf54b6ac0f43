#pragma once

#include "engine/search/registry.h"

namespace cairn::search {

std::unique_ptr<Strategy> make_random_branch(const StrategyOptions& options, base::Rng rng);

}  // namespace cairn::search
