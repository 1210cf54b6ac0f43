// Batching (KLEE's --use-batching-search): stay with what was picked for a while before picking again.
//
// KLEE steps the picked state for 10,000 instructions or 5 seconds. Here the picked side has been run to its end after
// one step; staying with it means flipping what opened below it, shallowest first, until as many steps (function
// entries and loop turns) have been run. There is no limit of time: runs must repeat.
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/opened.h"

namespace cairn::search {

namespace {

constexpr std::uint64_t kSteps = 1000;  // ten instructions each, see statistics.h

class Batching final : public Strategy {
 public:
  explicit Batching(Made inner) : inner_(std::move(inner)) {}

  Action propose(const View& view) override {
    while (spent_ < kSteps && next_ < batch_.size()) {
      const tree::SideId side = batch_[next_++];
      if (view.tree.open(side)) return Flip{side};
    }
    batch_.clear();
    next_ = 0;
    spent_ = 0;
    const Action action = inner_->propose(view);
    const auto* flip = std::get_if<Flip>(&action);
    picked_ = flip != nullptr ? flip->side : tree::SideId{};
    return action;
  }

  void observe(const View& view, const Observation& seen) override {
    inner_->observe(view, seen);
    spent_ += std::max<std::uint64_t>(seen.steps, 1);
    const bool ours = seen.result == Result::arrived && picked_.valid() && (seen.side == picked_ || !batch_.empty());
    opened_.new_sides(view.tree, [&](tree::SideId side) {
      if (ours) batch_.push_back(side);
    });
  }

  [[nodiscard]] Findings findings() const override { return inner_->findings(); }

 private:
  Made inner_;
  Opened opened_;
  tree::SideId picked_;
  std::vector<tree::SideId> batch_;  // opened below what was picked
  std::size_t next_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace

Made make_batching(Made inner) { return std::make_unique<Batching>(std::move(inner)); }

}  // namespace cairn::search
