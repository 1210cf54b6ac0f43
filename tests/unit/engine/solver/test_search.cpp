// The search layer alone: what it must find by itself, on top of a solver that knows nothing.
#include <gtest/gtest.h>

#include <bit>

#include "engine/solver/distance.h"
#include "engine/solver/layers.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

class SearchTest : public ::testing::Test {
 protected:
  ExprId byte(std::uint32_t i) { return dag.input(ByteId(i), 1); }
  ExprId wide(ExprId id, unsigned width) { return dag.make(Op::ZExt, width, id); }
  ExprId number(expr::u128 value, unsigned width) { return dag.constant(value, width); }
  Answer ask(const std::vector<ExprId>& constraints) {
    const auto solver =
        with_search(shared, std::make_unique<FakeSolver>(calls, [](const Query&) { return unknown("fake"); }));
    Answer answer = solver->solve({constraints, &parent});
    if (answer.verdict == Verdict::sat) EXPECT_TRUE(satisfies(dag, constraints, answer.assignment));
    return answer;
  }
  // h * factor + c over `count` bytes.
  ExprId hash(unsigned count, std::uint32_t factor, Op extend) {
    ExprId h = number(5381, 32);
    for (std::uint32_t i = 0; i < count; ++i)
      h = dag.make(Op::Add, 32, dag.make(Op::Mul, 32, h, number(factor, 32)), dag.make(extend, 32, byte(i)));
    return h;
  }
  ExprId letter(std::uint32_t i) {
    return dag.make(Op::And, 1, dag.make(Op::Ule, 1, number('a', 8), byte(i)),
                    dag.make(Op::Ule, 1, byte(i), number('z', 8)));
  }
  void secret(const char* text) {
    for (std::uint32_t i = 0; text[i] != '\0'; ++i) solution.set(ByteId(i), static_cast<std::uint8_t>(text[i]));
  }

  base::Context context{1};
  Dag dag;
  Shared shared{context, dag};
  expr::Assignment parent, solution;
  int calls = 0;
};

TEST_F(SearchTest, InvertsMultiplicativeHashes) {
  for (const unsigned factor : {31u, 33u, 65599u})
    for (const Op extend : {Op::ZExt, Op::SExt}) {
      secret("password");
      for (const unsigned count : {2u, 4u, 6u, 8u}) {
        const ExprId h = hash(count, factor, extend);
        std::vector<ExprId> constraints;
        for (std::uint32_t i = 0; i < count; ++i) constraints.push_back(letter(i));
        constraints.push_back(dag.equal(h, number(expr::evaluate(dag, h, solution), 32)));
        EXPECT_EQ(ask(constraints).verdict, Verdict::sat) << factor << " " << count;
      }
    }
  EXPECT_EQ(calls, 0);
}

TEST_F(SearchTest, TracesComparisonsBackToInput) {
  const ExprId word = dag.input(ByteId(0), 8);
  ExprId mixed = dag.make(Op::Xor, 64, dag.make(Op::Mul, 64, word, number(0x9e3779b97f4a7c15, 64)), number(77, 64));
  mixed = dag.make(Op::Bswap, 64, dag.make(Op::Add, 64, mixed, number(0x123456789abcdef, 64)));
  mixed = dag.make(Op::Fshl, 64, mixed, mixed, number(13, 64));
  EXPECT_EQ(ask({dag.equal(mixed, number(0xfeedfacecafebeef, 64))}).verdict, Verdict::sat);
  EXPECT_EQ(context.stats.counter("solver.search.answered"), 1u);
}

TEST_F(SearchTest, SatisfiesSeveralAtOnce) {
  // A length field that must match, a checksum byte, a magic number and a range.
  const ExprId length = dag.input(ByteId(4), 2);
  ExprId sum = number(0, 8);
  for (std::uint32_t i = 0; i < 7; ++i) sum = dag.make(Op::Xor, 8, sum, byte(i));
  const std::vector<ExprId> constraints = {
      dag.equal(dag.input(ByteId(0), 4), number(0x464c457f, 32)),
      dag.make(Op::Ult, 1, number(1000, 16), length),
      dag.make(Op::Ult, 1, length, number(1010, 16)),
      dag.equal(dag.make(Op::URem, 16, length, number(7, 16)), number(3, 16)),
      dag.equal(sum, byte(7)),
  };
  EXPECT_EQ(ask(constraints).verdict, Verdict::sat);
}

TEST_F(SearchTest, FindsEntriesOfTables) {
  expr::Table table;
  for (unsigned i = 0; i < 256; ++i) table.bytes.push_back(static_cast<std::uint8_t>(i * 167 + 13));
  const auto id = dag.table(table);
  const ExprId first = dag.table_read(id, wide(byte(0), 64), 8);
  const ExprId second = dag.table_read(id, wide(dag.make(Op::Xor, 8, first, byte(1)), 64), 8);
  EXPECT_EQ(ask({dag.equal(second, number(99, 8)), dag.equal(first, number(7, 8))}).verdict, Verdict::sat);
}

TEST_F(SearchTest, NeverRefutes) {
  const ExprId word = dag.input(ByteId(0), 4);
  const ExprId square = dag.make(Op::Mul, 32, word, word);
  EXPECT_EQ(ask({dag.equal(dag.make(Op::And, 32, square, number(3, 32)), number(2, 32))}).verdict, Verdict::unknown);
  EXPECT_EQ(calls, 1) << "the next one is asked";
}

TEST_F(SearchTest, EndsWithTheTime) {
  const std::vector<ExprId> easy = {dag.equal(dag.input(ByteId(0), 4), number(0x464c457f, 32))};
  context.stop = true;
  EXPECT_EQ(ask(easy).verdict, Verdict::unknown);
  context.stop = false;
  context.deadline = base::Context::Clock::now();
  EXPECT_EQ(ask(easy).verdict, Verdict::unknown);
  EXPECT_EQ(calls, 2) << "whoever is asked next ends by himself";
  context.deadline = base::Context::Clock::time_point::max();
  EXPECT_EQ(ask(easy).verdict, Verdict::sat);
}

// Of a checksum every node depends on all bytes before it.
TEST_F(SearchTest, WhatIsTooLargeIsNotLaidOut) {
  constexpr std::uint32_t kBytes = 100;
  const std::vector<ExprId> constraints = {dag.equal(hash(kBytes, 33, Op::ZExt), number(1, 32))};
  const auto whole = Flat::lay_out(dag, constraints);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->bytes().size(), kBytes);
  EXPECT_TRUE(Flat::lay_out(dag, constraints, {.nodes = whole->size()}));
  EXPECT_FALSE(Flat::lay_out(dag, constraints, {.nodes = whole->size() - 1}));
  EXPECT_FALSE(Flat::lay_out(dag, constraints, {.links = kBytes * kBytes / 4}));
  EXPECT_TRUE(Flat::lay_out(dag, constraints, {.links = kBytes * whole->size()}));

  expr::Table table;
  for (std::uint32_t i = 0; i < kBytes; ++i) table.exprs.push_back(byte(i));
  table.bytes.resize(kBytes);
  const std::vector<ExprId> read = {dag.equal(dag.table_read(dag.table(table), wide(byte(0), 64), 8), number(1, 8))};
  EXPECT_TRUE(Flat::lay_out(dag, read));
  EXPECT_FALSE(Flat::lay_out(dag, read, {.links = kBytes - 1}));
}

// Two conditions that are made of the two before them, again and again: there are two to the power of the rounds ways.
TEST_F(SearchTest, MeasuresSharedLogicInBounds) {
  const auto large = [&](std::uint32_t i) { return dag.make(Op::Ult, 1, number(100, 8), byte(i)); };
  ExprId a = large(0), b = large(1);
  for (std::uint32_t i = 2; i < 32; ++i) {
    const ExprId either = dag.make(Op::Xor, 1, dag.make(Op::And, 1, a, large(i)), b);
    b = dag.make(Op::Xor, 1, a, dag.make(Op::Or, 1, b, large(i)));
    a = either;
  }
  const auto measured = [&](const std::vector<ExprId>& constraints, std::uint64_t& visits) {
    Flat flat = *Flat::lay_out(dag, constraints);
    flat.assign(parent);
    const std::uint32_t root = flat.roots()[0];
    return distance(flat, root, flat.value(root) == 0, visits);
  };
  std::uint64_t visits = 0;
  EXPECT_GT(measured({a}, visits), 0.0);
  EXPECT_EQ(visits, kMostVisits);
  // One condition and its two parts.
  visits = 0;
  const ExprId both = dag.make(Op::And, 1, large(0), large(1));
  EXPECT_DOUBLE_EQ(measured({both}, visits), 2 * measured({large(0)}, visits));
  EXPECT_EQ(visits, 4u);
}

TEST_F(SearchTest, IsAFunctionOfSeedAndQuery) {
  const auto run = [] {
    base::Context own(7);
    Dag graph;
    Shared both{own, graph};
    const auto solver = with_search(both, no_backend());
    const expr::Assignment zeros;
    const ExprId less = graph.make(Op::Ult, 1, graph.constant(70000, 32), graph.input(ByteId(0), 4));
    return solver->solve({{less}, &zeros}).assignment;
  };
  EXPECT_TRUE(run() == run());
}

// Whatever it finds is right, and it finds most of what two bytes can satisfy.
TEST_F(SearchTest, AgreesWithBruteForce) {
  base::Rng rng(5);
  RandomExpressions random(dag, rng);
  int found = 0, satisfiable_seen = 0;
  for (int round = 0; round < 300; ++round) {
    for (std::uint32_t i = 0; i < 2; ++i) parent.set(ByteId(i), static_cast<std::uint8_t>(rng.next()));
    std::vector<ExprId> constraints;
    for (std::uint64_t i = 0, count = 1 + rng.below(4); i < count; ++i) {
      const ExprId condition = random.condition(2);
      constraints.push_back(expr::evaluate(dag, condition, parent) != 0 ? condition : dag.negate(condition));
    }
    constraints.back() = dag.negate(constraints.back());
    const bool expected = satisfiable(dag, constraints, 2);
    const Verdict verdict = ask(constraints).verdict;
    if (verdict == Verdict::sat) ASSERT_TRUE(expected);
    satisfiable_seen += expected ? 1 : 0;
    found += verdict == Verdict::sat ? 1 : 0;
  }
  EXPECT_GT(satisfiable_seen, 30);
  EXPECT_GT(found, satisfiable_seen * 3 / 4);
}

// Two equations in two unknowns: neither number can be changed alone.
TEST_F(SearchTest, KeepsASumWhileItChangesADifference) {
  const ExprId x = dag.input(ByteId(0), 8), y = dag.input(ByteId(8), 8);
  const auto real = [&](double value) { return number(std::bit_cast<std::uint64_t>(value), 64); };
  EXPECT_EQ(ask({dag.make(Op::FEq, 1, dag.make(Op::FAdd, 64, x, y), real(10.0)),
                 dag.make(Op::FEq, 1, dag.make(Op::FSub, 64, x, y), real(4.0))})
                .verdict,
            Verdict::sat);
}

// Only evaluation knows what the mathematical library computes.
TEST_F(SearchTest, FindsWayThroughTheMathematicalLibrary) {
  const ExprId x = dag.input(ByteId(0), 8);
  const auto real = [&](double value) { return number(std::bit_cast<std::uint64_t>(value), 64); };
  const auto between = [&](double low, ExprId value, double high) {
    return std::vector<ExprId>{dag.make(Op::FLt, 1, real(low), value), dag.make(Op::FLt, 1, value, real(high))};
  };
  const auto both = [](std::vector<ExprId> first, const std::vector<ExprId>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  };
  const std::vector<std::vector<ExprId>> examples = {
      both(between(0.99, dag.make(Op::FSin, 64, x), 2.0), between(-1.0, dag.make(Op::FExp, 64, x), 2.0)),
      between(3.0, dag.make(Op::FLog, 64, x), 3.001),
      both(between(99.0, dag.make(Op::FPow, 64, x, real(2.0)), 101.0), between(-1e9, x, 0.0)),
      between(0.25, dag.make(Op::FTanh, 64, dag.make(Op::FSub, 64, x, real(100.0))), 0.26),
      both(between(0.5, dag.make(Op::FAtan2, 64, x, real(3.0)), 0.51), between(0.0, x, 1e9)),
      {dag.equal(dag.make(Op::FExponent, 32, x), number(77, 32)),
       dag.make(Op::FEq, 1, dag.make(Op::FFraction, 64, x), real(0.75))},
      {dag.make(Op::FEq, 1, dag.make(Op::FScale, 64, x, real(10.0)), real(1536.0))},
  };
  for (std::size_t i = 0; i < examples.size(); ++i)
    EXPECT_EQ(ask(examples[i]).verdict, Verdict::sat) << "example " << i;
}

}  // namespace
}  // namespace cairn::solver
