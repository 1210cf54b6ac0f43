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

program::SideId nearest_source(const View& view, tree::SideId side) {
  constexpr int kNearby = 64;  // library loops over long strings are not worth a longer walk
  for (int above = 0; side.valid() && above < kNearby; ++above) {
    const tree::Node& node = view.tree.node(view.tree.node_of(side));
    if (const auto source = view.program.side_of(node.branch, view.tree.outcome(side)); source.valid()) return source;
    side = node.parent;
  }
  return {};
}

}  // namespace cairn::search
