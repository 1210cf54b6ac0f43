// The weights of KLEE's nurs searchers (core/Searcher.cpp, formulas of version 2.0 to 3.2), on open sides. A weight is
// a function of what is known about an open side; adding one is a function here and a row in registry.cpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/search/makers.h"
#include "engine/search/statistics.h"

namespace cairn::search {

using Weight = double (*)(const SideFacts&);

inline double square(double x) { return x * x; }

// The closer to something uncovered, the better.
inline double md2u_weight(const SideFacts& side) { return square(1.0 / (side.distance == 0 ? 10000 : side.distance)); }

// As md2u, and better still if its path covered something new within the last thousand instructions.
inline double covnew_weight(const SideFacts& side) {
  const double a = side.since_new == 0 ? 0 : 1.0 / (side.since_new > 1000 ? std::max(1u, side.since_new - 1000) : 1);
  return square(a) + md2u_weight(side);
}

// The rarer its branch is executed, the better.
inline double icnt_weight(const SideFacts& side) { return square(1.0 / std::max(1u, side.executions)); }

// The less is executed in its calling context, the better.
inline double cpicnt_weight(const SideFacts& side) { return 1.0 / std::max(1u, side.in_context); }

// The cheaper the queries of its path, the better.
inline double qc_weight(const SideFacts& side) { return side.query_seconds < 0.1 ? 1 : 1 / side.query_seconds; }

// The deeper, the better; sides of the root too can be picked.
inline double depth_weight(const SideFacts& side) { return 1.0 + side.depth; }

// The probability random-path would give it in a tree where every node has two live sides.
inline double rp_weight(const SideFacts& side) { return std::max(1e-300, std::exp2(-1.0 * side.depth)); }

// Picks an open side with probability proportional to its weight.
Made make_weighted_search(Weight weight, base::Rng rng);

template <Weight weight>
Made make_weighted(const StrategyOptions&, base::Rng rng) {
  return make_weighted_search(weight, rng);
}

}  // namespace cairn::search
