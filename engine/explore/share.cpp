#include "engine/explore/share.h"

#include <algorithm>

namespace cairn::explore {

namespace {

// Open sides that are wanted, in order.
std::vector<tree::SideId> open_in_order(const tree::Tree& tree, const std::function<bool(tree::SideId)>& wanted) {
  struct Place {
    tree::NodeId node;
    std::uint32_t next = 0;
  };
  std::vector<tree::SideId> found;
  std::vector<Place> way;
  if (tree.root().valid()) way.push_back({tree.root()});
  while (!way.empty()) {
    Place& place = way.back();
    if (place.next == tree.node(place.node).sides) {
      way.pop_back();
      continue;
    }
    const tree::SideId side = tree.side(place.node, place.next++);
    if (tree.open(side)) {
      if (wanted(side)) found.push_back(side);
    } else if (tree.state(side) == tree::SideState::visited && tree.child(side).valid()) {
      way.push_back({tree.child(side)});
    }
  }
  return found;
}

}  // namespace

Outcomes outcomes_of(const tree::Tree& tree, tree::SideId side) {
  Outcomes outcomes(tree.node(tree.node_of(side)).depth + 1);
  for (auto at = outcomes.rbegin(); at != outcomes.rend(); ++at) {
    *at = tree.outcome(side);
    side = tree.node(tree.node_of(side)).parent;
  }
  return outcomes;
}

bool Share::holds(const Outcomes& place) const { return (!from || *from <= place) && (!to || place < *to); }

bool Share::touches(std::span<const std::uint32_t> above) const {
  if (to && !std::ranges::lexicographical_compare(above, *to)) return false;
  if (!from) return true;
  const auto start = std::span(*from).first(std::min(from->size(), above.size()));
  return !std::ranges::lexicographical_compare(above, start);
}

std::vector<Share> divide(const tree::Tree& tree, std::size_t most, const std::function<bool(tree::SideId)>& wanted) {
  const std::vector<tree::SideId> open = open_in_order(tree, wanted);
  const std::size_t count = std::min(most, open.size());
  std::vector<Share> shares(count);
  for (std::size_t i = 1; i < count; ++i) {
    shares[i].from = outcomes_of(tree, open[i * open.size() / count]);
    shares[i - 1].to = shares[i].from;
  }
  return shares;
}

std::optional<Settled> WithinShare::settle(tree::SideId side, std::uint64_t key) {
  if (share_) {
    const Outcomes place = outcomes_of(tree_, side);
    const bool beside = bounded_ && share_->touches(std::span(place).first(place.size() - 1));
    if (!share_->holds(place) && !beside) return Settled{tree::SideState::pruned, std::nullopt};
  }
  return first_->settle(side, key);
}

}  // namespace cairn::explore
