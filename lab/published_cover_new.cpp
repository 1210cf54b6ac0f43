// RCN: among the visited states, one with the least distance to uncovered code.
//
// Two defects of the original are kept. Distances are taken to the uncovered state of the highest number only, whether
// it can be reached or not. And the way to a state first reached by a later run is cut out of the first run, so that a
// path may have steps that do not exist; those cost nothing.
#include <algorithm>
#include <optional>

#include "lab/published.h"

namespace cairn::lab {
namespace {

class CoverNew {
 public:
  explicit CoverNew(Simulation& simulation)
      : simulation_(simulation),
        subject_(simulation.subject()),
        solved_(subject_),
        arrive_(subject_.chain().size()),
        first_(simulation.random_test()) {
    note(first_);
  }

  void run() {
    while (!simulation_.done()) {
      const auto prefix = choose();
      if (!prefix) return;
      solved_.add(*prefix);
      note(simulation_.solve(*prefix));
    }
  }

 private:
  // Remembers the ways to the states of a run.
  void note(const Path& run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      auto& way = arrive_[run[i]];
      if (!way) {
        const auto end = static_cast<std::ptrdiff_t>(std::min(i, first_.size()));
        way = Path(first_.begin(), first_.begin() + end);
      } else if (i < way->size()) {
        way = Path(run.begin(), run.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  std::optional<Path> choose() {
    auto target = static_cast<State>(subject_.chain().size() - 1);
    while (simulation_.covered(target)) --target;
    std::vector<Path> best;
    std::size_t distance = SIZE_MAX;
    for (State state = 0; state < subject_.chain().size(); ++state) {
      if (!arrive_[state]) continue;
      for (const Path& rest : subject_.between(state, target)) {
        if (rest.size() > distance) continue;
        Path path = *arrive_[state];
        path.insert(path.end(), rest.begin(), rest.end());
        Path prefix = subject_.decided(path);
        if (solved_.contains(prefix)) continue;
        if (rest.size() < distance) best.clear();
        distance = rest.size();
        best.push_back(std::move(prefix));
      }
    }
    if (best.empty()) return std::nullopt;
    return best[simulation_.rng().below(best.size())];
  }

  Simulation& simulation_;
  const Subject& subject_;
  Solved solved_;
  std::vector<std::optional<Path>> arrive_;  // states before it, of the visited ones
  Path first_;
};

}  // namespace

void published_cover_new(Simulation& simulation) { CoverNew(simulation).run(); }

}  // namespace cairn::lab
