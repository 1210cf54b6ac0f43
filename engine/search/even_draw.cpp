#include "engine/search/even_draw.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/search/conditional.h"

namespace cairn::search {

using tree::SideId;

// In turns: all that have something left get the same. What does not come out even goes to any of them, one each.
std::vector<SideId> EvenDraw::draw(const tree::Tree& tree, const Eligible& eligible, std::size_t wanted,
                                   base::Rng& rng) {
  update(tree, eligible);
  std::vector<std::uint32_t> having(pools_.size());
  std::iota(having.begin(), having.end(), 0);
  std::size_t left = wanted;
  while (left > 0 && !having.empty()) {
    const std::size_t each = std::max<std::size_t>(left / having.size(), 1);
    if (left < having.size()) {
      for (std::size_t i = 0; i < having.size(); ++i) std::swap(having[i], having[i + rng.below(having.size() - i)]);
    }
    std::erase_if(having, [&](std::uint32_t number) {
      for (std::size_t i = 0; i < each && left > 0; ++i) {
        if (!draw_one(pools_[number], eligible, rng)) return true;
        --left;
      }
      return false;
    });
  }
  std::vector<SideId> drawn;
  drawn.reserve(wanted - left);
  for (Pool& pool : pools_) {
    const auto end = pool.sides.begin() + static_cast<std::ptrdiff_t>(std::exchange(pool.drawn, 0));
    drawn.insert(drawn.end(), pool.sides.begin(), end);
  }
  return drawn;
}

// False: there is none left.
bool EvenDraw::draw_one(Pool& pool, const Eligible& eligible, base::Rng& rng) {
  while (pool.drawn < pool.sides.size()) {
    SideId& side = pool.sides[pool.drawn + rng.below(pool.sides.size() - pool.drawn)];
    if (eligible(side)) {
      std::swap(side, pool.sides[pool.drawn++]);
      return true;
    }
    pooled_[side.value] = false;
    side = pool.sides.back();
    pool.sides.pop_back();
  }
  return false;
}

void EvenDraw::update(const tree::Tree& tree, const Eligible& eligible) {
  opened_.new_nodes(tree, [&](tree::NodeId node) {
    for (std::uint32_t k = 0; k < tree.node(node).sides; ++k) {
      if (const SideId side = tree.side(node, k); eligible(side)) add(tree, side);
    }
  });
  for (const SideId side : tree.frontier()) add(tree, side);
}

void EvenDraw::add(const tree::Tree& tree, SideId side) {
  if (side.value >= pooled_.size()) pooled_.resize(side.value + 1);
  if (pooled_[side.value]) return;
  pooled_[side.value] = true;
  const auto next = static_cast<std::uint32_t>(pools_.size());
  const auto [at, fresh] = numbers_.try_emplace(conditional_of(tree.node(tree.node_of(side))), next);
  if (fresh) pools_.emplace_back();
  pools_[at->second].sides.push_back(side);
}

}  // namespace cairn::search
