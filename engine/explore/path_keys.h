// Names of sides and paths that hold in other versions of the program and on other machines: a key over the structural
// hashes of all conditions from the root of the tree on. Where a branch stands in the program, and which of its sides
// is called true, is no part of it: a key says what is asked of the input, nothing else. So a proof that a side is
// infeasible holds for every side with that key.
//
// Keys have 64 bits. Two of n sides have the same one with probability n^2 / 2^65, about 3e-8 for a million sides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class PathKeys {
 public:
  PathKeys(const expr::Dag& dag, tree::Tree& tree) : dag_(dag), tree_(tree) {}

  // The conditions up to and including this side's. Makes the side's condition on first use.
  [[nodiscard]] std::uint64_t of(tree::SideId side);
  // Of a whole path; its sides as the tree gave them.
  [[nodiscard]] std::uint64_t of(std::span<const tree::SideId> path) { return path.empty() ? kRoot : of(path.back()); }
  // The tree was emptied.
  void forget() { nodes_ = {}; }
  // What a signature stores of a side's condition.
  [[nodiscard]] std::uint32_t word(tree::SideId side) {
    return static_cast<std::uint32_t>(dag_.hash(tree_.condition(side)) >> 32);
  }

 private:
  static constexpr std::uint64_t kRoot = 0x636169726e;

  const expr::Dag& dag_;
  tree::Tree& tree_;
  std::vector<std::uint64_t> nodes_;  // key of the way to each node
};

}  // namespace cairn::explore
