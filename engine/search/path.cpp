#include "engine/search/path.h"

namespace cairn::search {

tree::SideId some_leaf(const tree::Tree& tree, tree::SideId side, base::Rng& rng) {
  for (tree::NodeId node = tree.node_of(side); node.valid(); node = tree.child(side)) {
    std::uint32_t seen = 0;
    for (std::uint32_t k = 0; k < tree.node(node).sides; ++k) {
      const tree::SideId candidate = tree.side(node, k);
      if (tree.state(candidate) == tree::SideState::visited && rng.below(++seen) == 0) side = candidate;
    }
  }
  return side;
}

}  // namespace cairn::search
