// CGS: a branch is taken the other way once for every new context, the k states that led to it; k grows.
#include <algorithm>
#include <set>

#include "lab/published.h"

namespace cairn::lab {

void published_context_guided(Simulation& simulation) {
  const Subject& subject = simulation.subject();
  Solved solved(subject);
  std::vector<Path> tree{simulation.random_test()};
  const auto depth = [&] { return std::ranges::max(tree, {}, &Path::size).size(); };
  for (std::size_t k = 1; k <= subject.longest(); ++k) {
    std::set<Path> contexts;
    for (std::size_t at = k - 1; at < depth(); ++at) {
      const std::size_t known = tree.size();
      for (std::size_t i = 0; i < known; ++i) {
        if (simulation.done()) return;
        if (at + 1 >= tree[i].size()) continue;
        const auto end = tree[i].begin() + static_cast<std::ptrdiff_t>(at) + 1;
        if (!contexts.emplace(end - static_cast<std::ptrdiff_t>(k), end).second) continue;
        const Path path = tree[i];
        for (const State other : subject.successors()[path[at]]) {
          if (other == path[at + 1] || simulation.done()) continue;
          Path flipped(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(at) + 1);
          flipped.push_back(other);
          const Path prefix = subject.decided(flipped);
          if (!solved.add(prefix)) continue;
          Path run = simulation.solve(prefix);
          if (std::ranges::find(tree, run) == tree.end()) tree.push_back(std::move(run));
        }
      }
    }
  }
}

}  // namespace cairn::lab
