// Sets of values of single bytes, what follows from them, and combinations that are tried one after the other.
#include "engine/solver/enumeration.h"
#include "tests/unit/engine/solver/layer_test.h"

namespace cairn::solver {
namespace {

// A number in decimal notation from some bytes, as programs read it.
class DigitsTest : public LayerTest {
 protected:
  // The conditions that the bytes are digits.
  std::vector<ExprId> digits(std::uint32_t first, std::uint32_t count) {
    std::vector<ExprId> result;
    for (std::uint32_t i = first; i < first + count; ++i) {
      result.push_back(dag.make(Op::Ule, 1, number('0'), byte(i)));
      result.push_back(dag.make(Op::Ule, 1, byte(i), number('9')));
    }
    return result;
  }
  ExprId decimal(std::uint32_t first, std::uint32_t count) {
    ExprId value = dag.constant(0, 32);
    for (std::uint32_t i = first; i < first + count; ++i) {
      const ExprId digit = dag.make(Op::Sub, 32, dag.make(Op::ZExt, 32, byte(i)), dag.constant('0', 32));
      value = dag.make(Op::Add, 32, dag.make(Op::Mul, 32, value, dag.constant(10, 32)), digit);
    }
    return value;
  }
  ExprId product_is(unsigned value) {
    return dag.equal(dag.make(Op::Mul, 32, decimal(0, 2), decimal(2, 2)), dag.constant(value, 32));
  }
  Query digits_with(ExprId goal, std::uint32_t count = 4) {
    std::vector<ExprId> constraints = digits(0, count);
    constraints.push_back(goal);
    return query(constraints);
  }
};

TEST_F(LayerTest, DomainsDecideOneByte) {
  const auto solver = with_domains(shared, Patience::little, fake());
  const Answer found = solver->solve(query({less(0, 8), dag.negate(less(0, 6)), dag.negate(equals(0, 6))}));
  ASSERT_EQ(found.verdict, Verdict::sat);
  EXPECT_EQ(found.assignment.get(ByteId(0)), 7);
  const Answer refuted =
      solver->solve(query({dag.negate(equals(0, 77)), less(0, 8), less(1, 3), dag.negate(less(0, 9))}));
  EXPECT_EQ(refuted.verdict, Verdict::unsat);
  EXPECT_EQ(refuted.core, (std::vector<std::uint32_t>{1, 3})) << "only what the contradiction needs";
  EXPECT_EQ(calls, 0);
}

TEST_F(LayerTest, DomainsKnowConstants) {
  const auto solver = with_domains(shared, Patience::little, fake());
  const Answer refuted = solver->solve(query({equals(0, 7), dag.truth(false)}));
  EXPECT_EQ(refuted.verdict, Verdict::unsat);
  EXPECT_EQ(refuted.core, std::vector<std::uint32_t>{1});
  EXPECT_EQ(solver->solve(query({dag.truth(true), equals(0, 7)})).verdict, Verdict::sat);
  EXPECT_EQ(calls, 0);
}

TEST_F(LayerTest, DomainsDecideTwoBytes) {
  const auto solver = with_domains(shared, Patience::little, fake());
  const ExprId sum = dag.equal(dag.make(Op::Add, 8, byte(0), byte(1)), number(10));
  const Answer found = solver->solve(query({less(0, 4), less(1, 8), sum}));
  ASSERT_EQ(found.verdict, Verdict::sat);
  EXPECT_EQ(found.assignment.get(ByteId(0)) + found.assignment.get(ByteId(1)), 10);
  EXPECT_EQ(solver->solve(query({less(0, 4), less(1, 7), sum})).verdict, Verdict::unsat);
  EXPECT_EQ(calls, 0);
}

TEST_F(LayerTest, DomainsPassOnWiderQueriesUnlessOneByteRefutesThem) {
  const auto solver = with_domains(shared, Patience::little, fake());
  const ExprId wide = dag.make(Op::Ult, 1, dag.input(ByteId(0), 4), dag.constant(1000, 32));
  solver->solve(query({equals(0, 9), wide}));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(solver->solve(query({wide, less(2, 3), equals(2, 9)})).verdict, Verdict::unsat);
  EXPECT_EQ(calls, 1);
}

TEST_F(LayerTest, DomainsTryNothingWhenTheTimeIsOver) {
  const auto solver = with_domains(shared, Patience::much, fake());
  const Query easy = query({dag.equal(dag.make(Op::Add, 8, byte(0), byte(1)), number(10))});
  context.stop = true;
  EXPECT_EQ(solver->solve(easy).verdict, Verdict::unknown);
  context.stop = false;
  context.deadline = base::Context::Clock::now();
  EXPECT_EQ(solver->solve(easy).verdict, Verdict::unknown);
  EXPECT_EQ(calls, 2);
  context.deadline = base::Context::Clock::time_point::max();
  EXPECT_EQ(solver->solve(easy).verdict, Verdict::sat);
}

// Each condition sees one more byte of a rolling hash; the parent satisfies them all, so that trying costs next to
// nothing, and finding an order for the bytes does not.
TEST_F(LayerTest, OrderingTheBytesTakesSteps) {
  constexpr std::uint32_t kBytes = 100;
  ExprId hash = dag.constant(5381, 32);
  std::vector<ExprId> constraints;
  Domains domains;
  std::vector<std::uint32_t> wider;
  for (std::uint32_t i = 0; i < kBytes; ++i) {
    domains.of(ByteId(i));
    hash = dag.make(Op::Add, 32, dag.make(Op::Mul, 32, hash, dag.constant(33, 32)), dag.make(Op::ZExt, 32, byte(i)));
    if (i == 0) continue;
    wider.push_back(static_cast<std::uint32_t>(constraints.size()));
    constraints.push_back(dag.negate(dag.equal(hash, dag.constant(expr::evaluate(dag, hash, parent) + 1, 32))));
  }
  const Query rolling = query(constraints);
  const Answer cut_short = enumerate(shared, rolling, domains, wider, kBytes * kBytes);
  EXPECT_EQ(cut_short.verdict, Verdict::unknown);
  EXPECT_EQ(cut_short.limit, Limit::steps);
  const Answer found = enumerate(shared, rolling, domains, wider, 10 * kBytes * kBytes);
  ASSERT_EQ(found.verdict, Verdict::sat);
  EXPECT_TRUE(satisfies(dag, constraints, found.assignment));
}

TEST_F(LayerTest, ValuesForWhichATermIsTheSameAreOneClass) {
  const auto& classes = shared.byte_conditions.classes(dag.make(Op::And, 8, byte(3), number(5)), ByteId(3));
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b) ASSERT_EQ(classes[a] == classes[b], (a & 5) == (b & 5)) << a << " " << b;
}

// Random conditions over four bytes of sixteen values, some of them read as words, against trying everything: what was
// refuted for one combination is not held against another.
TEST_F(LayerTest, DomainsDecideWhatTryingEverythingDecides) {
  base::Rng rng(7);
  const auto solver = with_domains(shared, Patience::little, fake());
  const auto narrow = [&](ExprId term) { return dag.make(Op::And, 8, term, number(rng.coin() ? 3 : 7)); };
  const auto term = [&]() -> ExprId {
    const auto at = static_cast<std::uint32_t>(rng.below(3));
    if (rng.below(3) == 0) {
      const ExprId word = dag.input(ByteId(at), 2);
      return dag.extract(dag.make(Op::Mul, 16, word, dag.constant(257 + rng.below(9), 16)), 8, 8);
    }
    static constexpr Op kOps[] = {Op::Add, Op::Xor, Op::Mul, Op::URem};
    return dag.make(kOps[rng.below(4)], 8, narrow(byte(at)), byte(at + 1));
  };
  int counts[2] = {0, 0};
  for (int round = 0; round < 300; ++round) {
    std::vector<ExprId> constraints;
    for (std::uint32_t i = 0; i < 4; ++i) constraints.push_back(less(i, 16));
    for (int i = 0; i < 4; ++i)
      constraints.push_back(dag.equal(narrow(dag.make(Op::Add, 8, term(), term())), number(rng.below(4))));
    bool expected = false;
    expr::Evaluator evaluator(dag, constraints);
    for (unsigned value = 0; value < 0x10000 && !expected; ++value) {
      expr::Assignment assignment;
      for (std::uint32_t i = 0; i < 4; ++i) assignment.set(ByteId(i), static_cast<std::uint8_t>(value >> (4 * i) & 15));
      expected = evaluator.first_zero(assignment) == constraints.size();
    }
    const Answer answer = solver->solve(query(constraints));
    ASSERT_EQ(answer.verdict, expected ? Verdict::sat : Verdict::unsat) << round;
    if (expected) EXPECT_TRUE(satisfies(dag, constraints, answer.assignment));
    ++counts[expected ? 1 : 0];
  }
  EXPECT_GT(std::min(counts[0], counts[1]), 30);
  EXPECT_EQ(calls, 0);
}

// Look-ups as a scanner generator writes them: the class of a character, and the next state from the last and that.
TEST_F(LayerTest, PatientDomainsSeeThatManyCombinationsAreFewStates) {
  constexpr std::uint32_t kLength = 12, kStates = 8, kClasses = 16;
  std::vector<std::uint8_t> classes(256), next(kStates * kClasses);
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<std::uint8_t>(i * 7 % kClasses);
  // The last state is reached from nowhere.
  for (std::size_t i = 0; i < next.size(); ++i)
    next[i] = static_cast<std::uint8_t>((i * 5 + i / kClasses) % (kStates - 1));
  const expr::TableId class_table = dag.table({classes, {}}), next_table = dag.table({next, {}});
  const auto look_up = [&](expr::TableId table, ExprId index) {
    return dag.table_read(table, dag.make(Op::ZExt, 64, index), 8);
  };
  ExprId state = number(0);
  std::vector<ExprId> constraints;
  for (std::uint32_t i = 0; i < kLength; ++i) {
    const ExprId row = dag.make(Op::Mul, 8, state, number(kClasses));
    state = look_up(next_table, dag.make(Op::Add, 8, row, look_up(class_table, byte(i))));
    if (i > 0 && i + 1 < kLength) constraints.push_back(dag.negate(dag.equal(state, number(i % 3))));
  }
  const auto ask = [&](Patience patience, unsigned last) {
    std::vector<ExprId> all = constraints;
    all.push_back(dag.equal(state, number(last)));
    const Answer answer = with_domains(shared, patience, fake())->solve(query(all));
    if (answer.verdict == Verdict::sat) EXPECT_TRUE(satisfies(dag, all, answer.assignment));
    return answer;
  };
  EXPECT_EQ(ask(Patience::little, kStates - 1).verdict, Verdict::unknown);
  EXPECT_EQ(ask(Patience::much, 1).verdict, Verdict::sat);
  const Answer refuted = ask(Patience::much, kStates - 1);
  EXPECT_EQ(refuted.verdict, Verdict::unsat);
  EXPECT_EQ(refuted.core.back(), constraints.size());
  EXPECT_EQ(calls, 1);
}

TEST_F(DigitsTest, DomainsTryWhatHasFewCombinations) {
  const auto solver = with_domains(shared, Patience::little, fake());
  const Query factors = digits_with(product_is(47 * 83));
  const Answer answer = solver->solve(factors);
  ASSERT_EQ(answer.verdict, Verdict::sat);
  EXPECT_TRUE(satisfies(dag, factors.constraints, answer.assignment));

  const Answer refuted = solver->solve(digits_with(product_is(101 * 7)));
  EXPECT_EQ(refuted.verdict, Verdict::unsat);
  EXPECT_EQ(refuted.core.back(), 8u);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(solver->solve(digits_with(dag.equal(decimal(0, 9), dag.constant(123456789, 32)), 9)).verdict,
            Verdict::unknown);
  EXPECT_EQ(calls, 1);
}

TEST_F(DigitsTest, NarrowFixesTheBitsThatHaveNoChoice) {
  const Query factors = digits_with(product_is(47 * 83));
  std::vector<ExprId> passed_on;
  expr::Assignment found;
  const auto solver = with_narrow(shared, fake([&](const Query& query) {
                                    passed_on = query.constraints;
                                    return sat(found);
                                  }));
  // Only the low four bits of a digit are free; what stands in the others below does not matter.
  for (const std::uint8_t high : {0x00, 0x30, 0xf0}) {
    for (std::uint32_t i = 0; i < 4; ++i) found.set(ByteId(i), static_cast<std::uint8_t>(high | "4783"[i] % 16));
    const Answer answer = solver->solve(factors);
    EXPECT_TRUE(satisfies(dag, passed_on, found));
    EXPECT_TRUE(satisfies(dag, factors.constraints, answer.assignment));
  }
}

// Entries of tables are not rewritten, so what is asked below must still say that the bytes in them are digits.
TEST_F(DigitsTest, NarrowKeepsTheConditionsOnBytesInTables) {
  const expr::TableId table = dag.table({{0, 0, 0}, {byte(0), byte(1), byte(2)}});
  const ExprId index = dag.make(Op::ZExt, 64, dag.make(Op::Sub, 8, byte(3), number('0')));
  const Query none = digits_with(dag.make(Op::Ule, 1, number(100), dag.table_read(table, index, 8)));
  const auto solver =
      with_narrow(shared, fake([&](const Query& below) {
                    expr::Assignment letters;
                    for (std::uint32_t i = 0; i < 3; ++i) letters.set(ByteId(i), 'x');
                    letters.set(ByteId(3), '1');
                    return satisfies(dag, below.constraints, letters) ? sat(letters) : unsat(whole_core(below));
                  }));
  const Answer answer = solver->solve(none);
  EXPECT_EQ(answer.verdict, Verdict::unsat);
  for (const std::uint32_t kept : {0u, 1u, 2u, 3u, 4u, 5u}) EXPECT_EQ(std::ranges::count(answer.core, kept), 1) << kept;

  const Query some = digits_with(dag.equal(dag.table_read(table, index, 8), number('7')));
  expr::Assignment found;
  for (std::uint32_t i = 0; i < 4; ++i) found.set(ByteId(i), static_cast<std::uint8_t>("0721"[i]));
  EXPECT_TRUE(satisfies(dag, some.constraints, found));
  const auto honest = with_narrow(shared, fake([&](const Query& below) {
                                    EXPECT_TRUE(satisfies(dag, below.constraints, found));
                                    return sat(found);
                                  }));
  EXPECT_TRUE(satisfies(dag, some.constraints, honest->solve(some).assignment));
}

TEST_F(DigitsTest, NarrowAddsItsReasonsToCores) {
  const auto solver = with_narrow(shared, fake([&](const Query& query) {
                                    return unsat({static_cast<std::uint32_t>(query.constraints.size() - 1)});
                                  }));
  // The goal contradicts nothing but what made the bytes digits.
  const Answer answer = solver->solve(digits_with(product_is(101 * 7)));
  std::vector<ExprId> core;
  const Query whole = digits_with(product_is(101 * 7));
  for (const std::uint32_t index : answer.core) core.push_back(whole.constraints[index]);
  EXPECT_EQ(with_domains(shared, Patience::little, fake())->solve(query(core)).verdict, Verdict::unsat);
}

}  // namespace
}  // namespace cairn::solver
