// DART: the last decision of the current path that has another side is taken the other way. It forgets what it passes
// on the way back, so it may end with states uncovered that could have been reached.
#include "lab/published.h"

namespace cairn::lab {

void published_directed(Simulation& simulation) {
  const Subject& subject = simulation.subject();
  Solved solved(subject);
  Path path = simulation.random_test();
  while (!simulation.done() && path.size() >= 2 && solved.left_to_uncovered(simulation)) {
    const State taken = path.back();
    path.pop_back();
    const State at = path.back();
    const Path base = path;
    bool siblings = false;
    for (const State other : subject.successors()[at]) {
      if (other == taken) continue;
      siblings = true;
      Path next = base;
      next.push_back(other);
      if (const Path prefix = subject.decided(next); solved.add(prefix)) {
        Path run = simulation.solve(prefix);
        if (run.size() > next.size()) next = std::move(run);
      }
      if (next.size() > path.size()) path = std::move(next);
    }
    if (siblings) {
      path.pop_back();
      path = subject.decided(path);
    }
  }
}

}  // namespace cairn::lab
