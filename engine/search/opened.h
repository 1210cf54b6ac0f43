// What has been added to the tree since one looked last. Ids of nodes and sides only grow, so a number says it all.
#pragma once

#include <cstdint>

#include "engine/search/strategy.h"

namespace cairn::search {

class Opened {
 public:
  // Calls `each(node)` for every node that is new, parents before children.
  template <class Each>
  void new_nodes(const tree::Tree& tree, const Each& each) {
    for (; seen_ < tree.nodes(); ++seen_) each(tree::NodeId{seen_});
  }

  // Calls `each(side)` for every side of a new node that is open.
  template <class Each>
  void new_sides(const tree::Tree& tree, const Each& each) {
    new_nodes(tree, [&](tree::NodeId node) {
      for (std::uint32_t k = 0; k < tree.node(node).sides; ++k) {
        if (const tree::SideId side = tree.side(node, k); tree.open(side)) each(side);
      }
    });
  }

 private:
  std::uint32_t seen_ = 0;
};

// The side was proposed and came back open: whoever dropped it takes it up again.
[[nodiscard]] inline bool reopened(const View& view, const Observation& seen) {
  return seen.side.valid() && view.tree.open(seen.side);
}

}  // namespace cairn::search
