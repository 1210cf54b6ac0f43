#include "lab/published.h"

#include "lab/greedy.h"

namespace cairn::lab {
namespace {

constexpr Heuristic kHeuristics[] = {
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
};

}  // namespace

std::span<const Heuristic> heuristics() { return kHeuristics; }

}  // namespace cairn::lab
