#include "engine/explore/path_keys.h"

#include "engine/base/hash.h"

namespace cairn::explore {

std::uint64_t PathKeys::of(tree::SideId side) {
  const auto below = [this](tree::SideId each) {
    return base::combine(nodes_[tree_.node_of(each).value], dag_.hash(tree_.condition(each)));
  };
  // Parents have smaller numbers than their children.
  while (nodes_.size() < tree_.nodes()) {
    const tree::Node& next = tree_.node(tree::NodeId{static_cast<std::uint32_t>(nodes_.size())});
    nodes_.push_back(next.parent.valid() ? below(next.parent) : kRoot);
  }
  return below(side);
}

}  // namespace cairn::explore
