// Which watched calls become cases, and which inputs are watched first.
#include <gtest/gtest.h>

#include "cli/unit_cases.h"
#include "cli/unit_choice.h"

namespace cairn::cli {
namespace {

// int f(int* p);
unit::Plan plan() {
  unit::Description d;
  d.types.resize(2);
  d.types[0] = {.kind = unit::Kind::integer, .name = "int", .size = 4, .is_signed = true};
  d.types[1] = {.kind = unit::Kind::pointer, .to = 0};
  unit::Function function;
  function.name = "f";
  function.own = function.defined = true;
  function.result = 0;
  function.parameters = {{"p", 1}};
  d.functions = {function};
  return unit::make_plan(d, {.functions = {"f"}}).value();
}

std::vector<std::uint8_t> bytes_of(std::uint64_t value, unsigned size) {
  std::vector<std::uint8_t> out;
  for (unsigned i = 0; i < size; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return out;
}

unit::Observed observed(unit::Role role, std::uint32_t type, std::uint64_t address, std::vector<std::uint8_t> before,
                        std::vector<std::uint8_t> after) {
  unit::Observed out;
  out.role = role;
  out.type = type;
  out.count = 1;
  out.size = std::max(before.size(), after.size());
  out.address = address;
  out.before = std::move(before);
  out.after = std::move(after);
  return out;
}

class Cases : public testing::Test {
 protected:
  // A call that finds a number, leaves another and returns a third.
  WatchedPair call(std::uint32_t before, std::uint32_t after, std::uint32_t result) const {
    const std::uint32_t pointer = plan_.functions[0].parameters[0].type;
    unit::Watched run;
    run.observation.returned = true;
    run.observation.objects = {
        observed(unit::Role::object, plan_.types[pointer].to, 0x100000, bytes_of(before, 4), bytes_of(after, 4)),
        observed(unit::Role::argument, pointer, 0x300000, bytes_of(0x100000, 8), {}),
        observed(unit::Role::result, *plan_.functions[0].result, 0x200000, {}, bytes_of(result, 4))};
    return {0, run, run};
  }

  static WatchedPair ended(WatchedPair pair, unit::Ending ending) {
    for (unit::Watched* each : {&pair.first, &pair.second}) {
      each->ending = ending;
      each->code = 11;
      each->observation.returned = false;
    }
    return pair;
  }

  std::size_t kept(CaseList& list) { return list.take(outcome_).cases.size(); }

  const unit::Plan plan_ = plan();
  const Reached here_{{1}, {1}, 7};
  Outcome outcome_;
};

TEST_F(Cases, ACallThatLeftOtherContentAloneIsNoNews) {
  CaseList list(plan_, 0, 10);
  list.add(call(1, 1, 5), Source::path, here_, outcome_);
  list.add(call(2, 2, 5), Source::another, here_, outcome_);
  EXPECT_EQ(outcome_.sides.size(), 1u);
  list.add(call(3, 3, 6), Source::another, here_, outcome_);
  EXPECT_EQ(outcome_.sides.size(), 2u) << "another result";
  list.add(call(4, 9, 5), Source::another, here_, outcome_);
  EXPECT_EQ(outcome_.sides.size(), 3u) << "something changed";
  list.add(call(5, 5, 5), Source::another, {{1, 2}, {1}, 8}, outcome_);
  EXPECT_EQ(outcome_.sides.size(), 4u) << "another side";
  EXPECT_EQ(outcome_.tested(), 2u);
  EXPECT_EQ(kept(list), 4u);
}

TEST_F(Cases, WhatIsNotWrittenTakesNoPlace) {
  CaseList list(plan_, 0, 4);
  for (std::uint32_t i = 0; i < 20; ++i) {
    list.add(ended(call(i, i, 0), unit::Ending::undefined), Source::path, here_, outcome_);
    list.add(ended(call(i, i, 0), unit::Ending::signalled), Source::path, here_, outcome_);
  }
  EXPECT_FALSE(list.full());
  EXPECT_EQ(outcome_.crashes, 2u) << "a share of their own";
  for (std::uint32_t i = 0; i < 20; ++i) list.add(call(i, i, 5), Source::path, here_, outcome_);
  EXPECT_TRUE(list.full());
  EXPECT_EQ(outcome_.sides.size(), 2u + 4u);
  list.add(call(50, 50, 5), Source::path, {{1, 9}, {1}, 9}, outcome_);
  EXPECT_EQ(kept(list), 2u + 4u + 1u) << "what reaches more is kept";
}

TEST_F(Cases, WhatDiffersOnlyInItsArgumentsIsChosenLast) {
  std::vector<Candidate> candidates(5);
  candidates[0].reached = {{1}, {}, 1};
  candidates[1].reached = {{1}, {}, 1};
  candidates[2].reached = {{1}, {}, 2};  // other counts
  candidates[3].reached = {{1, 2}, {}, 3};
  candidates[4].reached = {{1, 2}, {}, 3};
  Choice choice(candidates);
  CaseList list(plan_, 0, 10);
  const auto chosen = choice.next(list, 8);
  ASSERT_EQ(chosen.size(), 3u);
  EXPECT_EQ(chosen[1].reached.counts, 3u) << "new sides first";
  // None of them became a case: what else takes their sides comes next.
  EXPECT_EQ(choice.next(list, 1).size(), 1u);
  EXPECT_EQ(choice.take_rest(8).size(), 1u);
  EXPECT_TRUE(choice.take_rest(8).empty());
}

}  // namespace
}  // namespace cairn::cli
