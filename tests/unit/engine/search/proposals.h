// Strategies by name, and what they proposed.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/registry.h"
#include "simulation.h"

namespace cairn::search {

using tree::SideId;

inline Made make(std::string_view name, std::uint64_t seed = 7, StrategyOptions options = {}) {
  return make_strategy(name, options, base::Rng(seed)).value();
}

inline std::uint32_t depth_of(const Simulation& simulation, SideId side) {
  return simulation.tree.node(simulation.tree.node_of(side)).depth;
}

inline std::vector<SideId> flipped(const std::vector<Action>& actions) {
  std::vector<SideId> sides;
  for (const Action& action : actions) {
    if (const auto* flip = std::get_if<Flip>(&action)) sides.push_back(flip->side);
  }
  return sides;
}

inline std::vector<std::uint32_t> depths(const Simulation& simulation, const std::vector<Action>& actions) {
  std::vector<std::uint32_t> result;
  for (const SideId side : flipped(actions)) result.push_back(depth_of(simulation, side));
  return result;
}

inline double chi_square(const std::map<std::uint32_t, double>& expected, std::map<std::uint32_t, int> counts,
                         int draws) {
  double sum = 0;
  int within = 0;
  for (const auto& [key, share] : expected) {
    const double wanted = share * draws;
    sum += (counts[key] - wanted) * (counts[key] - wanted) / wanted;
    within += counts[key];
  }
  return within == draws ? sum : 1e9;
}

}  // namespace cairn::search
