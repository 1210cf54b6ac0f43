// Simplification keeps the meaning: random requests, evaluated naively as they were made and by the engine as they
// became.
#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"
#include "tests/unit/engine/expr/random_expr.h"

namespace cairn::expr {
namespace {

constexpr int kBatches = 1500;
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
      const Assignment assignment = random_assignment(random.rng());
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

}  // namespace
}  // namespace cairn::expr
