// Which kind of round comes next.
#include <gtest/gtest.h>

#include <set>

#include "engine/search/round_choice.h"

namespace cairn::search {
namespace {

constexpr RoundChoice::Possible kAll = {true, true, true, true};

TEST(RoundChoice, TriesEachOnceThenWhatEarnsMost) {
  RoundChoice choice(1000, 40);
  std::set<RoundChoice::Kind> tried;
  for (int i = 0; i < RoundChoice::kinds; ++i) {
    const RoundChoice::Chosen chosen = choice.next(kAll);
    EXPECT_NE(chosen.why.find("first time"), std::string::npos) << chosen.why;
    tried.insert(chosen.kind);
    choice.earn(chosen.kind, chosen.kind == RoundChoice::earlier_inputs ? 50 : 1, 30);
  }
  EXPECT_EQ(tried.size(), std::size_t{RoundChoice::kinds});
  for (int i = 0; i < 3; ++i) {
    const RoundChoice::Chosen chosen = choice.next(kAll);
    EXPECT_EQ(chosen.kind, RoundChoice::earlier_inputs);
    EXPECT_NE(chosen.why.find("earlier inputs promises"), std::string::npos) << chosen.why;
    choice.earn(chosen.kind, 40, 30);
  }
}

TEST(RoundChoice, LeavesNoneOutForLong) {
  RoundChoice choice(1000, 40);
  std::array<int, RoundChoice::kinds> rounds{};
  for (int i = 0; i < 64; ++i) {
    const RoundChoice::Kind kind = choice.next(kAll).kind;
    ++rounds[kind];
    choice.earn(kind, kind == RoundChoice::random_pruning ? 100 : 0, 30);
  }
  EXPECT_GE(rounds[RoundChoice::random_pruning], 40);
  for (const int each : rounds) EXPECT_GE(each, 4);
}

// As many sides in half the time are worth more, though both are far from the one side a round that is taken for
// granted.
TEST(RoundChoice, GoesByTimeAndNotByLengthOfRounds) {
  RoundChoice choice(6000, 267);
  choice.next(kAll);
  choice.earn(RoundChoice::random_pruning, 71, 67);
  choice.next(kAll);
  choice.earn(RoundChoice::learnt_pruning, 69, 134);
  for (const RoundChoice::Kind kind : {RoundChoice::earlier_inputs, RoundChoice::plain_search}) {
    choice.next(kAll);
    choice.earn(kind, 10, 134);
  }
  EXPECT_EQ(choice.next(kAll).kind, RoundChoice::random_pruning);
}

TEST(RoundChoice, TakesOnlyWhatIsPossible) {
  RoundChoice choice(1000, 40);
  for (int i = 0; i < 20; ++i) {
    const RoundChoice::Kind kind = choice.next({false, false, i % 2 == 0, true}).kind;
    EXPECT_TRUE(kind == RoundChoice::plain_search || (kind == RoundChoice::earlier_inputs && i % 2 == 0));
    choice.earn(kind, 1, 30);
  }
}

}  // namespace
}  // namespace cairn::search
