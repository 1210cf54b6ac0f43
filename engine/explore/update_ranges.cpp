#include "engine/explore/update_ranges.h"

#include <algorithm>
#include <tuple>

namespace cairn::explore {

void RangeFinder::add(std::uint32_t path, std::span<const tree::SideId> sides, bool same) {
  Entry& entry = entries_.emplace_back(Entry{{}, path, same});
  entry.outcomes.reserve(sides.size());
  for (const tree::SideId side : sides) entry.outcomes.push_back(tree_.outcome(side));
}

std::vector<ChangedRange> RangeFinder::ranges() {
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    return std::tie(a.outcomes, a.path) < std::tie(b.outcomes, b.path);
  });
  std::vector<ChangedRange> found;
  bool inside = false;
  for (const Entry& entry : entries_) {
    if (!entry.same) {
      if (!inside) found.emplace_back();
      found.back().paths.push_back(entry.path);
    }
    inside = !entry.same;
  }
  return found;
}

}  // namespace cairn::explore
