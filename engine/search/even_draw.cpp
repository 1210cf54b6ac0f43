#include "engine/search/even_draw.h"

#include <algorithm>

#include "engine/search/conditional.h"

namespace cairn::search {

namespace {

// As many for each as there can be without exceeding the sum, and one more for some that have more. Requires: they have
// more than that in all.
std::vector<std::uint32_t> shares(const std::vector<std::uint32_t>& counts, std::size_t sum, base::Rng& rng) {
  std::vector<std::uint32_t> increasing;
  for (const std::uint32_t count : counts) {
    if (count > 0) increasing.push_back(count);
  }
  std::ranges::sort(increasing);
  std::size_t left = sum, most = 0;  // most: for one conditional
  for (std::size_t i = 0; i < increasing.size(); ++i) {
    const std::size_t others = increasing.size() - i;
    most = left / others;
    if (increasing[i] > most) {
      left %= others;
      break;
    }
    left -= increasing[i];
    most = increasing[i];
  }
  std::vector<std::uint32_t> result(counts.size());
  for (std::size_t at = rng.below(counts.size()), seen = 0; seen < counts.size(); ++seen) {
    const bool another = counts[at] > most && left > 0;
    left -= another ? 1 : 0;
    result[at] = std::min(counts[at], static_cast<std::uint32_t>(most) + (another ? 1 : 0));
    at = (at + 1) % counts.size();
  }
  return result;
}

}  // namespace

std::vector<bool> EvenDraw::draw(const tree::Tree& tree, std::span<const tree::SideId> sides, std::size_t wanted,
                                 base::Rng& rng) {
  if (sides.size() <= wanted) return std::vector<bool>(sides.size(), true);
  update(tree);
  const auto conditional = [&](tree::SideId side) { return conditionals_[tree.node_of(side).value]; };
  std::vector<std::uint32_t> left(numbers_.size(), 0);
  for (const tree::SideId side : sides) ++left[conditional(side)];
  std::vector<std::uint32_t> share = shares(left, wanted, rng);
  std::vector<bool> drawn;
  drawn.reserve(sides.size());
  for (const tree::SideId side : sides) {
    const std::uint32_t at = conditional(side);
    drawn.push_back(rng.below(left[at]--) < share[at]);
    share[at] -= drawn.back() ? 1 : 0;
  }
  return drawn;
}

void EvenDraw::update(const tree::Tree& tree) {
  opened_.new_nodes(tree, [&](tree::NodeId node) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    conditionals_.push_back(numbers_.try_emplace(conditional_of(tree.node(node)), next).first->second);
  });
}

}  // namespace cairn::search
