// Which nodes of the tree have an open side at or below them, known well enough for walks from the root.
//
// A node is dead when none of its sides is open and all its children are dead. Sides close without anybody saying so,
// hence nodes count as live until a walk finds them dead; it then steps back and chooses among the others. Choosing
// among the remaining ones is what choosing among the live ones means, so the walk's probabilities are exact. A node
// dies once between revivals: O(1) amortised, and one bit a node.
#pragma once

#include <vector>

#include "engine/base/rng.h"
#include "engine/search/opened.h"

namespace cairn::search {

class Live {
 public:
  // Takes in what is new in the tree.
  void update(const tree::Tree& tree);
  // An open side that may hang below dead nodes.
  void revive(const tree::Tree& tree, tree::SideId side);

  // Is there an open side at or below it?
  bool live(const tree::Tree& tree, tree::SideId side);

  // From the root, at each node a fair choice among the sides that lead to open sides, to an open side. Invalid when
  // there is none. Requires: update().
  tree::SideId walk(const tree::Tree& tree, base::Rng& rng);

 private:
  // Is anything open at or below the node? Marks what turns out to be dead.
  bool settle(const tree::Tree& tree, tree::NodeId node);
  [[nodiscard]] bool maybe(const tree::Tree& tree, tree::SideId side) const;
  tree::SideId choose(const tree::Tree& tree, tree::NodeId node, base::Rng* rng) const;

  Opened opened_;
  std::vector<bool> dead_;  // by node
};

}  // namespace cairn::search
