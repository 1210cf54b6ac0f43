// A strategy that can start over: a fresh one of the same kind takes in the tree as it is now.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/search/strategy.h"

namespace cairn::search {

class Restarting final : public Strategy {
 public:
  using Make = std::function<std::unique_ptr<Strategy>()>;

  explicit Restarting(Make make) : make_(std::move(make)), current_(make_()) {}

  void restart() { current_ = make_(); }

  Action propose(const View& view) override { return current_->propose(view); }
  void observe(const View& view, const Observation& seen) override { current_->observe(view, seen); }
  [[nodiscard]] Findings findings() const override { return current_->findings(); }

 private:
  Make make_;
  std::unique_ptr<Strategy> current_;
};

}  // namespace cairn::search
