// The method of Makhdoom, Khan and Siddiqui ("Incremental symbolic execution for automated test suite maintenance", ASE
// 2014) as a precedent. At every branch the old tests that still follow their signature are split by the side they
// take; a test becomes invalid at the first branch whose condition is not the one of its signature, or that its
// signature does not have. A side without tests is explored where a test became invalid at its branch, or where no
// valid test passes any more; everywhere else it is taken as infeasible, since it was in the old version.
//
// What differs: a condition is seen here only by running it, so the run of an invalid test stands for the side it took,
// and is not solved for again. A swapped if and else is no change of a condition.
#pragma once

#include <span>
#include <vector>

#include "engine/explore/precedent.h"

namespace cairn::explore {

class Published final : public Precedent {
 public:
  explicit Published(const tree::Tree& tree) : tree_(tree) {}

  // An old test was run: it followed the first `followed` conditions of its signature and no more. `whole`: that was
  // all of both, its path is unchanged.
  void attach(std::span<const tree::SideId> path, std::size_t followed, bool whole);

  std::optional<Settled> settle(tree::SideId side, std::uint64_t key) override;

 private:
  struct Marks {
    bool valid = false;    // a test that is still valid behind it passes
    bool invalid = false;  // a test became invalid at it
  };

  const tree::Tree& tree_;
  std::vector<Marks> nodes_;
};

}  // namespace cairn::explore
