// How the loop works with others who explore the same program (peers.h).
#include <algorithm>
#include <utility>

#include "engine/explore/loop.h"

namespace cairn::explore {

void Loop::meet_peers() {
  for (trace::Input& input : options_.peers->arrived()) {
    pending_.push_back({std::move(input), search::Result::initial, true});
  }
  take_back(company_->divide_again());
  if (!idle_ && options_.peers->hungry()) feed_peers();
}

// These sides were another's.
void Loop::take_back(std::span<const tree::SideId> sides) {
  if (!sides.empty()) options_.select(parts_.view(), search::Selection::starts_over, sides);
}

// Gives away some of what there is to do, while enough is left.
void Loop::feed_peers() {
  constexpr int kGifts = 16;
  for (int i = 0; i < kGifts && parts_.tree.frontier().size() > 2 * kGifts; ++i) {
    const auto side = company_->private_side(peer_rng_);
    if (!side) return;
    const Runner::Origin& origin = runner_.origin(*side);
    if (origin.path == 0 || origin.path >= leaves_.size()) continue;
    std::vector<tree::SideId> path;
    for (tree::SideId at = leaves_[origin.path]; at.valid(); at = parts_.tree.node(parts_.tree.node_of(at)).parent) {
      path.push_back(at);
    }
    std::ranges::reverse(path);
    company_->give(parts_.objects.input_of(origin.assignment, origin.objects), path);
  }
}

// What covers something new all shall know.
void Loop::share(const Executed& executed, const Keeper::Kept& kept, bool shared) {
  if (!company_) return;
  if (shared)
    take_back(company_->divide(executed.path));
  else if (kept.test)
    company_->share(executed.input, executed.path);
}

}  // namespace cairn::explore
