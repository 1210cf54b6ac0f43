#include "engine/tree/tree.h"

#include <algorithm>

#include "engine/base/check.h"

namespace cairn::tree {

namespace {

using trace::EventKind;
using trace::Step;

// An assumption that held is recorded without its other side; in the tree it has one, since another run may take it.
std::uint16_t sides_of(const Step& step) { return step.kind == EventKind::Assume ? 2 : step.sides; }

bool is_offer(const Step& step, std::uint32_t outcome) { return step.kind == EventKind::Offered && outcome == 0; }

}  // namespace

Tree::Tree(expr::Dag& dag, trace::Sides& sides, Options options) : dag_(dag), switches_(sides), options_(options) {}

Appended Tree::append(std::span<const Step> steps, OriginId origin) {
  path_.clear();
  Appended result;
  const std::size_t before = nodes_.size();
  SideId at;
  for (const Step& step : steps) {
    CHECK(step.outcome < sides_of(step));
    CHECK(!is_pin(step.kind) || (step.outcome == 0 && step.sides == 2));
    NodeId here = below(at);
    while (here.valid() && implies_other(here, step)) {
      at = side(here, 1);
      take(at);
      here = below(at);
    }
    if (!here.valid()) {
      here = grow(step, at, origin);
    } else if (!same_step(nodes_[here.value], step)) {
      result.mismatch = Mismatch{static_cast<std::uint32_t>(path_.size())};
      break;
    }
    at = side(here, step.outcome);
    if (!sides_[at.value].condition.valid()) sides_[at.value].condition = step.condition;
    take(at);
  }
  result.path = path_;
  result.new_nodes = static_cast<std::uint32_t>(nodes_.size() - before);
  return result;
}

NodeId Tree::below(SideId at) const { return at.valid() ? child(at) : root(); }

// Steps that show by themselves that the run left the node by side 1: the pin of another value, and, at a read with a
// symbolic address, a pin where another run was in bounds of a known object, or the other way round, or the bounds of
// another object, as in `names[i][j]`.
bool Tree::implies_other(NodeId id, const Step& step) const {
  const Node& at = nodes_[id.value];
  if (at.branch != step.branch) return false;
  if (at.kind == EventKind::InBounds && step.kind == EventKind::InBounds) return at.subject != step.subject;
  if ((at.kind == EventKind::InBounds && step.kind == EventKind::PinAddress) ||
      (at.kind == EventKind::PinAddress && step.kind == EventKind::InBounds)) {
    return true;
  }
  return is_pin(at.kind) && at.kind == step.kind && at.subject == step.subject &&
         sides_[at.first_side].condition != step.condition;
}

NodeId Tree::grow(const Step& step, SideId parent, OriginId origin) {
  CHECK(nodes_.size() < NodeId::kNone && sides_.size() + sides_of(step) < SideId::kNone);
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  Node node;
  node.parent = parent;
  node.first_side = static_cast<std::uint32_t>(sides_.size());
  node.branch = step.branch;
  node.context = step.context;
  node.subject = step.subject;
  node.origin = origin;
  node.depth = parent.valid() ? nodes_[sides_[parent.value].node.value].depth + 1 : 0;
  node.steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(step.steps, 0xffffffffu));
  node.sides = sides_of(step);
  node.kind = step.kind;
  nodes_.push_back(node);
  if (parent.valid()) sides_[parent.value].link = id.value;

  for (std::uint32_t outcome = 0; outcome < node.sides; ++outcome) {
    const SideId side_id{static_cast<std::uint32_t>(sides_.size())};
    Side side;
    side.node = id;
    sides_.push_back(side);
    ++counts_[static_cast<std::size_t>(SideState::pruned)];
    if (outcome == step.outcome) {
      sides_.back().condition = step.condition;
    } else {
      move_to(side_id, initial_state(step, outcome, node.depth));
      if (state(side_id) == SideState::open && beyond_cap(step)) {
        sides_.back().capped = true;
        move_to(side_id, SideState::pruned);
        capped_.push_back(side_id);
      }
      if (is_offer(step, outcome) && !too_deep(node.depth)) offers_.push_back(side_id);
    }
  }
  return id;
}

SideState Tree::initial_state(const Step& step, std::uint32_t outcome, std::uint32_t depth) {
  if (step.kind == EventKind::Assume && outcome == 1) return SideState::pruned;
  if (too_deep(depth)) {
    ++beyond_depth_;
    return SideState::pruned;
  }
  return is_offer(step, outcome) ? SideState::pruned : SideState::open;
}

// Counts the alternatives of a pin site.
bool Tree::beyond_cap(const Step& step) {
  if (!is_pin(step.kind)) return false;
  auto& opened = pins_[step.branch];
  if (opened >= options_.pin_cap) return true;
  ++opened;
  return false;
}

// The condition is compared only where this outcome was taken before; for the others the subject says as much.
bool Tree::same_step(const Node& node, const Step& step) const {
  if (node.kind != step.kind || node.branch != step.branch || node.subject != step.subject ||
      node.sides != sides_of(step)) {
    return false;
  }
  if (is_pin(step.kind)) return true;
  const Side& taken = sides_[node.first_side + step.outcome];
  return taken.state != SideState::visited || taken.condition == step.condition;
}

void Tree::take(SideId side) {
  if (state(side) != SideState::visited) move_to(side, SideState::visited);
  path_.push_back(side);
}

void Tree::set_state(SideId side, SideState state) {
  CHECK(sides_[side.value].state != SideState::visited && state != SideState::visited);
  move_to(side, state);
}

void Tree::end_at(SideId side) {
  if (state(side) != SideState::visited) move_to(side, SideState::visited);
}

void Tree::move_to(SideId id, SideState state) {
  Side& side = sides_[id.value];
  if (side.state == state) return;
  if (side.state == SideState::open) {
    const SideId last = frontier_.back();
    frontier_[side.link] = last;
    sides_[last.value].link = side.link;
    frontier_.pop_back();
    side.link = NodeId::kNone;
  }
  if (side.capped && side.state == SideState::pruned) --beyond_cap_;
  if (side.capped && state == SideState::pruned) ++beyond_cap_;
  --counts_[static_cast<std::size_t>(side.state)];
  ++counts_[static_cast<std::size_t>(state)];
  side.state = state;
  if (state == SideState::open) {
    side.was_open = true;
    side.link = static_cast<std::uint32_t>(frontier_.size());
    frontier_.push_back(id);
  }
}

SideId Tree::side(NodeId node, std::uint32_t outcome) const {
  INVARIANT(outcome < nodes_[node.value].sides);
  return SideId{nodes_[node.value].first_side + outcome};
}

std::uint32_t Tree::outcome(SideId side) const { return side.value - nodes_[sides_[side.value].node.value].first_side; }

NodeId Tree::child(SideId id) const {
  const Side& side = sides_[id.value];
  return side.state == SideState::visited ? NodeId{side.link} : NodeId{};
}

std::size_t Tree::memory_bytes() const {
  return nodes_.capacity() * sizeof(Node) + sides_.capacity() * sizeof(Side) + frontier_.capacity() * sizeof(SideId) +
         (path_.capacity() + offers_.capacity() + capped_.capacity()) * sizeof(SideId) +
         pins_.size() * 4 * sizeof(void*);
}

expr::ExprId Tree::condition(SideId id) {
  if (sides_[id.value].condition.valid()) return sides_[id.value].condition;
  const Node& at = nodes_[node_of(id).value];
  const std::uint32_t wanted = outcome(id);
  expr::ExprId made;
  if (at.kind == EventKind::Switch) {
    made = switches_.switch_condition(at.branch, at.subject, wanted);
  } else if (wanted == 0) {
    made = at.subject;
  } else {
    // A pin is made with side 0 taken. Otherwise not from the other side's condition: negating twice may give another
    // form of the same condition, and forms are what runs are compared by.
    made = dag_.negate(is_pin(at.kind) ? sides_[at.first_side].condition : at.subject);
  }
  sides_[id.value].condition = made;
  return made;
}

void Tree::conditions(SideId id, std::vector<expr::ExprId>& out) {
  out.resize(nodes_[node_of(id).value].depth + 1);
  for (std::size_t i = out.size(); i-- > 0; id = nodes_[node_of(id).value].parent) out[i] = condition(id);
}

}  // namespace cairn::tree
