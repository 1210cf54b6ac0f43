// Generational search (Godefroid, Levin and Molnar 2008; SAGE): take the run that covered most new blocks, flip all the
// branches it was the first to reach, score the runs that come of it, repeat.
//
// What differs: SAGE solves all of a run's flips before it runs any; here each is run when it is solved, which a tree
// that knows what is open makes equivalent. Where the program has no blocks to count, new sides count.
#include <queue>
#include <utility>
#include <vector>

#include "engine/program/coverage.h"
#include "engine/search/makers.h"
#include "engine/search/opened.h"

namespace cairn::search {

namespace {

using tree::SideId;

class Generational final : public Strategy {
 public:
  Action propose(const View& view) override {
    take_in(view, 0);
    for (;;) {
      while (next_ < generation_.size()) {
        const SideId side = generation_[next_++];
        if (view.tree.open(side)) return Flip{side};
      }
      if (waiting_.empty()) return Done{};
      generation_ = std::move(sides_[waiting_.top().run]);
      waiting_.pop();
      next_ = 0;
    }
  }

  void observe(const View& view, const Observation& seen) override {
    const program::Figures& figures = view.coverage.figures();
    const std::uint64_t gain = figures.blocks.total > 0 ? figures.blocks.covered - blocks_ : seen.new_sides;
    blocks_ = figures.blocks.covered;
    take_in(view, gain);
    if (reopened(view, seen)) generation_.push_back(seen.side);
  }

 private:
  struct Parent {
    std::uint64_t score;
    std::size_t run;
    // The higher score first, the earlier run of equal ones.
    bool operator<(const Parent& other) const { return score != other.score ? score < other.score : run > other.run; }
  };

  void take_in(const View& view, std::uint64_t score) {
    std::vector<SideId> opened;
    opened_.new_sides(view.tree, [&](SideId side) { opened.push_back(side); });
    if (opened.empty()) return;
    waiting_.push({score, sides_.size()});
    sides_.push_back(std::move(opened));
  }

  Opened opened_;
  std::uint64_t blocks_ = 0;
  std::vector<std::vector<SideId>> sides_;  // by run: what it opened; empty when its turn has been
  std::priority_queue<Parent> waiting_;
  std::vector<SideId> generation_;
  std::size_t next_ = 0;
};

}  // namespace

Made make_generational(const StrategyOptions&, base::Rng) { return std::make_unique<Generational>(); }

}  // namespace cairn::search
