// Letters: bytes of the input that the program compared with a letter, and that were another one.
//
// A comparison of words fails at its first letter as a rule, and the path shows which one it would have been and where:
// that is enough to try whole words there (completions.h), before any flip.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class Letters {
 public:
  struct Letter {
    std::uint64_t conditional = 0;
    expr::ByteId byte;
    std::uint8_t value = 0;
  };

  // The tree outlives this object.
  explicit Letters(const tree::Tree& tree) : tree_(tree) {}

  // Those missing on a path, at the nodes that this run made, in their order; each byte and letter once for a
  // conditional.
  std::vector<Letter> missing(std::span<const tree::SideId> path, tree::OriginId run);

  // Bytes have other numbers.
  void forget() { asked_.clear(); }

 private:
  const tree::Tree& tree_;
  std::unordered_set<std::uint64_t> asked_;  // by conditional, byte and letter
};

}  // namespace cairn::explore
