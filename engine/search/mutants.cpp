// Coverage-guided fuzzing as a strategy: nothing but bursts of mutants, run without recording
// (engine/explore/mutants.h). It shares what it finds with whoever else works on the tree. It ends when nothing is open
// there and nothing was left undecided (given up by the solver, or more addresses than are tried): then every path is
// known. Where something was, it ends when many bursts in a row have found nothing.
#include "engine/program/coverage.h"
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

class Mutants final : public Strategy {
 public:
  Action propose(const View& view) override {
    if (!view.tree.frontier().empty()) return Burst{};
    const bool promising = view.tree.undecided() > 0 && uncovered(view.coverage) && idle_ < kIdle;
    if (!promising) return Done{};
    ++idle_;
    return Burst{};
  }
  void observe(const View&, const Observation& seen) override {
    if (seen.leaf.valid()) idle_ = 0;
  }
  bool take_back(const View&, std::span<const tree::SideId>) override { return true; }

 private:
  static bool uncovered(const program::Coverage& coverage) {
    const program::Share& branches = coverage.figures().branches;
    return branches.covered < branches.total;
  }

  static constexpr std::uint32_t kIdle = 2000;

  std::uint32_t idle_ = 0;  // bursts in a row that found nothing while nothing else was left to do
};

}  // namespace

Made make_mutants(const StrategyOptions&, base::Rng) { return std::make_unique<Mutants>(); }

}  // namespace cairn::search
