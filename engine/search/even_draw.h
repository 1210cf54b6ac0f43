// Draws a part of many sides, evenly among conditionals: a branch in its calling context gets as many as any other, as
// far as it has them. Where input is quoted or copied, nine of ten open sides are at a few conditionals, and a part
// drawn among sides would hold little else.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/rng.h"
#include "engine/search/opened.h"

namespace cairn::search {

class EvenDraw {
 public:
  // For each of the sides, whether it is drawn. Ensures: `wanted` are, or all of fewer; no conditional of which a side
  // is left out has two fewer than another, and each side of a conditional is as likely as the others.
  [[nodiscard]] std::vector<bool> draw(const tree::Tree& tree, std::span<const tree::SideId> sides, std::size_t wanted,
                                       base::Rng& rng);

 private:
  void update(const tree::Tree& tree);

  Opened opened_;
  std::vector<std::uint32_t> conditionals_;  // by node: a number
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

}  // namespace cairn::search
