// A strategy that can start over: a fresh one of the same kind takes in the tree as it is now. The one that was
// interrupted may come back: it goes on learning meanwhile, and what it knows of earlier runs is not lost.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/search/pruner.h"
#include "engine/search/strategy.h"

namespace cairn::search {

class Restarting final : public Strategy {
 public:
  using Make = std::function<std::unique_ptr<Strategy>()>;

  explicit Restarting(Make make) : make_(std::move(make)), current_(make_()) {}

  // For good: nothing is left of what was known.
  void restart() {
    interrupted_.reset();
    current_ = make_();
  }

  // `reopened`: sides that were pruned and are open again.
  void select(const View& view, Selection selection, std::span<const tree::SideId> reopened) {
    if (selection == Selection::goes_on || current_->take_back(view, reopened)) return;
    switch (selection) {
      case Selection::goes_on:
        break;
      case Selection::starts_over:
        restart();
        break;
      case Selection::steps_aside:
        if (!interrupted_) interrupted_ = std::move(current_);
        current_ = make_();
        break;
      case Selection::comes_back:
        if (interrupted_) current_ = std::move(interrupted_);
        break;
    }
  }

  Action propose(const View& view) override { return current_->propose(view); }
  void observe(const View& view, const Observation& seen) override {
    if (interrupted_) interrupted_->observe(view, seen);
    current_->observe(view, seen);
  }
  [[nodiscard]] Findings findings() const override { return current_->findings(); }

 private:
  Make make_;
  std::unique_ptr<Strategy> current_, interrupted_;
};

}  // namespace cairn::search
