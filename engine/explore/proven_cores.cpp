#include "engine/explore/proven_cores.h"

#include <algorithm>
#include <utility>

#include "engine/explore/directory_answers.h"

namespace cairn::explore {

namespace {

constexpr std::uint32_t kUnseen = ~std::uint32_t{1};
// A condition that stands in more cores than this is looked up in the store instead: it would be a search.
constexpr std::size_t kMostCores = 256;

class WithCores final : public Precedent {
 public:
  WithCores(std::unique_ptr<Precedent> first, std::span<const suite::StoredAnswer> answers, const Knowledge& knowledge)
      : first_(std::move(first)), cores_(answers), knowledge_(knowledge) {}

  std::optional<Settled> settle(tree::SideId side, std::uint64_t key) override {
    if (auto settled = first_->settle(side, key)) return settled;
    if (!cores_.refute(knowledge_.dag, knowledge_.objects, knowledge_.tree, side)) return std::nullopt;
    return Settled{tree::SideState::infeasible, suite::SideKnowledge::infeasible};
  }

  void forget() override {
    first_->forget();
    cores_.forget();
  }

 private:
  std::unique_ptr<Precedent> first_;
  ProvenCores cores_;
  Knowledge knowledge_;
};

}  // namespace

ProvenCores::ProvenCores(std::span<const suite::StoredAnswer> answers) {
  for (const suite::StoredAnswer& answer : answers) {
    if (answer.sat) continue;
    const auto hashes = core_of(answer);
    if (hashes.empty()) continue;
    std::vector<Member>& core = cores_.emplace_back();
    for (const std::uint64_t hash : hashes) {
      const Member member = members_.try_emplace(hash, static_cast<Member>(members_.size())).first->second;
      core.push_back(member);
      cores_of_.resize(members_.size());
      cores_of_[member].push_back(static_cast<std::uint32_t>(cores_.size() - 1));
    }
  }
  met_.assign(members_.size(), 0);
}

bool ProvenCores::refute(const expr::Dag& dag, const trace::ObjectTable& objects, tree::Tree& tree, tree::SideId side) {
  const Member goal = member_of(dag, tree.condition(side));
  if (goal == kNone || cores_of_[goal].size() > kMostCores) return false;
  learn_bounds(dag, objects);
  walk_to(dag, tree, tree.node_of(side));
  return std::ranges::any_of(cores_of_[goal], [&](std::uint32_t core) {
    return std::ranges::all_of(cores_[core], [&](Member member) { return member == goal || met_[member] > 0; });
  });
}

// Neighbours are asked for one after the other, and most of the way to them is the same.
void ProvenCores::walk_to(const expr::Dag& dag, tree::Tree& tree, tree::NodeId node) {
  std::vector<tree::SideId> ahead;
  tree::SideId at = tree.node(node).parent;
  const auto depth_of = [&](tree::SideId side) { return tree.node(tree.node_of(side)).depth; };
  while (at.valid() && (depth_of(at) >= walk_.size() || walk_[depth_of(at)] != at)) {
    ahead.push_back(at);
    at = tree.node(tree.node_of(at)).parent;
  }
  const std::size_t shared = at.valid() ? depth_of(at) + 1 : 0;
  for (; walk_.size() > shared; walk_.pop_back()) {
    if (const Member member = member_of(dag, tree.condition(walk_.back())); member != kNone) --met_[member];
  }
  for (; !ahead.empty(); ahead.pop_back()) {
    walk_.push_back(ahead.back());
    if (const Member member = member_of(dag, tree.condition(ahead.back())); member != kNone) ++met_[member];
  }
}

void ProvenCores::forget() {
  by_condition_ = {};
  objects_ = 0;
  walk_ = {};
  met_.assign(members_.size(), 0);
}

ProvenCores::Member ProvenCores::member_of(const expr::Dag& dag, expr::ExprId condition) {
  if (by_condition_.size() <= condition.value) by_condition_.resize(condition.value + 1, kUnseen);
  Member& member = by_condition_[condition.value];
  if (member == kUnseen) {
    const auto found = members_.find(dag.hash(condition));
    member = found == members_.end() ? kNone : found->second;
  }
  return member;
}

void ProvenCores::learn_bounds(const expr::Dag& dag, const trace::ObjectTable& objects) {
  for (; objects_ < objects.size(); ++objects_) {
    const trace::ObjectId id{static_cast<std::uint32_t>(objects_)};
    if (!objects.key(id).sized) continue;
    if (const Member member = member_of(dag, objects.size_bound(id)); member != kNone) ++met_[member];
  }
}

std::unique_ptr<Precedent> with_proven_cores(std::unique_ptr<Precedent> first,
                                             std::span<const suite::StoredAnswer> answers, const Knowledge& knowledge) {
  return std::make_unique<WithCores>(std::move(first), answers, knowledge);
}

}  // namespace cairn::explore
