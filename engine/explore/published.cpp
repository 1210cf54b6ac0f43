#include "engine/explore/published.h"

#include <algorithm>

namespace cairn::explore {

void Published::attach(std::span<const tree::SideId> path, std::size_t followed, bool whole) {
  nodes_.resize(tree_.nodes());
  for (std::size_t i = 0; i < std::min(followed, path.size()); ++i) nodes_[tree_.node_of(path[i]).value].valid = true;
  if (!whole && followed < path.size()) nodes_[tree_.node_of(path[followed]).value].invalid = true;
}

std::optional<Settled> Published::settle(tree::SideId side, std::uint64_t) {
  const std::uint32_t node = tree_.node_of(side).value;
  const bool quiet = node < nodes_.size() && nodes_[node].valid && !nodes_[node].invalid;
  if (!quiet) return std::nullopt;
  return Settled{tree::SideState::infeasible, std::nullopt};
}

}  // namespace cairn::explore
