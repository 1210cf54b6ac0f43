#include "engine/search/registry.h"

#include "engine/search/bounded_dfs.h"
#include "engine/search/random_branch.h"
#include "engine/search/random_input.h"

namespace cairn::search {

namespace {

constexpr std::string_view kCrest = "Burnim and Sen, Heuristics for Scalable Dynamic Test Generation, ASE 2008";

constexpr StrategyEntry kStrategies[] = {
    {"bounded-dfs", "every path, depth first, true sides first; --depth bounds the forced branches along a path",
     kCrest, make_bounded_dfs},
    {"random-branch", "flip a random branch of the current path, restart with random inputs when coverage stalls",
     kCrest, make_random_branch},
    {"random-input", "random testing: uniformly random bytes for all inputs, no solving", kCrest, make_random_input},
};

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  for (const StrategyEntry& entry : kStrategies) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace cairn::search
