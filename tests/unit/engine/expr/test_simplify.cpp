// Simplification keeps the meaning: random requests, evaluated naively as they were made and by the engine as they
// became.
#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"
#include "tests/unit/engine/expr/random_expr.h"

namespace cairn::expr {
namespace {

constexpr int kBatches = 1250;
constexpr int kBatch = 300;

std::string described(const std::vector<Request>& requests, std::size_t index) {
  std::string text;
  std::vector<bool> wanted(requests.size());
  wanted[index] = true;
  for (std::size_t i = index + 1; i-- > 0;) {
    if (!wanted[i]) continue;
    const Request& r = requests[i];
    for (const int operand : {r.a, r.b, r.c}) {
      if (operand >= 0) wanted[static_cast<std::size_t>(operand)] = true;
    }
    text += "\n  " + std::to_string(i) + ": " + info(r.op).name + " w" + std::to_string(r.width) + " (" +
            std::to_string(r.a) + ", " + std::to_string(r.b) + ", " + std::to_string(r.c) + ") imm " +
            std::to_string(r.imm) + " const " + std::to_string(static_cast<std::uint64_t>(r.constant));
  }
  return text;
}

TEST(Simplify, KeepsTheMeaningOfRandomExpressions) {
  for (int batch = 0; batch < kBatches; ++batch) {
    RandomExprs random(1000 + static_cast<std::uint64_t>(batch));
    const std::vector<Request>& requests = random.make(kBatch);
    Dag dag;
    if (batch % 2 == 1) {  // bytes of several objects
      dag.name_bytes(ByteId(0), 3, 1);
      dag.name_bytes(ByteId(3), 20, 2);
      dag.name_bytes(ByteId(23), 2, 2, 20);
    }
    const std::vector<ExprId> made = build(dag, requests);
    Evaluator evaluator(dag, made);
    for (int round = 0; round < 4; ++round) {
      const Assignment assignment = round == 0 ? random.reference() : random_assignment(random.rng());
      const std::vector<NaiveValue> naive = evaluate_naively(requests, assignment);
      const std::span<const u128> values = evaluator.run(assignment);
      for (std::size_t i = 0; i < requests.size(); ++i) {
        ASSERT_EQ(dag.width(made[i]), requests[i].width) << described(requests, i);
        if (naive[i].unspecified) continue;
        ASSERT_TRUE(values[i] == naive::value(naive[i].bits)) << "batch " << batch << described(requests, i);
        // On its own: most are narrow, all together are wide.
        const bool alone = round == 0 && evaluate(dag, made[i], assignment) != values[i];
        ASSERT_FALSE(alone) << "batch " << batch << described(requests, i);
      }
    }
  }
}

// Operands put together from pieces, many of them zero: what reading a number byte by byte looks like. Compared with
// all kinds of constants close to their value.
TEST(Simplify, KeepsTheMeaningOfAssembledPieces) {
  base::Rng rng(7);
  for (int i = 0; i < 6000; ++i) {
    std::vector<Request> requests;
    const auto add = [&](Request request) {
      requests.push_back(std::move(request));
      return static_cast<int>(requests.size()) - 1;
    };
    const unsigned width = 2 + static_cast<unsigned>(rng.below(39));
    const auto assembled = [&] {
      int whole = -1;
      for (unsigned at = 0; at < width;) {
        const unsigned n = 1 + static_cast<unsigned>(rng.below(std::min(width - at, 9u)));
        const int input = add({Op::Input, 16, rng.below(6)});
        const u128 bits = rng.below(3) == 0 ? rng.below(1u << n) & (0x1f8u >> rng.below(9)) : 0;
        const int piece =
            rng.below(3) == 0 ? add({Op::Extract, n, rng.below(17 - n), 0, input}) : add({Op::Const, n, 0, bits});
        at += n;
        whole = whole < 0 ? piece : add({Op::Concat, at, 0, 0, piece, whole});
      }
      return whole;
    };
    const int x = assembled(), y = assembled();
    const Op joins[] = {Op::Or, Op::Xor, Op::Add, Op::And, Op::Sub};
    const int joined = add({joins[rng.below(5)], width, 0, 0, x, y});
    const Assignment assignment = random_assignment(rng);
    const u128 value = naive::value(evaluate_naively(requests, assignment).back().bits);
    const int k = add({Op::Const, width, 0, naive::value(naive::bits(value + rng.below(3) - 1, width))});
    for (const Op op : {Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Slt, Op::Sle}) {
      add({op, 1, 0, 0, joined, k});
      add({op, 1, 0, 0, k, joined});
      add({op, 1, 0, 0, x, k});
    }
    Dag dag;
    const std::vector<ExprId> made = build(dag, requests);
    const std::vector<NaiveValue> naive = evaluate_naively(requests, assignment);
    Evaluator evaluator(dag, made);
    const std::span<const u128> values = evaluator.run(assignment);
    for (std::size_t j = 0; j < requests.size(); ++j) {
      ASSERT_TRUE(values[j] == naive::value(naive[j].bits)) << "case " << i << described(requests, j);
    }
  }
}

// Scaling by any power of two is what ldexp computes, at the edges of the formats too.
TEST(Simplify, ScalingByAConstantIsAProductWhereThePowerIsANumber) {
  base::Rng rng(11);
  const auto check = [&]<class F>(F, int most) {
    const unsigned width = 8 * sizeof(F);
    int products = 0;
    for (int i = 0; i < 4000; ++i) {
      Dag dag;
      const ExprId x = dag.input(ByteId(0), sizeof(F));
      const int by = static_cast<int>(rng.below(static_cast<std::uint64_t>(4 * most))) - 2 * most;
      const ExprId scaled =
          dag.make(Op::FScale, width, x, dag.constant(naive::value(naive::encoded(static_cast<F>(by))), width));
      EXPECT_EQ(dag.node(scaled).op == Op::FMul, by >= -most && by <= most) << by;
      products += dag.node(scaled).op == Op::FMul;
      Assignment assignment;
      F number;
      std::uint8_t bytes[sizeof(F)];
      for (std::size_t k = 0; k < sizeof(F); ++k) {
        bytes[k] = static_cast<std::uint8_t>(rng.next());
        assignment.set(ByteId(static_cast<std::uint32_t>(k)), bytes[k]);
      }
      std::memcpy(&number, bytes, sizeof number);
      if (std::isnan(number)) continue;
      ASSERT_TRUE(evaluate(dag, scaled, assignment) == naive::value(naive::encoded(std::ldexp(number, by))))
          << number << " " << by;
    }
    EXPECT_GT(products, 1000);
  };
  check(double{}, 1022);
  check(float{}, 126);
}

TEST(Simplify, NegationIsTheComplement) {
  for (int batch = 0; batch < 100; ++batch) {
    RandomExprs random(5000 + static_cast<std::uint64_t>(batch));
    const std::vector<Request>& requests = random.make(kBatch);
    Dag dag;
    const std::vector<ExprId> made = build(dag, requests);
    const Assignment assignment = random_assignment(random.rng());
    for (const ExprId id : made) {
      if (dag.width(id) != 1) continue;
      EXPECT_TRUE(evaluate(dag, dag.negate(id), assignment) == 1 - evaluate(dag, id, assignment));
      EXPECT_EQ(dag.negate(dag.negate(id)), id);
    }
  }
}

// The form reached must not depend on what else is in the DAG: hashes are stored and compared across runs.
TEST(Simplify, HashesAreTheSameInEveryDag) {
  for (int batch = 0; batch < 200; ++batch) {
    RandomExprs random(9000 + static_cast<std::uint64_t>(batch)), other(19000 + static_cast<std::uint64_t>(batch));
    const std::vector<Request>& requests = random.make(kBatch);
    Dag clean, busy;
    build(busy, other.make(kBatch));
    for (unsigned i = kInputBytes; i-- > 0;) busy.input(ByteId(i), 1);
    const std::vector<ExprId> x = build(clean, requests), y = build(busy, requests);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(clean.hash(x[i]), busy.hash(y[i])) << "batch " << batch << described(requests, i);
    }
  }
}

// What stands in the DAG is in normal form: asking for a node as it stands, in a DAG that does not have it, gives it.
TEST(Simplify, NormalFormsStayAsTheyAre) {
  for (int batch = 0; batch < 200; ++batch) {
    RandomExprs random(30000 + static_cast<std::uint64_t>(batch));
    const std::vector<Request>& requests = random.make(kBatch);
    Dag dag, copy;
    build(dag, requests);
    std::vector<ExprId> copied;
    for (std::uint32_t i = 0; i < dag.size(); ++i) {
      const Node& n = dag.node(ExprId(i));
      const auto at = [&](ExprId id) { return id.valid() ? copied[id.value] : id; };
      if (n.op == Op::Const) {
        copied.push_back(copy.constant(*dag.constant_value(ExprId(i)), n.width));
      } else if (n.op == Op::Input) {
        copied.push_back(copy.input(ByteId(static_cast<std::uint32_t>(n.imm)), n.width / 8u));
      } else if (n.op == Op::TableRead) {
        Table table = dag.table(TableId(static_cast<std::uint32_t>(n.imm)));
        for (ExprId& entry : table.exprs) entry = at(entry);
        copied.push_back(copy.table_read(copy.table(table), at(n.a), n.width));
      } else {
        copied.push_back(copy.make(n.op, n.width, at(n.a), at(n.b), at(n.c), n.imm));
      }
      ASSERT_EQ(dag.hash(ExprId(i)), copy.hash(copied.back())) << info(n.op).name << " batch " << batch;
    }
  }
}

// A loop that mixes its input makes a chain of operations, and its conditions are on every link: undoing the whole
// chain for each of them took minutes and filled the DAG with constants.
TEST(Simplify, ConditionsOnTheLinksOfALongChainStayCheap) {
  Dag dag;
  ExprId link = dag.input(ByteId(0), 4);
  constexpr std::uint32_t kLinks = 4000;
  for (std::uint32_t i = 1; i <= kLinks; ++i) {
    link = dag.make(i % 2 == 0 ? Op::Add : Op::Xor, 32, link, dag.constant(7919 * i, 32));
    const ExprId condition = dag.equal(link, dag.constant(i * i, 32));
    ASSERT_EQ(dag.equal(dag.constant(i * i, 32), link), condition);
  }
  EXPECT_LT(dag.size(), 100 * kLinks);
  // Short chains are undone.
  const ExprId x = dag.input(ByteId(0), 4);
  const ExprId sum = dag.make(Op::Add, 32, dag.make(Op::Xor, 32, x, dag.constant(5, 32)), dag.constant(9, 32));
  EXPECT_EQ(dag.equal(sum, dag.constant(9, 32)), dag.equal(x, dag.constant(5, 32)));
}

}  // namespace
}  // namespace cairn::expr
