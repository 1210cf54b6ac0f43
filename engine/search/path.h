// Paths in the tree, for strategies that follow a current path.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/base/rng.h"
#include "engine/program/program.h"
#include "engine/search/strategy.h"

namespace cairn::search {

// The sides from the root to `leaf`.
[[nodiscard]] inline std::vector<tree::SideId> path_to(const tree::Tree& tree, tree::SideId leaf) {
  std::vector<tree::SideId> path;
  for (tree::SideId side = leaf; side.valid(); side = tree.node(tree.node_of(side)).parent) path.push_back(side);
  std::ranges::reverse(path);
  return path;
}

// The end of a random known path through the node of `side`.
[[nodiscard]] tree::SideId some_leaf(const tree::Tree& tree, tree::SideId side, base::Rng& rng);

// The source side a side of the tree stands for, as a place to measure distances from: its own, or where it has none
// (a branch of the C library or of the compiler, the end of an input) the last one taken above it, since the path goes
// on from there whichever way such a branch goes. Invalid when there is none nearby.
[[nodiscard]] program::SideId nearest_source(const View& view, tree::SideId side);

// Did the program run and the current path change to where it went? As in CREST: as predicted, or new coverage.
[[nodiscard]] inline bool adopts(const Observation& seen) {
  return seen.leaf.valid() && (seen.result == Result::initial || seen.result == Result::random ||
                               seen.result == Result::arrived || seen.new_sides > 0);
}

}  // namespace cairn::search
