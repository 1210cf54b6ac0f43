// SGS: the pending path whose last states were travelled least goes on by one state. Subpaths are a fifth of the states
// long.
#include <algorithm>

#include "lab/published.h"

namespace cairn::lab {

void published_subpath_guided(Simulation& simulation) {
  const Subject& subject = simulation.subject();
  const std::size_t length = std::max<std::size_t>(1, subject.chain().size() / 5);
  std::vector<Path> pending{{subject.chain().initial()}};
  std::map<Path, std::uint64_t> travelled;
  const auto subpath = [&](const Path& path) {
    return Path(path.end() - static_cast<std::ptrdiff_t>(std::min(length, path.size())), path.end());
  };
  while (!simulation.done() && !pending.empty()) {
    std::vector<std::size_t> least;
    std::uint64_t count = UINT64_MAX;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      const std::uint64_t of = travelled[subpath(pending[i])];
      if (of < count) least.clear();
      count = std::min(count, of);
      if (of == count) least.push_back(i);
    }
    const std::size_t chosen = least[simulation.rng().below(least.size())];
    const Path path = pending[chosen];
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(chosen));
    ++travelled[subpath(path)];
    if (subject.chain().sink(path.back())) simulation.solve(subject.decided(path));
    for (const State next : subject.successors()[path.back()]) {
      pending.push_back(path);
      pending.back().push_back(next);
    }
  }
}

}  // namespace cairn::lab
