// What the loop writes down of sides: for the next window of memory, and for a later version of the program.
#include <algorithm>
#include <vector>

#include "engine/explore/loop.h"

namespace cairn::explore {

// Sides that a window without their path would take for open: the node is there if another side's path is. A side that
// solved inputs do not reach is no better in the next window.
base::Status Loop::remember_visited_sides() {
  tree::Tree& tree = parts_.tree;
  for (std::uint32_t id = 0; id < tree.nodes(); ++id) {
    const tree::NodeId node{id};
    std::uint32_t visited = 0;
    for (std::uint32_t i = 0; i < tree.node(node).sides; ++i) {
      visited += tree.state(tree.side(node, i)) == tree::SideState::visited ? 1 : 0;
    }
    for (std::uint32_t i = 0; i < tree.node(node).sides; ++i) {
      const tree::SideId side = tree.side(node, i);
      const bool shared = visited > 1 && tree.state(side) == tree::SideState::visited;
      const bool diverged = tree.state(side) == tree::SideState::diverged;
      if (!shared && !diverged) continue;
      TRY_STATUS(remember({keys_.of(side), diverged ? suite::SideKnowledge::diverged : suite::SideKnowledge::visited}));
    }
  }
  return {};
}

// Many at a time: the queue of the directory must not become what takes the memory.
base::Status Loop::remember(const suite::SideRecord& side) {
  constexpr std::uint64_t kFlush = 1 << 14;
  TRY_STATUS(parts_.directory.add_side(side));
  return ++remembered_ % kFlush == 0 ? parts_.directory.flush() : base::Status();
}

// So that a later version can tell what was left from what is new. What is beyond the limit will be taken for new.
base::Status Loop::remember_open_sides() {
  std::vector<tree::SideId> open(parts_.tree.frontier().begin(), parts_.tree.frontier().end());
  if (pruning_ != nullptr) {
    const std::vector<tree::SideId> pruned = pruning_->pruned();
    open.insert(open.end(), pruned.begin(), pruned.end());
  }
  const std::vector<tree::SideId> held = held_back_.waiting(parts_.tree);
  open.insert(open.end(), held.begin(), held.end());
  open.resize(std::min(open.size(), options_.remembered));
  for (const tree::SideId side : open) {
    TRY_STATUS(remember({keys_.of(side), suite::SideKnowledge::open}));
  }
  for (const tree::SideId side : parts_.tree.offers()) {
    if (parts_.tree.state(side) != tree::SideState::pruned) continue;
    TRY_STATUS(remember({keys_.of(side), suite::SideKnowledge::open}));
  }
  return {};
}

}  // namespace cairn::explore
