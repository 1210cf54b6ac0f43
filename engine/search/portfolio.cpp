// A portfolio: several strategies on one tree, each for a slice of actions at a time; who covered more lately gets the
// next slice more often.
//
// What a slice earned is the number of sides its runs covered first. Earnings fade by half with each slice of the same
// member, and everybody has one to begin with, so nobody is forgotten. All members learn from every run.
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/weighted.h"
#include "engine/search/weights.h"

namespace cairn::search {

namespace {

constexpr std::uint32_t kSlice = 20;

class Portfolio final : public Strategy {
 public:
  Portfolio(std::vector<Made> members, base::Rng rng) : members_(std::move(members)), rng_(rng) {
    for (std::uint32_t i = 0; i < members_.size(); ++i) shares_.set(i, 1);
  }

  Action propose(const View& view) override {
    if (left_ == 0) change();
    for (std::size_t tried = 0; tried < members_.size(); ++tried) {
      const Action action = members_[current_]->propose(view);
      if (!std::holds_alternative<Done>(action)) {
        --left_;
        return action;
      }
      current_ = (current_ + 1) % static_cast<std::uint32_t>(members_.size());
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    earned_ += seen.new_sides;
    for (const Made& member : members_) member->observe(view, seen);
  }

 private:
  void change() {
    if (started_) shares_.set(current_, 1 + (shares_.weight(current_) - 1) / 2 + static_cast<double>(earned_));
    started_ = true;
    earned_ = 0;
    left_ = kSlice;
    current_ = shares_.pick(rng_);
  }

  std::vector<Made> members_;
  base::Rng rng_;
  Weighted shares_;
  std::uint32_t current_ = 0;
  std::uint32_t left_ = 0;  // of the slice
  std::uint64_t earned_ = 0;
  bool started_ = false;
};

}  // namespace

Made make_portfolio(const StrategyOptions& options, base::Rng rng) {
  std::vector<Made> members;
  for (const auto make : {make_random_path, make_weighted<covnew_weight>, make_generational}) {
    members.push_back(make(options, rng.split()));
  }
  return std::make_unique<Portfolio>(std::move(members), rng.split());
}

}  // namespace cairn::search
