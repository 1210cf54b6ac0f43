// How an exploration with peers divides its tree with them (peers.h): sides that are another's are pruned here, and
// come back when they become this exploration's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/rng.h"
#include "engine/explore/path_keys.h"
#include "engine/explore/peers.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class Company {
 public:
  // All of them outlive this object.
  Company(Peers& peers, tree::Tree& tree, PathKeys& keys) : peers_(peers), tree_(tree), keys_(keys) {}

  // Lets all know a path. False: that cannot be done.
  bool share(const trace::Input& input, std::span<const tree::SideId> path);

  // An open side that nobody else knows of, with much below it as far as one can tell: close to the root.
  [[nodiscard]] std::optional<tree::SideId> private_side(base::Rng& rng) const;
  // Gives every other such side along a path to somebody who has nothing to do, and shares the path.
  void give(const trace::Input& input, std::span<const tree::SideId> path);

  // All know this path: the open sides along it are divided, and what was done here about others is told. The sides
  // that are open again, because somebody gave them back.
  std::vector<tree::SideId> divide(std::span<const tree::SideId> path);

  // A flip of this side is to begin. False: another has taken it meanwhile, and it is pruned here.
  bool take(tree::SideId side);

  // Divides again if somebody has come or gone. The sides that are open again.
  std::vector<tree::SideId> divide_again();

  // Nobody else works any more: everything is this exploration's. The sides that are open again.
  std::vector<tree::SideId> take_back();

  // The tree was emptied. What comes back of it is this exploration's alone: others may do the same work.
  void forget();

 private:
  void tell_taken(std::span<const tree::SideId> path);
  void assign(std::span<const tree::SideId> path);
  std::vector<tree::SideId> reassign(const std::function<bool(std::uint64_t key)>& mine);

  Peers& peers_;
  tree::Tree& tree_;
  PathKeys& keys_;
  // Sides of shared paths that nobody has flipped here.
  struct Shared {
    std::uint64_t key = 0;
    bool given = false;  // to another
  };
  std::unordered_map<std::uint32_t, Shared> shared_;  // by side
  std::unordered_set<std::uint32_t> told_;            // sides that all know to be taken
  std::uint64_t division_ = 0;
};

}  // namespace cairn::explore
