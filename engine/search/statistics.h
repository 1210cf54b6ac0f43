// What the weights of weights.h are made of: numbers about an open side, kept up to date as the tree grows.
//
// KLEE has a state with its own history where there is only an open side here. What the state would know is kept per
// node, inherited by the nodes below: how long ago its path covered something new, and what its queries cost.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/search/live_distances.h"
#include "engine/search/opened.h"

namespace cairn::search {

struct SideFacts {
  std::uint32_t depth = 0;       // branches above
  std::uint32_t distance = 0;    // instructions to something uncovered, counting both ends; 0: none can be reached
  std::uint32_t since_new = 0;   // instructions since its path covered something new, from 1; 0: it never did
  std::uint32_t executions = 0;  // times its branch was executed, shared prefixes once
  std::uint32_t in_context = 0;  // branches executed in its calling context, shared prefixes once
  double query_seconds = 0;      // of the flips along its path
};

class Statistics {
 public:
  // One step of a node's clock (function entries, loop turns, symbolic steps) stands for so many instructions.
  static constexpr std::uint32_t kInstructionsPerStep = 10;

  // Takes in what is new in the tree, and which flip it came of.
  void update(const View& view, const Observation* seen = nullptr);
  [[nodiscard]] SideFacts of(const View& view, tree::SideId side);

 private:
  struct History {
    std::uint32_t new_at = kNever;  // clock when its path covered something new last
    float query_seconds = 0;
  };
  static constexpr std::uint32_t kNever = 0xffffffffu;

  [[nodiscard]] History history_of(const View& view, tree::NodeId node, const Observation* seen);

  Opened opened_;
  std::vector<History> histories_;                             // by node
  std::unordered_map<std::uint32_t, std::uint32_t> branches_;  // nodes by branch
  std::unordered_map<std::uint32_t, std::uint32_t> contexts_;  // nodes by calling context
  std::unordered_set<std::uint64_t> taken_;                    // outcomes of branches that some path took
  LiveDistances distances_;
};

}  // namespace cairn::search
