// DFS: maximal paths in depth-first order, successors by number; each is solved for at its sink.
#include <algorithm>

#include "lab/published.h"

namespace cairn::lab {
namespace {

struct DepthFirst {
  Simulation& simulation;
  Solved solved;
  Path path;

  [[nodiscard]] bool on() const { return !simulation.done() && solved.left_to_uncovered(simulation); }

  void visit() {
    const Subject& subject = simulation.subject();
    if (!on()) return;
    if (subject.chain().sink(path.back())) {
      const Path prefix = subject.decided(path);
      if (solved.add(prefix)) simulation.solve(prefix);
      return;
    }
    auto successors = subject.successors()[path.back()];
    std::ranges::sort(successors);
    for (const State next : successors) {
      if (!on()) return;
      path.push_back(next);
      visit();
      path.pop_back();
    }
    solved.add(subject.decided(path));
  }
};

}  // namespace

void published_depth_first(Simulation& simulation) {
  DepthFirst{simulation, Solved(simulation.subject()), {simulation.subject().chain().initial()}}.visit();
}

}  // namespace cairn::lab
