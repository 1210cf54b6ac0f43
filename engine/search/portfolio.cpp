// A portfolio: several strategies on one tree, each for a slice of actions at a time; who covered more lately gets the
// next slice more often.
//
// What a slice earned is the number of sides its runs covered first. Earnings fade by half with each slice of the same
// member, and everybody has something to begin with, so nobody is forgotten. All members learn from every run.
//
// Three have full shares: `sites`, which gives every conditional its turn; `generational`, which runs through
// everything beside a path that covered something; and `mutants`, which puts together what others found, but joins only
// when a few slices have earned nothing for the first time: what solving explores by itself needs no chance.
// `random-path`, `covnew` and `hits` stand beside: they begin with a quarter of a share, and have their turn only when
// many slices in a row have earned nothing, or when they earn themselves. What was tried instead is in
// docs/benchmarks/strategies.md.
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/search/makers.h"
#include "engine/search/weighted.h"
#include "engine/search/weights.h"

namespace cairn::search {

namespace {

constexpr std::uint32_t kSlice = 20;
constexpr std::uint32_t kPatience = 50;  // slices without earnings, until those beside have their turn
constexpr std::uint32_t kPause = 5;      // the same, until mutants join

class Portfolio final : public Strategy {
 public:
  struct Member {
    Made strategy;
    double least;             // share of one that earned nothing
    std::uint32_t after = 0;  // slices in a row without earnings, until it takes part at all
  };

  Portfolio(std::vector<Member> members, base::Rng rng) : members_(std::move(members)), rng_(rng) {
    for (std::uint32_t i = 0; i < members_.size(); ++i) shares_.set(i, members_[i].least);
  }

  Action propose(const View& view) override {
    if (left_ == 0) change();
    for (std::size_t tried = 0; tried < members_.size(); ++tried) {
      const Action action = members_[current_].strategy->propose(view);
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
    for (const Member& member : members_) member.strategy->observe(view, seen);
  }

  bool take_back(const View& view, std::span<const tree::SideId> sides) override {
    bool all = true;
    for (const Member& member : members_) all &= member.strategy->take_back(view, sides);
    return all;
  }

 private:
  void change() {
    const double least = members_[current_].least;
    if (started_) shares_.set(current_, least + (shares_.weight(current_) - least) / 2 + static_cast<double>(earned_));
    stalled_ = earned_ > 0 ? 0 : stalled_ + 1;
    longest_stall_ = std::max(longest_stall_, stalled_);
    started_ = true;
    earned_ = 0;
    left_ = kSlice;
    do {
      current_ = shares_.pick(rng_);
    } while (waits(current_));
  }

  [[nodiscard]] bool waits(std::uint32_t member) const {
    if (longest_stall_ < members_[member].after) return true;
    return members_[member].least < 1 && shares_.weight(member) < 1 && stalled_ < kPatience;
  }

  std::vector<Member> members_;
  base::Rng rng_;
  Weighted shares_;
  std::uint32_t current_ = 0;
  std::uint32_t left_ = 0;  // of the slice
  std::uint64_t earned_ = 0;
  std::uint32_t stalled_ = 0;  // slices in a row that earned nothing
  std::uint32_t longest_stall_ = 0;
  bool started_ = false;
};

}  // namespace

Made make_portfolio(const StrategyOptions& options, base::Rng rng) {
  constexpr double kBeside = 0.25;
  std::vector<Portfolio::Member> members;
  for (const auto make : {make_generational, make_sites}) members.push_back({make(options, rng.split()), 1});
  for (const auto make : {make_random_path, make_weighted<covnew_weight>, make_hits}) {
    members.push_back({make(options, rng.split()), kBeside});
  }
  if (options.mutates) members.push_back({make_mutants(options, rng.split()), 1, kPause});
  Made portfolio = std::make_unique<Portfolio>(std::move(members), rng.split());
  return make_onward(std::move(portfolio), rng.split());
}

}  // namespace cairn::search
