// The open sides worth solving for, by expected reward per unit of cost.
//
// Sides of one outcome in one calling context have the same reward: they are a group, and only the cheapest of it can
// be the best. The more of its flips have failed, the less a group is worth: whatever makes one query too hard makes
// the next one too hard. Groups stand in a heap by value. Values change little between two rankings and are looked at
// again when a group comes to the top, so choosing takes a few steps however many sides are open.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/search/flip_cost.h"
#include "engine/search/opened.h"
#include "engine/search/program_rewards.h"

namespace cairn::search {

enum class Targets : std::uint8_t {
  uncovered,  // only sides whose target no run has reached
  all,
};

class GreedyCandidates {
 public:
  GreedyCandidates(Targets targets, std::function<double(tree::SideId)> known_cost)
      : targets_(targets), known_cost_(std::move(known_cost)) {}

  // Takes in what is new in the tree.
  void update(const View& view, const ProgramRewards& rewards);
  // The rewards have changed: computes all values anew. Returns how many there are.
  std::size_t rank(const View& view, const ProgramRewards& rewards);

  struct Best {
    tree::SideId side;
    double reward = 0;
    double cost = 1;
    [[nodiscard]] double value() const { return reward / cost; }
  };
  // None when no open side promises anything.
  std::optional<Best> best(const View& view, const ProgramRewards& rewards);

  // What became of a flip.
  void learn(const View& view, const ProgramRewards& rewards, const Observation& seen);

  [[nodiscard]] const FlipCost& costs() const { return costs_; }

 private:
  using GroupId = std::uint32_t;
  struct Waiting {
    double order;  // the known cost, else the depth, which is what costs grow with
    tree::SideId side;
    bool operator<(const Waiting& other) const {  // for heaps with the first on top
      return order != other.order ? order > other.order : side > other.side;
    }
  };
  struct Group {
    program::SideId source;  // invalid: the compiler's own
    std::uint32_t context = 0;
    std::uint32_t tried = 0, arrived = 0;
    std::vector<Waiting> waiting;  // a heap
  };
  struct Ranked {
    double value;
    GroupId group;
    bool operator<(const Ranked& other) const {
      return value != other.value ? value < other.value : group > other.group;
    }
  };

  GroupId group_of(const View& view, tree::SideId side, program::SideId source);
  void add(const View& view, const ProgramRewards& rewards, tree::SideId side);
  std::optional<Best> value_of(const View& view, const ProgramRewards& rewards, Group& group);
  void enter(const View& view, const ProgramRewards& rewards, GroupId id);
  [[nodiscard]] bool wanted(const View& view, const ProgramRewards& rewards, program::SideId source) const;
  double behind(const View& view, const ProgramRewards& rewards, std::uint32_t context);

  Targets targets_;
  std::function<double(tree::SideId)> known_cost_;
  FlipCost costs_;
  Opened opened_;
  std::unordered_map<std::uint64_t, GroupId> by_key_;
  std::vector<Group> groups_;
  std::vector<Ranked> ranking_;  // a heap; values may be out of date
  std::vector<double> behind_;   // by context: reward behind the end of the function; negative: not computed
};

}  // namespace cairn::search
