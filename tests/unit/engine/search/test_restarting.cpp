// Searches that start over when a round ends.
#include <gtest/gtest.h>

#include "conditions.h"
#include "engine/search/registry.h"
#include "engine/search/restarting.h"

namespace cairn::search {
namespace {

// Says what it was asked and what it saw.
struct Marked final : Strategy {
  explicit Marked(std::vector<int>& seen, int name) : seen_(seen), name_(name) {}
  Action propose(const View&) override { return Flip{SideId{static_cast<std::uint32_t>(name_)}}; }
  void observe(const View&, const Observation&) override { seen_.push_back(name_); }
  std::vector<int>& seen_;
  int name_;
};

TEST(Restarting, TheInterruptedStrategyLooksOnAndComesBack) {
  Comb comb;
  std::vector<int> seen;
  int made = 0;
  Restarting strategy([&] { return std::make_unique<Marked>(seen, made++); });
  const auto proposed = [&] { return std::get<Flip>(strategy.propose(comb.view())).side.value; };
  EXPECT_EQ(proposed(), 0u);
  strategy.select(comb.view(), Selection::steps_aside, {});
  strategy.select(comb.view(), Selection::steps_aside, {});
  EXPECT_EQ(proposed(), 2u);
  strategy.observe(comb.view(), {});
  EXPECT_EQ(seen, (std::vector{0, 2}));
  strategy.select(comb.view(), Selection::comes_back, {});
  strategy.select(comb.view(), Selection::comes_back, {});
  EXPECT_EQ(proposed(), 0u);
  strategy.observe(comb.view(), {});
  EXPECT_EQ(seen, (std::vector{0, 2, 0}));
  strategy.select(comb.view(), Selection::steps_aside, {});
  strategy.select(comb.view(), Selection::starts_over, {});
  strategy.select(comb.view(), Selection::comes_back, {});
  EXPECT_EQ(proposed(), 4u);
}

// One that goes by what is open does not start over, but has all that was pruned again, whether it had noticed or not.
TEST(Restarting, WhatGoesByOpenSidesTakesThemBack) {
  for (const char* name : {"random-path", "covnew", "random-state", "random-path+covnew"}) {
    Comb comb;
    std::size_t made = 0;
    Restarting strategy([&] { return make_strategy(name, {}, base::Rng(++made)).value(); });
    const std::vector<SideId> all(comb.tree.frontier().begin(), comb.tree.frontier().end());
    std::vector<SideId> pruned(all.begin() + 1, all.end());
    for (const SideId side : pruned) comb.tree.set_state(side, tree::SideState::pruned);
    EXPECT_EQ(std::get<Flip>(strategy.propose(comb.view())).side, all.front()) << name;
    for (const SideId side : pruned) comb.tree.set_state(side, tree::SideState::open);
    strategy.select(comb.view(), Selection::starts_over, pruned);
    EXPECT_EQ(made, 1u) << name;
    std::set<SideId> proposed;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Action action = strategy.propose(comb.view());
      ASSERT_TRUE(std::holds_alternative<Flip>(action)) << name;
      const SideId side = std::get<Flip>(action).side;
      proposed.insert(side);
      comb.tree.set_state(side, tree::SideState::infeasible);
      Observation seen;
      seen.side = side;
      seen.result = Result::infeasible;
      strategy.observe(comb.view(), seen);
    }
    EXPECT_EQ(proposed.size(), all.size()) << name;
  }
}

}  // namespace
}  // namespace cairn::search
