// Sets of intervals, comparisons and bounds against plain enumeration; and the layer they are for.
#include <gtest/gtest.h>

#include "engine/solver/bounds.h"
#include "engine/solver/comparison.h"
#include "engine/solver/layers.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

std::vector<bool> members(const IntervalSet& set) {
  std::vector<bool> result;
  for (unsigned value = 0; value <= IntervalSet::largest(set.width()); ++value) result.push_back(set.contains(value));
  return result;
}

IntervalSet random_set(base::Rng& rng, unsigned width) {
  IntervalSet set(width);
  for (std::uint64_t i = rng.below(4); i > 0; --i)
    set |= IntervalSet::range(width, rng.below(1u << width), rng.below(1u << width));
  return set;
}

TEST(IntervalSet, DoesWhatASetOfNumbersDoes) {
  constexpr unsigned kWidth = 5, kSize = 1u << kWidth;
  base::Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const IntervalSet a = random_set(rng, kWidth), b = random_set(rng, kWidth);
    const auto in_a = members(a), in_b = members(b);
    const auto amount = static_cast<unsigned>(rng.below(kSize)), divisor = static_cast<unsigned>(1 + rng.below(9));
    IntervalSet both = a, either = a;
    both &= b;
    either |= b;
    const auto in_both = members(both), in_either = members(either), outside = members(a.complement()),
               shifted = members(a.plus(amount)), reflected = members(a.reflected(amount)),
               divided = members(a.times(divisor)), narrowed = members(a.narrowed(3));
    for (unsigned x = 0; x < kSize; ++x) {
      ASSERT_EQ(in_both[x], in_a[x] && in_b[x]);
      ASSERT_EQ(in_either[x], in_a[x] || in_b[x]);
      ASSERT_EQ(outside[x], !in_a[x]);
      ASSERT_EQ(shifted[(x + amount) % kSize], in_a[x]);
      ASSERT_EQ(reflected[(amount - x) % kSize], in_a[x]);
      ASSERT_EQ(divided[x], in_a[x / divisor]);
      if (x < 8) ASSERT_EQ(narrowed[x], in_a[x]);
    }
    ASSERT_EQ(both.empty(), std::ranges::count(in_both, true) == 0);
  }
  EXPECT_TRUE(IntervalSet::all(64).complement().empty());
  EXPECT_EQ(IntervalSet::range(64, 5, 4), IntervalSet::all(64));
}

// A random term of 8 bits over byte 0 that comparison.cpp can take apart, and a condition on it.
ExprId random_comparison(Dag& dag, base::Rng& rng) {
  ExprId term = dag.input(ByteId(0), 1);
  unsigned width = 8;
  for (std::uint64_t steps = rng.below(4); steps > 0; --steps) {
    const ExprId c = dag.constant(rng.below(256), width);
    switch (rng.below(7)) {
      case 0:
        term = dag.make(Op::Add, width, term, c);
        break;
      case 1:
        term = dag.make(Op::Sub, width, c, term);
        break;
      case 2:
        term = dag.make(Op::UDiv, width, term, dag.constant(1 + rng.below(20), width));
        break;
      case 3:
        term = dag.make(Op::LShr, width, term, dag.constant(rng.below(width), width));
        break;
      case 4:
        term = dag.make(Op::Xor, width, term, dag.constant(IntervalSet::largest(width), width));
        break;
      default:
        if (width == 16) break;
        width = 16;
        term = dag.make(rng.coin() ? Op::ZExt : Op::SExt, width, term);
    }
  }
  static constexpr Op kOps[] = {Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Slt, Op::Sle};
  const ExprId c = dag.constant(rng.below(4) == 0 ? rng.next() : rng.below(300), width);
  const bool left = rng.coin();
  const ExprId condition = dag.make(kOps[rng.below(std::size(kOps))], 1, left ? c : term, left ? term : c);
  return rng.coin() ? condition : dag.negate(condition);
}

TEST(Comparison, HoldsExactlyForItsSet) {
  Dag dag;
  base::Rng rng(2);
  int understood = 0;
  for (int round = 0; round < 5000; ++round) {
    ExprId condition = random_comparison(dag, rng);
    if (rng.below(4) == 0)
      condition = dag.make(rng.coin() ? Op::And : Op::Or, 1, condition, random_comparison(dag, rng));
    const auto comparison = as_comparison(dag, condition);
    if (!comparison) continue;
    ++understood;
    expr::Assignment assignment;
    for (unsigned value = 0; value < 256; ++value) {
      assignment.set(ByteId(0), static_cast<std::uint8_t>(value));
      const auto term = static_cast<std::uint64_t>(expr::evaluate(dag, comparison->term, assignment));
      ASSERT_EQ(comparison->allowed.contains(term), expr::evaluate(dag, condition, assignment) != 0)
          << "round " << round << " value " << value;
    }
  }
  EXPECT_GT(understood, 2000);
}

TEST(Bounds, NoValueLiesOutside) {
  Dag dag;
  base::Rng rng(3);
  RandomExpressions random(dag, rng);
  int narrowed = 0;
  for (int round = 0; round < 1500; ++round) {
    ExprId id = random.byte_expression(3);
    if (rng.coin()) {
      const ExprId wide = dag.make(rng.coin() ? Op::ZExt : Op::SExt, 32, id);
      static constexpr Op kOps[] = {Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem, Op::SRem,
                                    Op::And, Op::Or,  Op::Xor, Op::Shl,  Op::LShr, Op::AShr};
      id = dag.make(kOps[rng.below(std::size(kOps))], 32, wide, dag.constant(rng.below(40), 32));
      if (rng.below(3) == 0) id = dag.make(rng.coin() ? Op::Slt : Op::UMulO, 1, id, dag.constant(rng.next(), 32));
    }
    Bounds bounds(dag);
    const auto low = rng.below(200), high = low + rng.below(256 - low);
    bounds.assume(ByteId(0), {low, high});
    const Interval interval = bounds.of(id);
    if (interval != Interval{0, IntervalSet::largest(dag.width(id))}) ++narrowed;
    expr::Assignment assignment;
    for (int sample = 0; sample < 200; ++sample) {
      assignment.set(ByteId(0), static_cast<std::uint8_t>(low + rng.below(high - low + 1)));
      assignment.set(ByteId(1), static_cast<std::uint8_t>(rng.next()));
      const auto value = static_cast<std::uint64_t>(expr::evaluate(dag, id, assignment));
      ASSERT_GE(value, interval.low) << "round " << round;
      ASSERT_LE(value, interval.high) << "round " << round;
    }
  }
  EXPECT_GT(narrowed, 300);
}

class RangesLayer : public ::testing::Test {
 protected:
  Answer ask(const std::vector<ExprId>& constraints) {
    const auto layer =
        with_ranges(shared_, std::make_unique<FakeSolver>(below_, [](const Query&) { return unknown("asked"); }));
    return layer->solve({constraints, &parent_});
  }
  ExprId less(ExprId a, std::uint64_t b) { return dag_.make(Op::Ult, 1, a, dag_.constant(b, dag_.width(a))); }
  ExprId at_least(ExprId a, std::uint64_t b) { return dag_.negate(less(a, b)); }

  Dag dag_;
  base::Context context_{1};
  Shared shared_{context_, dag_};
  expr::Assignment parent_;
  int below_ = 0;
  ExprId word_ = dag_.input(ByteId(0), 4);
};

TEST_F(RangesLayer, WordsAreChosenFromWhatIsLeft) {
  const ExprId moved = dag_.make(Op::Sub, 32, word_, dag_.constant(1000, 32));
  const std::vector<ExprId> constraints = {less(word_, 5000), at_least(moved, 3000), less(moved, 3999)};
  const Answer answer = ask(constraints);
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_TRUE(satisfies(dag_, constraints, answer.assignment));
  EXPECT_EQ(below_, 0);
}

TEST_F(RangesLayer, ContradictionsAreCutDownToWhatTheyNeed) {
  const Answer answer = ask({less(word_, 900), at_least(word_, 7), less(word_, 50), at_least(word_, 60)});
  ASSERT_EQ(answer.verdict, Verdict::unsat);
  EXPECT_EQ(answer.core, (std::vector<std::uint32_t>{2, 3}));
  const ExprId product = dag_.make(Op::Mul, 32, word_, dag_.input(ByteId(8), 4));
  EXPECT_EQ(ask({less(product, 50), at_least(product, 60)}).verdict, Verdict::unsat) << "whatever the term is";
  EXPECT_EQ(below_, 0);
}

TEST_F(RangesLayer, NumbersOfDigitsAreBounded) {
  ExprId number = dag_.constant(0, 32);
  std::vector<ExprId> constraints;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const ExprId digit = dag_.make(Op::Sub, 8, dag_.input(ByteId(i * 2), 1), dag_.constant('0', 8));
    constraints.push_back(less(digit, 10));
    number =
        dag_.make(Op::Add, 32, dag_.make(Op::Mul, 32, number, dag_.constant(10, 32)), dag_.make(Op::ZExt, 32, digit));
  }
  for (std::uint32_t i = 0; i < 3; ++i) parent_.set(ByteId(i * 2), '1');
  constraints.push_back(at_least(number, 1000));
  const Answer answer = ask(constraints);
  ASSERT_EQ(answer.verdict, Verdict::unsat);
  EXPECT_EQ(answer.core.size(), 4u);
  constraints.back() = at_least(number, 999);
  EXPECT_NE(ask(constraints).verdict, Verdict::unsat);
}

}  // namespace
}  // namespace cairn::solver
