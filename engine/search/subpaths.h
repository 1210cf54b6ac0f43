// The last sides of a path as one number, for strategies that compare paths by how they end.
#pragma once

#include <cstdint>

#include "engine/search/strategy.h"

namespace cairn::search {

// Of the `length` sides that end with `side`, fewer near the root. Equal numbers: equal branches and outcomes (64 bits
// of hash are taken for the truth).
[[nodiscard]] inline std::uint64_t subpath(const tree::Tree& tree, tree::SideId side, std::uint32_t length) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ull;
  for (; side.valid() && length > 0; --length) {
    const tree::Node& node = tree.node(tree.node_of(side));
    hash ^= std::uint64_t{node.branch} << 20 ^ tree.outcome(side) ^ 1ull << 60;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
    hash ^= hash >> 31;
    side = node.parent;
  }
  return hash;
}

}  // namespace cairn::search
