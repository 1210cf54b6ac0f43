#include "engine/explore/offers.h"

#include <algorithm>
#include <utility>

namespace cairn::explore {

namespace {

constexpr std::uint64_t kPatience = 200;  // actions

}  // namespace

std::optional<tree::SideId> Offers::next(const tree::Tree& tree, bool done) {
  if (!done && quiet_ < kPatience) return std::nullopt;
  quiet_ = 0;
  for (; seen_ < tree.offers().size(); ++seen_) {
    const tree::SideId side = tree.offers()[seen_];
    variables_[tree.node(tree.node_of(side)).subject].waiting.push_back(side);
  }
  for (;;) {
    Variable* least = nullptr;
    for (auto& [condition, variable] : variables_) {
      if (!variable.waiting.empty() && (least == nullptr || variable.tried < least->tried)) least = &variable;
    }
    if (least == nullptr) return std::nullopt;
    std::swap(least->waiting[rng_.below(least->waiting.size())], least->waiting.back());
    const tree::SideId side = least->waiting.back();
    least->waiting.pop_back();
    if (tree.state(side) != tree::SideState::pruned) continue;  // a run came by
    ++least->tried;
    return side;
  }
}

void Offers::forget() {
  variables_.clear();
  seen_ = 0;
}

}  // namespace cairn::explore
