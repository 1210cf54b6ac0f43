// The execution tree: every symbolic step any run took, and every side that no run has taken yet.
//
// A node is one symbolic step at the end of one prefix of sides; its sides are the outcomes of that step. The side a
// run took is visited, the others are *open*: unexplored states, kept without asking whether they are feasible (what
// KLEE does with forked states is done here with open sides). Nodes and sides are flat arrays of small records with
// 32-bit ids that never change; the sides of a node are consecutive. Nothing is allocated per node, since one run can
// open tens of thousands of sides.
//
// Sides are numbered as outcomes of steps (trace/path.h): 0 is true, or held; cases in their order, default last.
//
// Pins (address == value and the like) are chains: side 0 of a pin node is "== value", side 1 is "another value", and
// the pin of the run that takes side 1 hangs below it as the next node of the chain. So each value has one path of
// conditions, and the number of values need not be known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/id.h"
#include "engine/expr/expr.h"
#include "engine/trace/path.h"
#include "engine/trace/sides.h"

namespace cairn::tree {

using NodeId = base::Id<struct TreeNodeTag>;
using SideId = base::Id<struct TreeSideTag>;
using OriginId = base::Id<struct TreeOriginTag>;  // a run, in the numbering of whoever appends

enum class SideState : std::uint8_t {
  open,        // nobody has been there, nobody is on the way
  in_flight,   // a flip is under way
  visited,     // a run went through
  infeasible,  // proven: no input leads here
  unknown,     // the solver gave up
  diverged,    // a solved input went elsewhere
  pruned,      // not wanted: too deep, beyond the cap of a pin site, where an assumption fails, an offer
};
inline constexpr std::size_t kSideStates = 7;

struct Node {
  SideId parent{};  // the side it hangs below; invalid for the root
  std::uint32_t first_side = 0;
  std::uint32_t branch = 0;
  std::uint32_t context = 0;
  expr::ExprId subject{};
  OriginId origin{};        // the first run that came through
  std::uint32_t depth = 0;  // nodes above
  std::uint32_t steps = 0;  // saturating
  std::uint16_t sides = 0;
  trace::EventKind kind = trace::EventKind::None;
};

struct Options {
  std::uint32_t pin_cap = 64;            // open alternatives ever made per pin site
  std::optional<std::uint32_t> depth{};  // sides of nodes with so many above them are not opened; none: no bound
};

// At the node of that depth the tree knew another step than the run showed, though all sides before it were equal: the
// program does not depend on its input alone.
struct Mismatch {
  std::uint32_t depth = 0;
};

struct Appended {
  std::span<const SideId> path;  // the sides taken, by depth; valid until the next append
  std::uint32_t new_nodes = 0;
  std::optional<Mismatch> mismatch;  // then `path` ends before it and nothing after it was attached

  // The last side of the run; invalid when it made no symbolic step.
  [[nodiscard]] SideId leaf() const { return path.empty() ? SideId{} : path.back(); }
};

class Tree {
 public:
  // `sides` gives the conditions of switch outcomes nobody took yet. The arguments outlive the tree.
  Tree(expr::Dag& dag, trace::Sides& sides, Options options = {});

  // Adds the path of a run. Ensures: the sides in the result are visited; sides made on the way are open or pruned.
  Appended append(std::span<const trace::Step> steps, OriginId origin);

  // Moves a side to another state. Requires: neither the old state nor the new one is visited (only runs visit).
  void set_state(SideId side, SideState state);

  // A run is known to have taken the side though it could not show it: visited, with nothing below.
  void end_at(SideId side);

  [[nodiscard]] NodeId root() const { return nodes_.empty() ? NodeId{} : NodeId{0}; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id.value]; }
  [[nodiscard]] NodeId node_of(SideId side) const { return sides_[side.value].node; }
  [[nodiscard]] SideId side(NodeId node, std::uint32_t outcome) const;
  [[nodiscard]] std::uint32_t outcome(SideId side) const;
  [[nodiscard]] SideState state(SideId side) const { return sides_[side.value].state; }
  [[nodiscard]] bool open(SideId side) const { return state(side) == SideState::open; }
  // Pruned, though it could be tried: somebody closed it.
  [[nodiscard]] bool closed(SideId side) const {
    return state(side) == SideState::pruned && sides_[side.value].was_open && !sides_[side.value].capped;
  }
  [[nodiscard]] NodeId child(SideId side) const;  // invalid: no run went on from there

  // The open sides. Order: by opening, except that closing one moves the last into its place.
  [[nodiscard]] std::span<const SideId> frontier() const { return frontier_; }
  // The sides on which a variable is set that the program asked for and nobody had set, oldest first. They are pruned
  // until somebody opens them.
  [[nodiscard]] std::span<const SideId> offers() const { return offers_; }
  // Pins whose other values are not tried, and the sides on which they would be, oldest first, tried or not by now.
  [[nodiscard]] std::size_t beyond_cap() const { return beyond_cap_; }
  [[nodiscard]] std::span<const SideId> capped() const { return capped_; }
  // Sides that are not tried since they are too deep.
  [[nodiscard]] std::size_t beyond_depth() const { return beyond_depth_; }
  // Sides that nobody will settle any more, with who knows what behind them.
  [[nodiscard]] std::size_t undecided() const {
    return beyond_cap_ + count(SideState::unknown) + count(SideState::diverged);
  }
  [[nodiscard]] std::size_t count(SideState state) const { return counts_[static_cast<std::size_t>(state)]; }
  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }
  [[nodiscard]] std::size_t sides() const { return sides_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const;
  [[nodiscard]] const expr::Dag& dag() const { return dag_; }

  // True on every input that takes this side when it gets there. Makes the expression on first use.
  expr::ExprId condition(SideId side);
  // The conditions from the root up to and including this side's.
  void conditions(SideId side, std::vector<expr::ExprId>& out);

 private:
  // While open, `link` is the place in the frontier; when visited, the child.
  struct Side {
    NodeId node{};
    std::uint32_t link = NodeId::kNone;
    expr::ExprId condition{};
    SideState state = SideState::pruned;
    bool was_open = false;
    bool capped = false;
  };

  NodeId grow(const trace::Step& step, SideId parent, OriginId origin);
  [[nodiscard]] SideState initial_state(const trace::Step& step, std::uint32_t outcome, std::uint32_t depth);
  [[nodiscard]] bool beyond_cap(const trace::Step& step);
  [[nodiscard]] bool too_deep(std::uint32_t depth) const { return options_.depth && depth >= *options_.depth; }
  [[nodiscard]] NodeId below(SideId at) const;
  [[nodiscard]] bool implies_other(NodeId node, const trace::Step& step) const;
  [[nodiscard]] bool same_step(const Node& node, const trace::Step& step) const;
  void take(SideId side);
  void move_to(SideId side, SideState state);

  expr::Dag& dag_;
  trace::Sides& switches_;
  Options options_;
  std::vector<Node> nodes_;
  std::vector<Side> sides_;
  std::vector<SideId> frontier_;
  std::vector<SideId> offers_;
  std::vector<SideId> capped_;
  std::vector<SideId> path_;  // of the latest append
  std::array<std::size_t, kSideStates> counts_{};
  std::unordered_map<std::uint32_t, std::uint32_t> pins_;  // by branch: alternatives opened
  std::size_t beyond_cap_ = 0, beyond_depth_ = 0;
};

}  // namespace cairn::tree
