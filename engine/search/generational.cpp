// Generational search (Godefroid, Levin and Molnar 2008; SAGE): take the run that covered most new blocks, flip all the
// branches it was the first to reach, score the runs that come of it, repeat.
//
// What differs: SAGE solves all of a run's flips before it runs any; here each is run when it is solved, which a tree
// that knows what is open makes equivalent. Where the program has no blocks to count, new sides count.
#include <algorithm>
#include <iterator>
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
      generation_ = std::exchange(runs_[waiting_.top().run].sides, {});
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

  // They wait by the score of the run that opened them, and so does what is left of the current generation. A fresh
  // search would take all open sides for what one run opened, and come to no other run for as long as they last.
  bool take_back(const View& view, std::span<const SideId> sides) override {
    take_in(view, 0);
    std::vector<SideId> back(generation_.begin() + static_cast<std::ptrdiff_t>(next_), generation_.end());
    back.insert(back.end(), sides.begin(), sides.end());
    generation_.clear();
    next_ = 0;
    std::ranges::sort(back);
    for (auto at = back.begin(); at != back.end();) {
      const std::size_t run = run_of(view.tree.node_of(*at));
      const auto end =
          std::find_if(at, back.end(), [&](SideId side) { return view.tree.node_of(side).value >= runs_[run].nodes; });
      wait(run, {at, end});
      at = end;
    }
    return true;
  }

 private:
  struct Run {
    std::size_t nodes;  // of the tree, when the run had been
    std::uint64_t score;
    std::vector<SideId> sides;  // what it opened, increasing; empty unless it waits
  };
  struct Parent {
    std::uint64_t score;
    std::size_t run;
    // The higher score first, the earlier run of equal ones.
    bool operator<(const Parent& other) const { return score != other.score ? score < other.score : run > other.run; }
  };

  void take_in(const View& view, std::uint64_t score) {
    std::vector<SideId> opened;
    opened_.new_sides(view.tree, [&](SideId side) { opened.push_back(side); });
    if (!runs_.empty() && runs_.back().nodes == view.tree.nodes()) return;
    runs_.push_back({view.tree.nodes(), score, {}});
    wait(runs_.size() - 1, opened);
  }

  [[nodiscard]] std::size_t run_of(tree::NodeId node) const {
    const auto at = std::ranges::upper_bound(runs_, node.value, {}, &Run::nodes);
    return static_cast<std::size_t>(at - runs_.begin());
  }

  // `sides` are increasing. Some of them may be waiting already.
  void wait(std::size_t run, std::span<const SideId> sides) {
    if (sides.empty()) return;
    std::vector<SideId>& waiting = runs_[run].sides;
    if (waiting.empty()) waiting_.push({runs_[run].score, run});
    std::vector<SideId> all;
    std::ranges::set_union(waiting, sides, std::back_inserter(all));
    waiting = std::move(all);
  }

  Opened opened_;
  std::uint64_t blocks_ = 0;
  std::vector<Run> runs_;
  std::priority_queue<Parent> waiting_;
  std::vector<SideId> generation_;
  std::size_t next_ = 0;
};

}  // namespace

Made make_generational(const StrategyOptions&, base::Rng) { return std::make_unique<Generational>(); }

}  // namespace cairn::search
