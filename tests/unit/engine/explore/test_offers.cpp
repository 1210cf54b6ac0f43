// When variables that nobody set are tried.
#include <gtest/gtest.h>

#include "engine/explore/offers.h"

namespace cairn::explore {
namespace {

using expr::ExprId;
using trace::Step;
using tree::SideState;

struct NoCases final : trace::SwitchCases {
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t) const override {
    return std::nullopt;
  }
};

class OffersTest : public testing::Test {
 protected:
  // byte[index] == 8: whether the variable is set.
  Step asked(std::uint32_t index, bool set) { return step(trace::EventKind::Offered, index, 8, set); }
  Step branch(std::uint32_t index, unsigned value, bool truth) {
    return step(trace::EventKind::Branch, index, value, truth);
  }
  Step step(trace::EventKind kind, std::uint32_t index, unsigned value, bool truth) {
    Step made;
    made.kind = kind;
    made.sides = 2;
    made.subject = dag.equal(dag.input(expr::ByteId{index}, 1), dag.constant(value, 8));
    made.outcome = truth ? 0 : 1;
    made.condition = truth ? made.subject : dag.negate(made.subject);
    return made;
  }
  void run(std::vector<Step> steps) { tree.append(steps, tree::OriginId{0}); }
  void quiet(int actions) {
    for (int i = 0; i < actions; ++i) offers.observe(0);
  }

  expr::Dag dag;
  NoCases cases;
  trace::Sides sides{dag, cases};
  tree::Tree tree{dag, sides};
  Offers offers{base::Rng(1)};
};

TEST_F(OffersTest, WaitUntilNothingNewIsCovered) {
  run({asked(0, false), branch(1, 1, true)});
  EXPECT_EQ(tree.frontier().size(), 1u);  // the branch's
  quiet(150);
  offers.observe(1);
  quiet(150);
  EXPECT_EQ(offers.next(tree, false), std::nullopt);
  quiet(50);
  const auto side = offers.next(tree, false);
  ASSERT_TRUE(side);
  EXPECT_EQ(tree.state(*side), SideState::pruned);
  EXPECT_EQ(tree.condition(*side), asked(0, true).condition);
  quiet(200);
  EXPECT_EQ(offers.next(tree, false), std::nullopt);  // there is no other
}

TEST_F(OffersTest, ComeAtOnceWhenNothingElseIsLeft) {
  run({asked(0, false)});
  EXPECT_TRUE(tree.frontier().empty());
  EXPECT_TRUE(offers.next(tree, true));
}

TEST_F(OffersTest, EveryVariableHasItsTurn) {
  run({branch(9, 1, true), asked(0, false), asked(1, false)});
  run({branch(9, 1, false), asked(0, false), asked(1, false)});
  std::map<ExprId, int> tried;
  for (int i = 0; i < 2; ++i) ++tried[tree.node(tree.node_of(*offers.next(tree, true))).subject];
  EXPECT_EQ(tried.size(), 2u);
}

TEST_F(OffersTest, WhatARunDidByItselfIsNotTried) {
  run({asked(0, false)});
  run({asked(0, true)});
  EXPECT_EQ(offers.next(tree, true), std::nullopt);
}

TEST_F(OffersTest, TheOtherSideOfASetVariableIsOpen) {
  run({asked(0, true)});
  EXPECT_EQ(tree.frontier().size(), 1u);
  EXPECT_TRUE(tree.offers().empty());
}

}  // namespace
}  // namespace cairn::explore
