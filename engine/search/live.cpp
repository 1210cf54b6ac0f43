#include "engine/search/live.h"

namespace cairn::search {

using tree::NodeId;
using tree::SideId;
using tree::Tree;

void Live::update(const Tree& tree) {
  opened_.new_nodes(tree, [&](NodeId node) {
    dead_.push_back(false);
    if (const SideId parent = tree.node(node).parent; parent.valid()) revive(tree, parent);
  });
}

void Live::revive(const Tree& tree, SideId side) {
  while (side.valid() && dead_[tree.node_of(side).value]) {
    dead_[tree.node_of(side).value] = false;
    side = tree.node(tree.node_of(side)).parent;
  }
}

bool Live::maybe(const Tree& tree, SideId side) const {
  if (tree.open(side)) return true;
  const NodeId child = tree.child(side);
  return child.valid() && !dead_[child.value];
}

// A side that may be live, at random or the first; invalid when there is none.
SideId Live::choose(const Tree& tree, NodeId node, base::Rng* rng) const {
  SideId chosen;
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < tree.node(node).sides; ++k) {
    const SideId side = tree.side(node, k);
    if (!maybe(tree, side)) continue;
    if (rng == nullptr) return side;
    if (rng->below(++count) == 0) chosen = side;
  }
  return chosen;
}

bool Live::settle(const Tree& tree, NodeId node) {
  for (NodeId at = node;;) {
    if (dead_[at.value]) return false;
    const SideId side = choose(tree, at, nullptr);
    if (side.valid()) {
      if (tree.open(side)) return true;
      at = tree.child(side);
      continue;
    }
    dead_[at.value] = true;
    if (at == node) return false;
    at = tree.node_of(tree.node(at).parent);
  }
}

bool Live::live(const Tree& tree, SideId side) {
  if (tree.open(side)) return true;
  const NodeId child = tree.child(side);
  return child.valid() && settle(tree, child);
}

SideId Live::walk(const Tree& tree, base::Rng& rng) {
  NodeId at = tree.root();
  while (at.valid()) {
    const SideId side = choose(tree, at, &rng);
    if (side.valid()) {
      if (tree.open(side)) return side;
      at = tree.child(side);
      continue;
    }
    dead_[at.value] = true;
    const SideId parent = tree.node(at).parent;
    at = parent.valid() ? tree.node_of(parent) : NodeId{};
  }
  return {};
}

}  // namespace cairn::search
