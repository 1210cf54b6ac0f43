#include "engine/explore/company.h"

#include <algorithm>

namespace cairn::explore {

using tree::SideState;

namespace {

template <class Each>
void each_side(const tree::Tree& tree, std::span<const tree::SideId> path, const Each& each) {
  for (const tree::SideId taken : path) {
    const tree::NodeId node = tree.node_of(taken);
    for (std::uint32_t i = 0; i < tree.node(node).sides; ++i) {
      if (const tree::SideId side = tree.side(node, i); side != taken) each(side);
    }
  }
}

}  // namespace

// Others are told what is taken before they hear of the path: they would take it themselves.
bool Company::share(const trace::Input& input, std::span<const tree::SideId> path) {
  tell_taken(path);
  if (!peers_.share(input)) return false;
  assign(path);
  return true;
}

std::optional<tree::SideId> Company::private_side(base::Rng& rng) const {
  constexpr int kLooks = 256;
  const auto open = tree_.frontier();
  std::optional<tree::SideId> best;
  const auto depth = [this](tree::SideId side) { return tree_.node(tree_.node_of(side)).depth; };
  for (int i = 0; i < kLooks && !open.empty(); ++i) {
    const tree::SideId side = open[rng.below(open.size())];
    if (!shared_.contains(side.value) && (!best || depth(side) < depth(*best))) best = side;
  }
  return best;
}

void Company::give(const trace::Input& input, std::span<const tree::SideId> path) {
  std::vector<tree::SideId> sides;
  std::vector<std::uint64_t> keys;
  bool give = true;
  each_side(tree_, path, [&](tree::SideId side) {
    if (!tree_.open(side) || shared_.contains(side.value)) return;
    if (give) sides.push_back(side);
    give = !give;
  });
  for (const tree::SideId side : sides) keys.push_back(keys_.of(side));
  if (sides.empty() || !peers_.give(keys)) return;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    shared_[sides[i].value] = {keys[i], true};
    tree_.set_state(sides[i], SideState::pruned);
  }
  if (share(input, path)) return;
  for (const tree::SideId side : sides) {  // nobody will hear of them
    shared_.erase(side.value);
    tree_.set_state(side, SideState::open);
  }
}

// A run went there, or a solver said what there is to say.
void Company::tell_taken(std::span<const tree::SideId> path) {
  each_side(tree_, path, [this](tree::SideId side) {
    const SideState state = tree_.state(side);
    if (state == SideState::open || state == SideState::pruned || !told_.insert(side.value).second) return;
    peers_.take(keys_.of(side));
  });
}

std::vector<tree::SideId> Company::divide(std::span<const tree::SideId> path) {
  std::vector<tree::SideId> back;
  tell_taken(path);
  each_side(tree_, path, [&](tree::SideId side) {
    const auto found = shared_.find(side.value);
    if (found == shared_.end() || !found->second.given || tree_.state(side) != SideState::pruned) return;
    if (!peers_.mine(found->second.key)) return;
    found->second.given = false;
    tree_.set_state(side, SideState::open);
    back.push_back(side);
  });
  assign(path);
  return back;
}

// The open sides along it that had no owner.
void Company::assign(std::span<const tree::SideId> path) {
  each_side(tree_, path, [this](tree::SideId side) {
    if (!tree_.open(side) || shared_.contains(side.value)) return;
    const std::uint64_t key = keys_.of(side);
    const bool given = !peers_.mine(key);
    shared_.emplace(side.value, Shared{key, given});
    if (given) tree_.set_state(side, SideState::pruned);
  });
}

bool Company::take(tree::SideId side) {
  const auto found = shared_.find(side.value);
  if (found == shared_.end()) return true;
  if (!peers_.mine(found->second.key)) {
    found->second.given = true;
    tree_.set_state(side, SideState::pruned);
    return false;
  }
  peers_.take(found->second.key);
  told_.insert(side.value);
  shared_.erase(found);
  return true;
}

void Company::forget() {
  shared_.clear();
  told_.clear();
}

std::vector<tree::SideId> Company::divide_again() {
  if (peers_.division() == division_) return {};
  division_ = peers_.division();
  return reassign([this](std::uint64_t key) { return peers_.mine(key); });
}

std::vector<tree::SideId> Company::take_back() {
  return reassign([](std::uint64_t) { return true; });
}

std::vector<tree::SideId> Company::reassign(const std::function<bool(std::uint64_t key)>& mine) {
  std::vector<tree::SideId> back;
  for (auto at = shared_.begin(); at != shared_.end();) {
    const tree::SideId side{at->first};
    Shared& shared = at->second;
    const SideState state = tree_.state(side);
    if (state != (shared.given ? SideState::pruned : SideState::open)) {  // a run went there, or somebody pruned it
      at = shared_.erase(at);
      continue;
    }
    const bool give = !mine(shared.key);
    if (give != shared.given) tree_.set_state(side, give ? SideState::pruned : SideState::open);
    if (shared.given && !give) back.push_back(side);
    shared.given = give;
    ++at;
  }
  std::ranges::sort(back, {}, &tree::SideId::value);
  return back;
}

}  // namespace cairn::explore
