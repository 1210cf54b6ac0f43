#include "engine/search/statistics.h"

#include "engine/search/path.h"

namespace cairn::search {

namespace {

std::uint32_t clock_of(const tree::Node& node) { return node.steps + node.depth; }

}  // namespace

void Statistics::update(const View& view, const Observation* seen) {
  opened_.new_nodes(view.tree, [&](tree::NodeId id) {
    const tree::Node& node = view.tree.node(id);
    ++branches_[node.branch];
    ++contexts_[node.context];
    histories_.push_back(history_of(view, id, seen));
  });
}

Statistics::History Statistics::history_of(const View& view, tree::NodeId id, const Observation* seen) {
  const tree::Node& node = view.tree.node(id);
  if (!node.parent.valid()) return {};
  const tree::NodeId above = view.tree.node_of(node.parent);
  History history = histories_[above.value];
  const std::uint64_t outcome = std::uint64_t{view.tree.node(above).branch} << 32 | view.tree.outcome(node.parent);
  if (taken_.insert(outcome).second) history.new_at = clock_of(view.tree.node(above));
  if (seen != nullptr && seen->side == node.parent) history.query_seconds += static_cast<float>(seen->query_seconds);
  return history;
}

SideFacts Statistics::of(const View& view, tree::SideId side) {
  const tree::NodeId id = view.tree.node_of(side);
  const tree::Node& node = view.tree.node(id);
  const History& history = histories_[id.value];
  SideFacts facts;
  facts.depth = node.depth;
  if (const program::SideId source = nearest_source(view, side); source.valid()) {
    const std::uint32_t distance = distances_.at(view).to_uncovered(source);
    if (distance != program::Distances::kUnreachable) facts.distance = distance + 1;
  }
  if (history.new_at != kNever) facts.since_new = 1 + (clock_of(node) - history.new_at) * kInstructionsPerStep;
  facts.executions = branches_[node.branch];
  facts.in_context = contexts_[node.context];
  facts.query_seconds = history.query_seconds;
  return facts;
}

}  // namespace cairn::search
