// Moves for floating-point inputs: how far apart numbers are, and that every kind of move is made.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "engine/solver/float_moves.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint64_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

TEST(NumbersBetween, CountsRepresentableNumbers) {
  EXPECT_EQ(numbers_between(bits(1.0), bits(1.0), 64), 0u);
  EXPECT_EQ(numbers_between(bits(1.0), bits(std::nextafter(1.0, 2.0)), 64), 1u);
  EXPECT_EQ(numbers_between(bits(1.0), bits(2.0), 64), std::uint64_t{1} << 52);
  EXPECT_EQ(numbers_between(bits(1.0f), bits(2.0f), 32), std::uint64_t{1} << 23);
  EXPECT_EQ(numbers_between(bits(2.0f), bits(1.0f), 32), std::uint64_t{1} << 23);
}

TEST(NumbersBetween, GoesThroughZeroWithoutAGap) {
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(numbers_between(bits(0.0), bits(-0.0), 64), 0u);
  EXPECT_EQ(numbers_between(bits(-least), bits(least), 64), 2u);
  EXPECT_EQ(numbers_between(bits(std::numeric_limits<double>::max()), bits(kInfinity), 64), 1u);
}

TEST(NumbersBetween, IsLargestForNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double other : {0.0, 1.0, kInfinity, nan})
    EXPECT_EQ(numbers_between(bits(nan), bits(other), 64), std::numeric_limits<std::uint64_t>::max());
}

class FloatMovesTest : public ::testing::Test {
 protected:
  ExprId number(double x) { return dag.constant(bits(x), 64); }

  // The numbers proposed for the input at byte 0, starting from `start`.
  template <class F>
  std::set<std::uint64_t> proposed(const std::vector<ExprId>& constraints, F start, int draws) {
    Flat flat = *Flat::lay_out(dag, constraints);
    expr::Assignment assignment;
    for (unsigned i = 0; i < sizeof start; ++i)
      assignment.set(ByteId(i), static_cast<std::uint8_t>(bits(start) >> (8 * i)));
    flat.assign(assignment);
    const FloatMoves moves(flat);
    EXPECT_TRUE(moves.any());
    base::Rng rng(7);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < draws; ++i) {
      const auto changes = moves.propose(flat, rng);
      if (changes.empty()) continue;
      EXPECT_EQ(changes.size(), sizeof start);
      flat.change(changes);
      std::uint64_t now = 0;
      for (unsigned k = 0; k < sizeof start; ++k) now |= std::uint64_t{flat.byte_value(k)} << (8 * k);
      seen.insert(now);
      flat.undo();
    }
    return seen;
  }

  Dag dag;
};

TEST_F(FloatMovesTest, ThereAreNoneForIntegers) {
  const ExprId n = dag.input(ByteId(0), 4);
  const Flat whole = *Flat::lay_out(dag, std::vector<ExprId>{dag.equal(n, dag.constant(7, 32))});
  EXPECT_FALSE(FloatMoves(whole).any());
  // A converted integer is no floating-point input either.
  const Flat converted =
      *Flat::lay_out(dag, std::vector<ExprId>{dag.make(Op::FLt, 1, dag.make(Op::SIToF, 64, n), number(3.5))});
  EXPECT_FALSE(FloatMoves(converted).any());
}

TEST_F(FloatMovesTest, ProposesConstantsTheirNeighboursAndWhatFollowsFromTwo) {
  const ExprId x = dag.input(ByteId(0), 8);
  const auto seen = proposed({dag.make(Op::FEq, 1, dag.make(Op::FMul, 64, x, number(3.0)), number(1234.5))}, 0.0, 4000);
  for (const double wanted : {1234.5, -1234.5, std::nextafter(1234.5, 2000.0), 1234.5 / 3.0, 1234.5 + 3.0, 3.0})
    EXPECT_TRUE(seen.contains(bits(wanted))) << wanted;
}

TEST_F(FloatMovesTest, ProposesNumbersWithNames) {
  const ExprId x = dag.input(ByteId(0), 8);
  const auto seen = proposed({dag.make(Op::FLt, 1, x, number(5.0))}, 9.0, 4000);
  for (const double wanted : {0.0, -0.0, 1.0, kInfinity, -kInfinity, std::numeric_limits<double>::denorm_min()})
    EXPECT_TRUE(seen.contains(bits(wanted))) << wanted;
  EXPECT_TRUE(std::ranges::any_of(seen, [](std::uint64_t each) { return std::isnan(std::bit_cast<double>(each)); }));
}

TEST_F(FloatMovesTest, StepsByPowersOfTwoInTheOrderOfNumbers) {
  const ExprId x = dag.input(ByteId(0), 4);
  const float start = 1.5f;
  const auto seen = proposed({dag.make(Op::FLt, 1, x, dag.constant(bits(5.0f), 32))}, start, 6000);
  for (unsigned i = 0; i < 24; ++i) {
    EXPECT_TRUE(seen.contains(bits(start) + (1u << i))) << i;
    EXPECT_TRUE(seen.contains(bits(start) - (1u << i))) << i;
  }
}

TEST_F(FloatMovesTest, SamplesExponentsOfAllSizes) {
  const ExprId x = dag.input(ByteId(0), 8);
  int small = 0, large = 0, usual = 0;
  for (const std::uint64_t each : proposed({dag.make(Op::FLt, 1, x, number(5.0))}, 9.0, 4000)) {
    const double size = std::fabs(std::bit_cast<double>(each));
    small += size > 0 && size < 1e-100;
    large += size > 1e100 && std::isfinite(size);
    usual += size > 1e-3 && size < 1e3;
  }
  EXPECT_GT(small, 20);
  EXPECT_GT(large, 20);
  EXPECT_GT(usual, 100);
}

}  // namespace
}  // namespace cairn::solver
