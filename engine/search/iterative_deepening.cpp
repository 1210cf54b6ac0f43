// Iterative deepening (KLEE's --use-iterative-deepening-time-search): newest first, but what lies too deep waits until
// nothing else is left; then the limit doubles.
//
// KLEE's limit is the time a state has run, from one second on. Here it is the number of branches above a side, so that
// runs repeat.
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/opened.h"

namespace cairn::search {

namespace {

class IterativeDeepening final : public Strategy {
 public:
  explicit IterativeDeepening(const StrategyOptions& options) : limit_(options.length.value_or(8)) {}

  Action propose(const View& view) override {
    opened_.new_sides(view.tree, [&](tree::SideId side) { add(view, side); });
    for (;;) {
      while (!stack_.empty()) {
        const tree::SideId side = stack_.back();
        stack_.pop_back();
        if (view.tree.open(side)) return Flip{side};
      }
      if (waiting_.empty()) return Done{};
      limit_ *= 2;
      for (const tree::SideId side : std::exchange(waiting_, {})) add(view, side);
    }
  }

  void observe(const View& view, const Observation& seen) override {
    if (reopened(view, seen)) add(view, seen.side);
  }

 private:
  void add(const View& view, tree::SideId side) {
    (view.tree.node(view.tree.node_of(side)).depth < limit_ ? stack_ : waiting_).push_back(side);
  }

  std::uint64_t limit_;
  Opened opened_;
  std::vector<tree::SideId> stack_, waiting_;
};

}  // namespace

Made make_iterative_deepening(const StrategyOptions& options, base::Rng) {
  return std::make_unique<IterativeDeepening>(options);
}

}  // namespace cairn::search
