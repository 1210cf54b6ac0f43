#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"
#include "engine/expr/serialize.h"
#include "tests/unit/engine/expr/random_expr.h"

namespace cairn::expr {
namespace {

TEST(Serialize, RoundTripKeepsStructureValuesAndNames) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomExprs random(seed);
    Dag dag, other;
    dag.name_bytes(ByteId(0), 10, 77);
    dag.name_bytes(ByteId(10), 15, 88, 3);
    const std::vector<ExprId> made = build(dag, random.make(60));
    const std::vector<std::uint8_t> bytes = serialize(dag, made);
    const auto back = deserialize(other, bytes);
    ASSERT_TRUE(back.ok()) << back.error().message;
    ASSERT_EQ(back->size(), made.size());
    for (std::size_t i = 0; i < made.size(); ++i) ASSERT_EQ(dag.hash(made[i]), other.hash((*back)[i]));
    const Assignment assignment = random_assignment(random.rng());
    Evaluator x(dag, made), y(other, *back);
    const std::span<const u128> p = x.run(assignment), q = y.run(assignment);
    for (std::size_t i = 0; i < p.size(); ++i) ASSERT_TRUE(p[i] == q[i]);
    // Into a DAG that has them, nothing is added.
    const std::size_t size = dag.size();
    EXPECT_EQ(*deserialize(dag, bytes), made);
    EXPECT_EQ(dag.size(), size);
  }
}

TEST(Serialize, NoRootsAreFine) {
  Dag dag;
  const auto back = deserialize(dag, serialize(dag, {}));
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(back->empty());
}

TEST(Serialize, EveryTruncationIsRefused) {
  RandomExprs random(3);
  Dag dag;
  const std::vector<std::uint8_t> bytes = serialize(dag, build(dag, random.make(60)));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Dag other;
    EXPECT_FALSE(deserialize(other, std::span(bytes).first(size)).ok()) << size;
  }
  std::vector<std::uint8_t> longer = bytes;
  longer.push_back(0);
  Dag other;
  EXPECT_FALSE(deserialize(other, longer).ok());
}

// Corrupted bytes are refused or mean some other well-formed expressions; nothing worse.
TEST(Serialize, CorruptionIsRefusedOrHarmless) {
  base::Rng rng(5);
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    RandomExprs random(seed % 20);
    Dag dag;
    std::vector<std::uint8_t> bytes = serialize(dag, build(dag, random.make(30)));
    for (std::uint64_t i = 0; i <= rng.below(3); ++i)
      bytes[rng.below(bytes.size())] = static_cast<std::uint8_t>(rng.next());
    Dag other;
    const auto back = deserialize(other, bytes);
    if (!back.ok()) {
      ++refused;
      EXPECT_FALSE(back.error().message.empty());
    } else {
      for (const ExprId id : *back) EXPECT_LT(id.value, other.size());
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Serialize, OtherNamesForTheSameBytesAreRefused) {
  Dag dag, other;
  dag.name_bytes(ByteId(0), 4, 1);
  other.name_bytes(ByteId(0), 4, 2);
  const ExprId root = dag.input(ByteId(0), 4);
  EXPECT_FALSE(deserialize(other, serialize(dag, {&root, 1})).ok());
}

}  // namespace
}  // namespace cairn::expr
