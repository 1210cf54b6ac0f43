// GS: every run is expanded once, at all decisions behind the one it came from; first come, first served, without the
// coverage score of SAGE. Only sides whose state is uncovered when the run is expanded make children. A generation is
// run to its end even when everything is covered before: inferred from the published figures, which fit better so.
#include <deque>

#include "lab/published.h"

namespace cairn::lab {

void published_generational(Simulation& simulation) {
  struct Work {
    Path path;
    std::size_t bound;
  };
  const Subject& subject = simulation.subject();
  std::deque<Work> waiting{{simulation.random_test(), 0}};
  while (!simulation.done() && !waiting.empty()) {
    const Work work = std::move(waiting.front());
    waiting.pop_front();
    std::vector<Work> children;
    for (std::size_t at = work.bound; at + 1 < work.path.size(); ++at) {
      for (const State other : subject.successors()[work.path[at]]) {
        if (other == work.path[at + 1] || simulation.covered(other)) continue;
        Path child(work.path.begin(), work.path.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        child.push_back(other);
        children.push_back({std::move(child), at + 1});
      }
    }
    for (const Work& child : children) {
      waiting.push_back({simulation.solve(child.path), child.bound});
    }
  }
}

}  // namespace cairn::lab
