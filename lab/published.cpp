#include "lab/published.h"

#include <vector>

#include "lab/greedy.h"
#include "lab/shipped.h"

namespace cairn::lab {
namespace {

// Beside each heuristic the strategy of cairn run that goes by the same idea.
Heuristic shipped(std::string_view strategy, std::string_view about) {
  return {strategy, about, [strategy](Simulation& simulation) { run_shipped(strategy, simulation); }, true};
}

const std::vector<Heuristic>& all() {
  static const std::vector<Heuristic> rows = {
      {"RT", "random testing", published_random_testing},
      {"RCN", "random cover new, KLEE's default", published_cover_new},
      {"RSS", "random state search", published_random_state},
      {"RPS", "random path selection", published_random_path},
      {"DFS", "depth-first search", published_depth_first},
      {"DART", "directed search", published_directed},
      {"GS", "generational search, SAGE", published_generational},
      {"CGS", "context-guided search", published_context_guided},
      {"SGS", "subpath-guided search", published_subpath_guided},
      {"G", "greedy, algorithms 1 and 2 of the paper", greedy},
      {"G-coded", "greedy as in the authors' code", greedy_as_coded},
      {"G-true", "greedy that knows the probabilities", greedy_with_truth},
      {"G-gt", "greedy with Good-Turing estimates", greedy_with_good_turing},
      shipped("random-path+covnew", "KLEE's default"),
      shipped("random-state", "every open side equally likely"),
      shipped("random-path", "a fair choice at each branch"),
      shipped("dfs", "the deepest open side"),
      shipped("dart", "the last open side, restarts"),
      shipped("generational", "all sides of the best run"),
      shipped("context", "each context once"),
      shipped("subpath", "the least travelled subpath"),
      shipped("greedy", "the same code that tests programs"),
      shipped("optimal", "beyond the paper, without mutation"),
  };
  return rows;
}

}  // namespace

std::span<const Heuristic> heuristics() { return all(); }

}  // namespace cairn::lab
