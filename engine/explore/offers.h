// When to set a variable that the program asked for and nobody has set.
//
// Most programs do much the same with and without them, and each doubles the tree where it is asked for: gawk asks for
// seventeen before it reads its arguments. So the sides on which they are set wait until nothing new has been covered
// for a while, and then one is tried, of the variable that was tried least often.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class Offers {
 public:
  explicit Offers(base::Rng rng) : rng_(rng) {}

  // A pruned side to be flipped now. `done`: nothing else is left to do.
  std::optional<tree::SideId> next(const tree::Tree& tree, bool done);

  // What an action covered first.
  void observe(std::uint64_t new_sides) { quiet_ = new_sides > 0 ? 0 : quiet_ + 1; }

  // The tree is another one.
  void forget();

 private:
  struct Variable {
    std::vector<tree::SideId> waiting;
    std::uint32_t tried = 0;
  };

  base::Rng rng_;
  std::map<expr::ExprId, Variable> variables_;  // by the condition that they are set
  std::size_t seen_ = 0;                        // of the tree's offers
  std::uint64_t quiet_ = 0;                     // actions in a row that covered nothing first
};

}  // namespace cairn::explore
