#include "engine/search/greedy_candidates.h"

#include <algorithm>

#include "engine/base/hash.h"
#include "engine/trace/contexts.h"

namespace cairn::search {

using tree::SideId;

bool GreedyCandidates::wanted(const View& view, const ProgramRewards& rewards, program::SideId source) const {
  if (targets_ == Targets::all) return true;
  if (!source.valid()) return false;
  const program::BlockId target = rewards.target(source);
  return target.valid() && !view.coverage.covered(target);
}

void GreedyCandidates::update(const View& view, const ProgramRewards& rewards) {
  opened_.new_sides(view.tree, [&](SideId side) { add(view, rewards, side); });
}

GreedyCandidates::GroupId GreedyCandidates::group_of(const View& view, SideId side, program::SideId source) {
  const tree::Node& node = view.tree.node(view.tree.node_of(side));
  // Outcomes without a source side are told apart by branch.
  const std::uint64_t what =
      source.valid() ? source.value : base::combine(node.branch, std::uint64_t{1} << 32 | view.tree.outcome(side));
  const auto [at, fresh] = by_key_.try_emplace(base::combine(what, node.context), static_cast<GroupId>(groups_.size()));
  if (fresh) groups_.push_back({source, node.context, 0, 0, {}});
  return at->second;
}

void GreedyCandidates::add(const View& view, const ProgramRewards& rewards, SideId side) {
  const tree::Node& node = view.tree.node(view.tree.node_of(side));
  const program::SideId source = view.program.side_of(node.branch, view.tree.outcome(side));
  if (!wanted(view, rewards, source)) return;
  const GroupId id = group_of(view, side, source);
  Group& group = groups_[id];
  const Waiting waiting{known_cost_ ? known_cost_(side) : static_cast<double>(node.depth), side};
  const bool first = group.waiting.empty() || group.waiting.front() < waiting;
  group.waiting.push_back(waiting);
  std::push_heap(group.waiting.begin(), group.waiting.end());
  if (first) enter(view, rewards, id);
}

void GreedyCandidates::enter(const View& view, const ProgramRewards& rewards, GroupId id) {
  const auto best = value_of(view, rewards, groups_[id]);
  if (!best) return;
  ranking_.push_back({best->value(), id});
  std::push_heap(ranking_.begin(), ranking_.end());
}

// Behind the end of the function the context is in: what its callers still have to do.
double GreedyCandidates::behind(const View& view, const ProgramRewards& rewards, std::uint32_t context) {
  if (view.contexts == nullptr || context == 0 || context == trace::Contexts::kNone) return 0;
  std::vector<std::uint32_t> chain;
  double sum = 0;
  for (std::uint32_t at = context; at != 0;) {
    if (at < behind_.size() && behind_[at] >= 0) {
      sum = behind_[at];
      break;
    }
    chain.push_back(at);
    const std::uint32_t parent = view.contexts->context(at).parent;
    if (parent >= at) break;
    at = parent;
  }
  for (const std::uint32_t at : chain) {
    if (at >= behind_.size()) behind_.resize(at + 1, -1);
  }
  for (std::size_t i = chain.size(); i-- > 0;) {
    sum += rewards.behind(view.contexts->context(chain[i]).call_site);
    behind_[chain[i]] = sum;
  }
  return sum;
}

std::optional<GreedyCandidates::Best> GreedyCandidates::value_of(const View& view, const ProgramRewards& rewards,
                                                                 Group& group) {
  while (!group.waiting.empty() && !view.tree.open(group.waiting.front().side)) {
    std::pop_heap(group.waiting.begin(), group.waiting.end());
    group.waiting.pop_back();
  }
  if (group.waiting.empty()) return std::nullopt;
  if (!wanted(view, rewards, group.source)) {
    group.waiting.clear();  // covered for good
    return std::nullopt;
  }
  Best best;
  best.side = group.waiting.front().side;
  best.reward = (group.source.valid() ? rewards.side(group.source) : 0) + behind(view, rewards, group.context);
  best.reward *= (group.arrived + 2.0) / (group.tried + 2.0);
  best.cost = known_cost_ ? group.waiting.front().order : costs_.predict(view.tree, best.side);
  if (!(best.reward > 0)) return std::nullopt;
  return best;
}

std::size_t GreedyCandidates::rank(const View& view, const ProgramRewards& rewards) {
  std::ranges::fill(behind_, -1);
  ranking_.clear();
  std::size_t looked_at = 0;
  for (GroupId id = 0; id < groups_.size(); ++id) {
    if (groups_[id].waiting.empty()) continue;
    ++looked_at;
    if (const auto best = value_of(view, rewards, groups_[id])) ranking_.push_back({best->value(), id});
  }
  std::make_heap(ranking_.begin(), ranking_.end());
  return looked_at;
}

std::optional<GreedyCandidates::Best> GreedyCandidates::best(const View& view, const ProgramRewards& rewards) {
  while (!ranking_.empty()) {
    const Ranked top = ranking_.front();
    const auto best = value_of(view, rewards, groups_[top.group]);
    if (best && best->value() >= top.value) return best;  // stays where it is until its side is closed
    std::pop_heap(ranking_.begin(), ranking_.end());
    ranking_.pop_back();
    if (!best) continue;
    ranking_.push_back({best->value(), top.group});
    std::push_heap(ranking_.begin(), ranking_.end());
  }
  return std::nullopt;
}

void GreedyCandidates::learn(const View& view, const ProgramRewards& rewards, const Observation& seen) {
  if (!seen.side.valid()) return;
  costs_.learn(view.tree, seen.side, seen.solver_steps);
  if (reopened(view, seen)) {
    add(view, rewards, seen.side);
    return;
  }
  const tree::Node& node = view.tree.node(view.tree.node_of(seen.side));
  const program::SideId source = view.program.side_of(node.branch, view.tree.outcome(seen.side));
  if (!wanted(view, rewards, source)) return;
  Group& group = groups_[group_of(view, seen.side, source)];
  ++group.tried;
  if (seen.result == Result::arrived) ++group.arrived;
}

}  // namespace cairn::search
