#include "engine/base/set_cover.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::base {

std::vector<std::size_t> greedy_cover(std::span<const Elements> sets) {
  std::unordered_set<std::uint32_t> left;
  for (const Elements set : sets) left.insert(set.begin(), set.end());
  const auto gain = [&](std::size_t i) {
    return static_cast<std::size_t>(
        std::ranges::count_if(sets[i], [&](std::uint32_t element) { return left.contains(element); }));
  };
  // Gains only fall: one that is still the largest when looked at again is the largest.
  using Entry = std::pair<std::size_t, std::size_t>;  // gain, and the index counted from the end
  std::vector<Entry> heap;
  for (std::size_t i = 0; i < sets.size(); ++i) heap.emplace_back(sets[i].size(), sets.size() - i);
  std::make_heap(heap.begin(), heap.end());
  std::vector<std::size_t> chosen;
  while (!left.empty() && !heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const auto [before, back] = heap.back();
    heap.pop_back();
    const std::size_t index = sets.size() - back;
    const std::size_t now = gain(index);
    if (now == 0) continue;
    if (now < before) {
      heap.emplace_back(now, back);
      std::push_heap(heap.begin(), heap.end());
      continue;
    }
    chosen.push_back(index);
    for (const std::uint32_t element : sets[index]) left.erase(element);
  }
  return chosen;
}

std::vector<std::size_t> without_needless(std::span<const Elements> sets, std::vector<std::size_t> chosen) {
  std::unordered_map<std::uint32_t, std::size_t> times;
  for (const std::size_t index : chosen)
    for (const std::uint32_t element : sets[index]) ++times[element];
  std::vector<std::size_t> kept;
  for (; !chosen.empty(); chosen.pop_back()) {
    const Elements set = sets[chosen.back()];
    if (std::ranges::all_of(set, [&](std::uint32_t element) { return times[element] > 1; }))
      for (const std::uint32_t element : set) --times[element];
    else
      kept.push_back(chosen.back());
  }
  std::ranges::reverse(kept);
  return kept;
}

}  // namespace cairn::base
