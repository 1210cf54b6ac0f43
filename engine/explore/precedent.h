// Precedent: what an exploration takes as settled without asking a solver, because an earlier version of the program
// settled it. The loop asks before every flip.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/suite/run_directory.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

struct Settled {
  tree::SideState state = tree::SideState::infeasible;  // infeasible, unknown, diverged or pruned
  // What the run directory is told of the side; nothing when it was assumed and not proven.
  std::optional<suite::SideKnowledge> remembered;
  // Of an unknown side: with which effort the solver gave up; nothing: it is not to be tried harder.
  std::optional<std::uint32_t> effort{};
};

class Precedent {
 public:
  virtual ~Precedent() = default;

  // `key`: PathKeys::of(side). Nothing: it has to be solved.
  virtual std::optional<Settled> settle(tree::SideId side, std::uint64_t key) = 0;

  // Tree and expressions were dropped: numbers of sides and expressions mean nothing any more.
  virtual void forget() {}
};

}  // namespace cairn::explore
