// Sides the solver gave up, and when they are tried harder.
//
// First tries are short, so that no side keeps all others waiting: on grep, 27 queries that were given up after half a
// second each took a third of the time, and 24,000 others a fourteenth. What was given up waits, the shortest next try
// first. When nothing else is left to explore its turn has come in any case; before that, as long as such tries stay
// moderate and cost no more than an eighth of the runs, counted in steps and not by the clock.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "engine/solver/solver.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class GivenUp {
 public:
  struct Side {
    tree::SideId side;
    std::uint32_t effort;  // of the next try
  };

  // A try of so much effort was in vain. With the most there is nothing more to try.
  void add(tree::SideId side, std::uint32_t effort);
  // Takes the one whose next try is shortest, of these the one that waits longest.
  std::optional<Side> take();
  // May one be tried before all else is explored, `runs` into the exploration?
  [[nodiscard]] bool due(std::uint64_t runs) const;
  // A try took so many steps of a complete solver.
  void spend(std::uint64_t steps);

  // How many wait that are still given up.
  [[nodiscard]] std::size_t waiting(const tree::Tree& tree) const;
  // What waits; not what was spent.
  void forget() { waiting_ = {}; }

 private:
  std::array<std::deque<tree::SideId>, solver::kMostEffort + 1> waiting_;  // by effort
  double spent_ = 0;                                                       // runs that would have cost as much
};

}  // namespace cairn::explore
