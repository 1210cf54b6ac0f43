// Every operation against its naive definition: exhaustively where operands are small, on chosen numbers for floats.
#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/operation.h"
#include "tests/unit/engine/expr/naive.h"

namespace cairn::expr {
namespace {

void expect_agreement(Op op, unsigned width, std::uint64_t imm, unsigned wa, u128 a, unsigned wb, u128 b, unsigned wc,
                      u128 c) {
  const u128 ours = apply(op, width, imm, wa, a, b, c);
  const u128 theirs =
      naive::value(naive::apply(op, width, imm, naive::bits(a, wa), naive::bits(b, wb), naive::bits(c, wc)));
  ASSERT_TRUE(ours == theirs) << info(op).name << " width " << width << " from " << wa << " of " << std::hex
                              << static_cast<std::uint64_t>(a) << ", " << static_cast<std::uint64_t>(b) << ", "
                              << static_cast<std::uint64_t>(c) << ": " << static_cast<std::uint64_t>(ours)
                              << " instead of " << static_cast<std::uint64_t>(theirs);
}

bool floating(Op op) { return op >= Op::FAdd; }

TEST(Apply, OperationsOfTheNodesWidthAreRightForAllOperandsOfUpToFourBits) {
  int operations = 0;
  for (unsigned code = 0; code < CAIRN_OP_COUNT; ++code) {
    const Op op = static_cast<Op>(code);
    const OpClass cls = info(op).cls;
    if (floating(op) || op == Op::Bswap) continue;
    if (cls != OpClass::bin && cls != OpClass::cmp && cls != OpClass::un && cls != OpClass::tern) continue;
    ++operations;
    for (unsigned w = 1; w <= 4; ++w) {
      const unsigned n = 1u << w;
      for (unsigned a = 0; a < n; ++a) {
        for (unsigned b = 0; b < (arity(op) > 1 ? n : 1); ++b) {
          for (unsigned c = 0; c < (arity(op) > 2 ? n : 1); ++c) {
            expect_agreement(op, cls == OpClass::cmp ? 1 : w, 0, w, a, w, b, w, c);
          }
        }
      }
    }
  }
  EXPECT_EQ(operations, 13 + 6 + 4 + 2 + 4 + 6);
}

TEST(Apply, ShapeOperationsAreRightForAllOperandsOfUpToFourBits) {
  for (unsigned w = 1; w <= 4; ++w) {
    for (unsigned a = 0; a < (1u << w); ++a) {
      for (unsigned to = w; to <= 8; ++to) {
        expect_agreement(Op::ZExt, to, 0, w, a, 1, 0, 1, 0);
        expect_agreement(Op::SExt, to, 0, w, a, 1, 0, 1, 0);
      }
      for (unsigned low = 0; low < w; ++low) {
        for (unsigned n = 1; low + n <= w; ++n) expect_agreement(Op::Extract, n, low, w, a, 1, 0, 1, 0);
      }
      for (unsigned v = 1; v <= 4; ++v) {
        for (unsigned b = 0; b < (1u << v); ++b) expect_agreement(Op::Concat, w + v, 0, w, a, v, b, 1, 0);
      }
      for (unsigned b = 0; b < (1u << w); ++b) {
        expect_agreement(Op::Ite, w, 0, 1, 0, w, a, w, b);
        expect_agreement(Op::Ite, w, 0, 1, 1, w, a, w, b);
      }
    }
  }
}

TEST(Apply, WideOperandsAreRight) {
  base::Rng rng(1);
  for (int i = 0; i < 40000; ++i) {
    const auto op = static_cast<Op>(static_cast<unsigned>(Op::Add) +
                                    rng.below(static_cast<unsigned>(Op::SMulO) - static_cast<unsigned>(Op::Add) + 1));
    const OpClass cls = info(op).cls;
    if (cls == OpClass::conv || cls == OpClass::other) continue;
    const unsigned w =
        op == Op::Bswap ? 8 * (1 + static_cast<unsigned>(rng.below(16))) : 1 + static_cast<unsigned>(rng.below(128));
    const auto draw = [&]() -> u128 {
      u128 value = u128{rng.next()} << 64 | rng.next();
      if (rng.coin()) value >>= rng.below(128);
      if (rng.below(4) == 0) value = ~value;
      return naive::value(naive::bits(value, w));
    };
    expect_agreement(op, cls == OpClass::cmp ? 1 : w, 0, w, draw(), w, draw(), w, draw());
  }
}

template <class F>
u128 encoded(F x) {
  return naive::value(naive::encoded(x));
}

template <class F>
void compare_floats() {
  const unsigned w = 8 * sizeof(F);
  const F numbers[] = {F(0),    -F(0),    F(1),    F(-1),    F(0.5),   F(-0.5),   F(1.5),    F(2.5),          F(-2.5),
                       F(3.7),  F(-3.7),  F(1e9),  F(-3e9),  F(4e9),   F(9.3e18), F(1e19),   F(-1e19),        F(1e30),
                       F(1e38), F(-1e38), F(1e39), F(1e-40), F(1e-44), INFINITY,  -INFINITY, F(2147483648.0), F(255.9)};
  for (unsigned code = static_cast<unsigned>(Op::FAdd); code < CAIRN_OP_COUNT; ++code) {
    const Op op = static_cast<Op>(code);
    for (const F x : numbers) {
      for (const F y : numbers) {
        const u128 a = encoded(x), b = encoded(y), c = encoded(F(0.25));
        if (op == Op::FToF) {
          expect_agreement(op, 96 - w, 0, w, a, 1, 0, 1, 0);
        } else if (op == Op::FToSI || op == Op::FToUI) {
          for (unsigned to = 1; to <= 128; ++to) expect_agreement(op, to, 0, w, a, 1, 0, 1, 0);
        } else if (op == Op::FExponent) {
          expect_agreement(op, 32, 0, w, a, 1, 0, 1, 0);
        } else if (op == Op::SIToF || op == Op::UIToF) {
          for (unsigned from = 1; from <= 128; ++from) {
            expect_agreement(op, w, 0, from, naive::value(naive::bits(a * a * a, from)), 1, 0, 1, 0);
          }
        } else {
          const u128 ours = apply(op, float_comparison(op) ? 1 : w, 0, w, a, b, c);
          const naive::Bits theirs = naive::apply(op, w, 0, naive::bits(a, w), naive::bits(b, w), naive::bits(c, w));
          // Which NaN results is not specified.
          if (theirs.size() == w && std::isnan(naive::decoded<F>(theirs))) {
            EXPECT_TRUE(std::isnan(naive::decoded<F>(naive::bits(ours, w)))) << info(op).name;
          } else {
            EXPECT_TRUE(ours == naive::value(theirs)) << info(op).name << " of " << x << " and " << y;
          }
        }
        if (arity(op) == 1) break;
      }
    }
  }
}

TEST(Apply, FloatsAreWhatTheProcessorGives) { compare_floats<float>(); }
TEST(Apply, DoublesAreWhatTheProcessorGives) { compare_floats<double>(); }

TEST(Apply, NaNComparesAsUnorderedAndLosesMinimaAndMaxima) {
  const u128 nan = encoded(std::nan("")), one = encoded(1.0);
  for (const Op op : {Op::FOrd, Op::FEq, Op::FLt, Op::FLe}) {
    EXPECT_TRUE(apply(op, 1, 0, 64, nan, one, 0) == 0);
    EXPECT_TRUE(apply(op, 1, 0, 64, one, nan, 0) == 0);
    EXPECT_TRUE(apply(op, 1, 0, 64, nan, nan, 0) == 0);
  }
  EXPECT_TRUE(apply(Op::FMin, 64, 0, 64, nan, one, 0) == one);
  EXPECT_TRUE(apply(Op::FMax, 64, 0, 64, one, nan, 0) == one);
}

TEST(Apply, ConversionsOutOfRangeGiveTheIntegerIndefinite) {
  const u128 nan = encoded(std::nan("")), big = encoded(1e300);
  EXPECT_TRUE(apply(Op::FToSI, 32, 0, 64, nan, 0, 0) == 0x80000000u);
  EXPECT_TRUE(apply(Op::FToSI, 64, 0, 64, big, 0, 0) == u128{1} << 63);
  EXPECT_TRUE(apply(Op::FToSI, 8, 0, 64, encoded(300.0), 0, 0) == 44);
  EXPECT_TRUE(apply(Op::FToUI, 32, 0, 64, encoded(-1.0), 0, 0) == 0xffffffffu);
  EXPECT_TRUE(apply(Op::FToUI, 64, 0, 64, encoded(1e19), 0, 0) == 10000000000000000000ull);
}

}  // namespace
}  // namespace cairn::expr
