// The execution tree through its public interface: what runs make of it, and what stays true under random traces.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/rng.h"
#include "engine/expr/evaluate.h"
#include "engine/tree/tree.h"

namespace cairn::tree {
namespace {

using expr::ExprId;
using expr::Op;
using trace::EventKind;
using trace::Step;

// Branch 900 is a switch over 10, 20, 30.
struct Cases final : trace::SwitchCases {
  std::vector<std::uint64_t> values{10, 20, 30};
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t branch) const override {
    if (branch != 900) return std::nullopt;
    return std::span<const std::uint64_t>(values);
  }
};

class TreeTest : public testing::Test {
 protected:
  ExprId byte(std::uint32_t i) { return dag.input(expr::ByteId{i}, 1); }

  // byte[index] < bound, at a place of its own.
  Step less(std::uint32_t index, unsigned bound, bool truth) {
    Step step;
    step.kind = EventKind::Branch;
    step.sides = 2;
    step.branch = 100 + index;
    step.subject = dag.make(Op::Ult, 1, byte(index), dag.constant(bound, 8));
    step.outcome = truth ? 0 : 1;
    step.condition = truth ? step.subject : dag.negate(step.subject);
    return step;
  }

  Step pin(std::uint32_t index, unsigned value) {
    Step step;
    step.kind = EventKind::PinAddress;
    step.sides = 2;
    step.branch = 300 + index;
    step.subject = byte(index);
    step.outcome = 0;
    step.condition = dag.equal(byte(index), dag.constant(value, 8));
    return step;
  }

  Step assume(std::uint32_t index, unsigned bound, bool truth) {
    Step step = less(index, bound, truth);
    step.kind = EventKind::Assume;
    step.sides = truth ? 1 : 2;
    return step;
  }

  Step switched(std::uint32_t index, std::uint32_t outcome) {
    Step step;
    step.kind = EventKind::Switch;
    step.sides = 4;
    step.branch = 900;
    step.subject = byte(index);
    step.outcome = outcome;
    step.condition = sides.switch_condition(900, step.subject, outcome);
    return step;
  }

  Appended append(std::vector<Step> steps, Tree& to) { return to.append(steps, OriginId{next_origin++}); }
  Appended append(std::vector<Step> steps) { return append(std::move(steps), tree); }

  expr::Dag dag;
  Cases cases;
  trace::Sides sides{dag, cases};
  Tree tree{dag, sides};
  std::uint32_t next_origin = 0;
};

TEST_F(TreeTest, EmptyTreeHasNothingOpen) {
  EXPECT_FALSE(tree.root().valid());
  EXPECT_TRUE(tree.frontier().empty());
  EXPECT_FALSE(append({}).leaf().valid());
  EXPECT_EQ(tree.nodes(), 0u);
}

TEST_F(TreeTest, UntakenSidesAreOpenAndCarryThePrefix) {
  const Appended run = append({less(0, 5, true), less(1, 7, false)});
  ASSERT_EQ(run.path.size(), 2u);
  EXPECT_EQ(run.new_nodes, 2u);
  EXPECT_FALSE(run.mismatch);
  ASSERT_EQ(tree.frontier().size(), 2u);

  const SideId deep = tree.side(tree.node_of(run.path[1]), 0);
  EXPECT_TRUE(tree.open(deep));
  std::vector<ExprId> conditions;
  tree.conditions(deep, conditions);
  EXPECT_EQ(conditions, (std::vector{less(0, 5, true).condition, less(1, 7, true).condition}));
  const SideId shallow = tree.side(tree.root(), 1);
  tree.conditions(shallow, conditions);
  EXPECT_EQ(conditions, (std::vector{less(0, 5, false).condition}));
}

TEST_F(TreeTest, ASecondRunSharesThePrefixAndKeepsTheFirstOrigin) {
  append({less(0, 5, true), less(1, 7, false)});
  const Appended run = append({less(0, 5, true), less(1, 7, true), less(2, 9, true)});
  EXPECT_EQ(run.new_nodes, 1u);
  EXPECT_EQ(tree.nodes(), 3u);
  EXPECT_EQ(tree.node(tree.root()).origin, OriginId{0});
  EXPECT_EQ(tree.node(tree.node_of(run.leaf())).origin, OriginId{1});
  EXPECT_EQ(tree.node(tree.node_of(run.leaf())).depth, 2u);
  EXPECT_EQ(tree.count(SideState::open), 2u);
  EXPECT_EQ(tree.count(SideState::visited), 4u);
}

TEST_F(TreeTest, StatesMoveSidesInAndOutOfTheFrontier) {
  append({less(0, 5, true), less(1, 5, true), less(2, 5, true)});
  const SideId middle = tree.frontier()[1];
  tree.set_state(middle, SideState::in_flight);
  EXPECT_EQ(tree.frontier().size(), 2u);
  EXPECT_EQ(std::ranges::count(tree.frontier(), middle), 0);
  tree.set_state(middle, SideState::open);
  EXPECT_EQ(std::ranges::count(tree.frontier(), middle), 1);
  tree.set_state(middle, SideState::infeasible);
  EXPECT_EQ(tree.count(SideState::infeasible), 1u);
  EXPECT_EQ(tree.count(SideState::open), 2u);
}

TEST_F(TreeTest, OnlyRunsVisit) {
  const Appended run = append({less(0, 5, true)});
  EXPECT_DEATH(tree.set_state(run.leaf(), SideState::open), "check");
  EXPECT_DEATH(tree.set_state(tree.frontier()[0], SideState::visited), "check");
}

TEST_F(TreeTest, AnInfeasibleSideThatARunTakesAfterAllIsVisited) {
  append({less(0, 5, true)});
  tree.set_state(tree.frontier()[0], SideState::unknown);
  append({less(0, 5, false), less(1, 5, true)});
  EXPECT_EQ(tree.count(SideState::unknown), 0u);
  EXPECT_EQ(tree.count(SideState::open), 1u);
}

TEST_F(TreeTest, SwitchSidesAreSiblingsWithConditionsMadeOnDemand) {
  const Appended run = append({switched(0, 1)});
  const NodeId node = tree.node_of(run.leaf());
  EXPECT_EQ(tree.node(node).sides, 4u);
  EXPECT_EQ(tree.frontier().size(), 3u);
  for (const auto& [outcome, value] : std::map<std::uint32_t, std::uint8_t>{{0, 10}, {1, 20}, {2, 30}, {3, 77}}) {
    expr::Assignment assignment;
    assignment.set(expr::ByteId{0}, value);
    for (std::uint32_t k = 0; k < 4; ++k) {
      EXPECT_EQ(expr::evaluate(dag, tree.condition(tree.side(node, k)), assignment) != 0, k == outcome) << k;
    }
  }
}

TEST_F(TreeTest, ValuesOfAPinFormAChain) {
  append({pin(0, 3), less(1, 5, true)});
  const Appended second = append({pin(0, 4), less(1, 5, true)});
  EXPECT_FALSE(second.mismatch);
  ASSERT_EQ(second.path.size(), 3u);  // another value than 3; 4; less
  std::vector<ExprId> conditions;
  tree.conditions(second.path[1], conditions);
  EXPECT_EQ(conditions, (std::vector{dag.negate(pin(0, 3).condition), pin(0, 4).condition}));
  const std::size_t nodes = tree.nodes();
  EXPECT_EQ(append({pin(0, 4), less(1, 5, true)}).path.size(), 3u);
  EXPECT_EQ(append({pin(0, 3), less(1, 5, true)}).path.size(), 2u);
  EXPECT_EQ(tree.nodes(), nodes);
}

TEST_F(TreeTest, PinsBeyondTheCapArePruned) {
  Tree capped(dag, sides, {.pin_cap = 2});
  append({pin(0, 1)}, capped);
  append({pin(0, 2)}, capped);
  EXPECT_EQ(capped.count(SideState::open), 1u);  // one other value is still wanted
  append({pin(0, 3)}, capped);
  EXPECT_EQ(capped.count(SideState::open), 0u);
  EXPECT_EQ(capped.count(SideState::pruned), 1u);
  EXPECT_EQ(capped.beyond_cap(), 1u);
  append({pin(0, 4)}, capped);  // luck goes beyond the cap
  EXPECT_EQ(capped.count(SideState::pruned), 1u);
  EXPECT_EQ(capped.beyond_cap(), 1u);
  ASSERT_EQ(capped.capped().size(), 2u);
  capped.set_state(capped.capped()[1], SideState::open);  // somebody tries it after all
  EXPECT_EQ(capped.beyond_cap(), 0u);
  EXPECT_FALSE(capped.closed(capped.capped()[1]));
  append({pin(1, 4)}, tree);  // another site has its own cap
  EXPECT_EQ(tree.count(SideState::open), 1u);
}

TEST_F(TreeTest, WhatIsTooDeepIsNotOpened) {
  Tree bounded(dag, sides, {.depth = 2});
  Step offered = less(2, 9, false);
  offered.kind = EventKind::Offered;
  append({less(0, 5, true), less(1, 5, true), offered, pin(3, 1), less(4, 5, true)}, bounded);
  EXPECT_EQ(bounded.count(SideState::open), 2u);
  EXPECT_EQ(bounded.count(SideState::pruned), 3u);
  EXPECT_EQ(bounded.beyond_depth(), 3u);
  EXPECT_EQ(bounded.beyond_cap(), 0u);
  EXPECT_TRUE(bounded.offers().empty());
  append({less(0, 5, false), assume(1, 9, true)}, bounded);
  EXPECT_EQ(bounded.count(SideState::open), 1u);
  const Appended luck = append({less(0, 5, true), less(1, 5, true), offered, pin(3, 2)}, bounded);
  EXPECT_EQ(luck.path.size(), 5u);
  EXPECT_EQ(bounded.count(SideState::open), 1u);
  append({offered}, tree);
  EXPECT_EQ(tree.beyond_depth(), 0u);
  EXPECT_EQ(tree.offers().size(), 1u);
}

TEST_F(TreeTest, AReadMayBeInBoundsOrPinned) {
  Step inside = less(0, 16, true);
  inside.kind = EventKind::InBounds;
  inside.branch = 300;
  append({inside, less(1, 5, true)});
  const Appended outside = append({pin(0, 200), less(1, 5, true)});
  EXPECT_FALSE(outside.mismatch);
  ASSERT_EQ(outside.path.size(), 3u);
  EXPECT_EQ(outside.path[0], tree.side(tree.root(), 1));
  EXPECT_FALSE(append({inside, less(1, 5, false)}).mismatch);
}

TEST_F(TreeTest, AReadMayBeInBoundsOfAnotherObject) {
  Step first = less(0, 16, true), second = less(1, 16, true);
  for (Step* inside : {&first, &second}) {
    inside->kind = EventKind::InBounds;
    inside->branch = 300;
  }
  append({first, less(2, 5, true)});
  const Appended elsewhere = append({second, less(2, 5, true)});
  EXPECT_FALSE(elsewhere.mismatch);
  ASSERT_EQ(elsewhere.path.size(), 3u);
  EXPECT_EQ(elsewhere.path[0], tree.side(tree.root(), 1));
  EXPECT_EQ(tree.count(SideState::open), 3u);
  Step other_read = second;
  other_read.branch = 301;
  EXPECT_TRUE(append({other_read}).mismatch);
}

TEST_F(TreeTest, FailingAnAssumptionIsNotWantedHoldingItIs) {
  append({assume(0, 5, true), less(1, 5, true)});
  EXPECT_EQ(tree.count(SideState::open), 1u);
  EXPECT_EQ(tree.count(SideState::pruned), 1u);
  EXPECT_FALSE(append({assume(0, 5, false)}).mismatch);

  Tree other(dag, sides);
  append({assume(0, 5, false)}, other);
  ASSERT_EQ(other.frontier().size(), 1u);
  EXPECT_EQ(other.condition(other.frontier()[0]), assume(0, 5, true).condition);
  EXPECT_FALSE(append({assume(0, 5, true)}, other).mismatch);
}

TEST_F(TreeTest, AnotherStepAfterEqualSidesIsAMismatch) {
  append({less(0, 5, true), less(1, 5, true), less(2, 5, true)});
  const std::size_t nodes = tree.nodes();
  const Appended other_branch = append({less(0, 5, true), less(3, 5, true), less(4, 5, true)});
  ASSERT_TRUE(other_branch.mismatch);
  EXPECT_EQ(other_branch.mismatch->depth, 1u);
  EXPECT_EQ(other_branch.path.size(), 1u);
  const Appended other_condition = append({less(0, 5, true), less(1, 6, false)});
  ASSERT_TRUE(other_condition.mismatch);
  EXPECT_EQ(tree.nodes(), nodes);
  EXPECT_EQ(tree.count(SideState::open), 3u);
}

TEST_F(TreeTest, ANodeWithTwoSidesCostsLessThanAHundredBytes) {
  std::vector<Step> steps;
  for (std::uint32_t i = 0; i < 20000; ++i) steps.push_back(less(i % 50, 1 + i / 400, true));
  append(steps);
  EXPECT_LT(sizeof(Node) + 2 * 16 + sizeof(SideId), 100u);
  EXPECT_LT(tree.memory_bytes() / tree.count(SideState::open), 200u);  // vectors may be half empty
}

// A random program is a fixed function from prefixes to steps; random inputs walk it, flips change states at random.
// The tree must agree with a naive one made of maps, whatever the order.
TEST_F(TreeTest, RandomTracesAgreeWithANaiveTree) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    base::Rng rng(seed);
    Tree random(dag, sides);
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;  // prefix of outcomes -> number of sides
    std::set<std::vector<std::uint32_t>> visited;
    for (int trace = 0; trace < 60; ++trace) {
      std::vector<Step> steps;
      std::vector<std::uint32_t> prefix;
      const std::size_t length = rng.below(12);
      for (std::size_t i = 0; i < length; ++i) {
        const auto place = static_cast<std::uint32_t>((prefix.size() * 7 + (prefix.empty() ? 0 : prefix.back())) % 5);
        const std::uint32_t count = place == 4 ? 4 : 2;
        const auto outcome = static_cast<std::uint32_t>(rng.below(count));
        steps.push_back(place == 4 ? switched(place, outcome) : less(place, 9, outcome == 0));
        known[prefix] = count;
        prefix.push_back(outcome);
        visited.insert(prefix);
      }
      const Appended run = append(steps, random);
      ASSERT_FALSE(run.mismatch);
      ASSERT_EQ(run.path.size(), steps.size());
      for (std::size_t i = 0; i < steps.size(); ++i) {
        ASSERT_EQ(random.outcome(run.path[i]), steps[i].outcome);
        ASSERT_EQ(random.condition(run.path[i]), steps[i].condition);
        ASSERT_EQ(random.node(random.node_of(run.path[i])).depth, i);
      }
      for (int i = 0; i < 3 && !random.frontier().empty(); ++i) {
        const SideId side = random.frontier()[rng.below(random.frontier().size())];
        random.set_state(side, rng.coin() ? SideState::infeasible : SideState::in_flight);
        if (rng.coin()) random.set_state(side, SideState::open);
      }
    }
    std::size_t sides_expected = 0;
    for (const auto& [prefix, count] : known) sides_expected += count;
    EXPECT_EQ(random.nodes(), known.size());
    EXPECT_EQ(random.count(SideState::visited), visited.size());
    EXPECT_EQ(random.count(SideState::open), random.frontier().size());
    std::size_t all = 0;
    for (std::size_t state = 0; state < kSideStates; ++state) all += random.count(static_cast<SideState>(state));
    EXPECT_EQ(all, sides_expected);
    for (std::uint32_t i = 0; i < all; ++i) {
      EXPECT_EQ(random.open(SideId{i}), std::ranges::count(random.frontier(), SideId{i}) == 1);
    }
  }
}

}  // namespace
}  // namespace cairn::tree
