// Draws a part of many sides, evenly among conditionals: a branch in its calling context gets as many as any other, as
// far as it has them. Where input is quoted or copied, nine of ten open sides are at a few conditionals, and a part
// drawn among sides would hold little else.
//
// There may be millions of sides and a draw wants few of them, so each conditional has a pool: a draw looks at those
// that it takes, and at those that it finds gone, which it drops.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/rng.h"
#include "engine/search/opened.h"

namespace cairn::search {

class EvenDraw {
 public:
  // Whether a side can be drawn. One that cannot is forgotten until it is open again.
  using Eligible = std::function<bool(tree::SideId)>;

  // Ensures: `wanted` eligible sides, or all of fewer, each once; no conditional of which a side is left out has two
  // fewer than another, and each side of a conditional is as likely as the others.
  [[nodiscard]] std::vector<tree::SideId> draw(const tree::Tree& tree, const Eligible& eligible, std::size_t wanted,
                                               base::Rng& rng);

 private:
  struct Pool {
    std::vector<tree::SideId> sides;
    std::size_t drawn = 0;  // in front
  };

  void update(const tree::Tree& tree, const Eligible& eligible);
  void add(const tree::Tree& tree, tree::SideId side);
  bool draw_one(Pool& pool, const Eligible& eligible, base::Rng& rng);

  Opened opened_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // by conditional: its pool
  std::vector<Pool> pools_;
  std::vector<bool> pooled_;  // by side
};

}  // namespace cairn::search
