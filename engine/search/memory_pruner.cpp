// KLEE's rule (core/Executor.cpp): above the memory limit, so many states are ended at random that the rest fits. Here
// the states are open sides, and what they share, the tree and its expressions, is what takes memory. They come back
// when nothing else is left.
#include <algorithm>

#include "engine/search/pruner_makers.h"

namespace cairn::search {

namespace {

using tree::SideId;

class MemoryPruner final : public Pruner {
 public:
  MemoryPruner(const PruneOptions& options, base::Rng rng) : options_(options), rng_(rng) {}

  PruneOrders step(const View& view, double now) override {
    PruneOrders orders;
    now_ = now;
    const std::size_t used = view.tree.memory_bytes() + view.tree.dag().memory_bytes();
    if (used <= options_.memory_bytes || used < checked_ + checked_ / kEvery) return orders;
    checked_ = used;
    std::vector<SideId> open(view.tree.frontier().begin(), view.tree.frontier().end());
    const double fits = static_cast<double>(options_.memory_bytes) / static_cast<double>(used);
    const auto many = static_cast<std::size_t>(static_cast<double>(open.size()) * (1 - fits));
    for (std::size_t left = std::max<std::size_t>(many, 1); left > 0 && !open.empty(); --left) {
      const std::size_t at = rng_.below(open.size());
      orders.close.push_back(open[at]);
      open[at] = open.back();
      open.pop_back();
    }
    closed_.insert(closed_.end(), orders.close.begin(), orders.close.end());
    pruned_ += orders.close.size();
    ++prunings_;
    return orders;
  }

  // KLEE would be done. Here what was ended can be had again, and all that is left is there.
  PruneOrders exhausted(const View& view, double) override {
    PruneOrders orders;
    for (const SideId side : closed_) {
      if (view.tree.state(side) == tree::SideState::pruned) orders.reopen.push_back(side);
    }
    closed_.clear();
    if (!orders.reopen.empty()) orders.selection = Selection::starts_over;
    return orders;
  }
  void observe(const View&, const Observation&) override {}
  [[nodiscard]] std::span<const SideId> closed() const override { return closed_; }

  [[nodiscard]] PruneReport report() const override {
    PruneReport report;
    if (prunings_ == 0) return report;
    PruneRound round;
    round.number = 1;
    round.kind = "pruned at random";
    round.why = "above the memory limit";
    round.end = now_;
    round.prunings = prunings_;
    round.pruned = pruned_;
    report.rounds.push_back(round);
    return report;
  }

 private:
  PruneOptions options_;
  base::Rng rng_;
  static constexpr std::size_t kEvery = 16;  // growth by this part before the next look
  std::size_t checked_ = 0;
  std::vector<SideId> closed_;
  double now_ = 0;
  std::uint64_t prunings_ = 0, pruned_ = 0;
};

}  // namespace

std::unique_ptr<Pruner> make_memory_pruner(const PruneOptions& options, base::Rng rng) {
  return std::make_unique<MemoryPruner>(options, rng);
}

}  // namespace cairn::search
