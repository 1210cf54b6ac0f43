// Residence: which of the stored paths are in the tree while memory is limited (D9 in docs/architecture.md).
//
// The tree can be computed again from inputs. When memory runs short, all of it is dropped with its expressions and
// what the strategy and the solver made of them, and a *window* of stored paths is brought back by running their
// inputs: the tests, newest first, and then the others in turn, so that every path comes back sooner or later. Nothing
// is lost by it: proofs and what solvers gave up, and with which effort, stand in the run directory under names that do
// not depend on the tree (path_keys.h), and so do the sides that paths outside the window take. An exploration that
// ends in every window has explored everything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/precedent.h"
#include "engine/suite/run_directory.h"

namespace cairn::explore {

class Residence {
 public:
  // `used` tells how much of `limit` is in use. The directory must outlive this object.
  Residence(suite::RunDirectory& directory, std::uint64_t limit, std::function<std::size_t()> used);

  // So much is in use that one more growth of a large table could pass the limit.
  [[nodiscard]] bool crowded() const { return used_() > high_; }

  // The strategy has nothing left to try in this window. True when that goes for all paths there are.
  [[nodiscard]] bool explored();

  // Brings a path back. False: it did not, as there is no time left, and no other is wanted either.
  using Load = std::function<base::Result<bool>(const suite::PathRecord&)>;

  // After everything was dropped: chooses the paths of the next window and hands them to `load` one by one, as long as
  // there is room and it wants them. An error when there is no room at all.
  base::Status refill(const Load& load);

  // There was a window before this one.
  [[nodiscard]] bool refilled() const { return refilled_; }
  // What earlier windows know of a side; nothing: it has to be solved.
  base::Result<std::optional<Settled>> settle(std::uint64_t key);

 private:
  base::Result<bool> load_tests(std::size_t until, const Load& load);
  base::Status load_in_turn(std::size_t until, const Load& load);
  base::Result<bool> bring(std::uint32_t id, const Load& load);

  suite::RunDirectory& directory_;
  std::uint64_t limit_;
  std::function<std::size_t()> used_;
  std::size_t high_;
  bool refilled_ = false;
  std::vector<bool> finished_;            // by path: nothing is left to try along it
  std::vector<std::uint32_t> residents_;  // paths that were brought back
  std::uint32_t found_since_ = 1;         // and those from here on were found in this window
  std::uint32_t turn_ = 1;                // the path whose turn it is next
};

}  // namespace cairn::explore
