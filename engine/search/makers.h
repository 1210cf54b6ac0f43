// The factories of strategies, each defined in the file of its strategy (make_optimal in greedy.cpp). The table
// (registry.cpp) has all but make_batching, make_onward and make_interleaved, of which combinations are made
// (compose.cpp).
#pragma once

#include <memory>
#include <vector>

#include "engine/base/rng.h"
#include "engine/search/registry.h"
#include "engine/search/strategy.h"

namespace cairn::search {

using Made = std::unique_ptr<Strategy>;

Made make_batching(Made inner);
Made make_bfs(const StrategyOptions& options, base::Rng rng);
Made make_bounded_dfs(const StrategyOptions& options, base::Rng rng);
Made make_cfg(const StrategyOptions& options, base::Rng rng);
Made make_cfg_baseline(const StrategyOptions& options, base::Rng rng);
Made make_context(const StrategyOptions& options, base::Rng rng);
Made make_dart(const StrategyOptions& options, base::Rng rng);
Made make_dfs(const StrategyOptions& options, base::Rng rng);
Made make_generational(const StrategyOptions& options, base::Rng rng);
Made make_greedy(const StrategyOptions& options, base::Rng rng);
Made make_hits(const StrategyOptions& options, base::Rng rng);
Made make_hybrid(const StrategyOptions& options, base::Rng rng);
Made make_interleaved(std::vector<Made> members);
Made make_iterative_deepening(const StrategyOptions& options, base::Rng rng);
Made make_last_dfs(const StrategyOptions& options, base::Rng rng);
Made make_mutants(const StrategyOptions& options, base::Rng rng);
Made make_onward(Made inner, base::Rng rng);
Made make_optimal(const StrategyOptions& options, base::Rng rng);
Made make_portfolio(const StrategyOptions& options, base::Rng rng);
Made make_random_branch(const StrategyOptions& options, base::Rng rng);
Made make_random_input(const StrategyOptions& options, base::Rng rng);
Made make_random_path(const StrategyOptions& options, base::Rng rng);
Made make_random_state(const StrategyOptions& options, base::Rng rng);
Made make_sites(const StrategyOptions& options, base::Rng rng);
Made make_subpath(const StrategyOptions& options, base::Rng rng);
Made make_uniform_random(const StrategyOptions& options, base::Rng rng);

}  // namespace cairn::search
