#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"
#include "engine/trace/objects.h"

namespace cairn::trace {
namespace {

struct ObjectsTest : testing::Test {
  expr::Dag dag;
  ObjectTable table{dag};
  ObjectKey standard_input{ObjectKind::standard_input, "stdin", 0, 8, true};
  ObjectKey x{ObjectKind::memory, "x", 0, 4, false};
};

TEST_F(ObjectsTest, OneKeyIsOneObject) {
  const ObjectId a = table.intern(standard_input), b = table.intern(x);
  EXPECT_EQ(table.intern(standard_input), a);
  EXPECT_NE(a, b);
  EXPECT_EQ(table.first_byte(b).value, table.first_byte(a).value + 8 + 4);
  ObjectKey larger = x;
  larger.capacity = 5;
  EXPECT_NE(table.intern(larger), b);
}

TEST_F(ObjectsTest, BytesHaveNames) {
  const ObjectId a = table.intern(standard_input), b = table.intern(x);
  ObjectKey second = x;
  second.ordinal = 1;
  const ObjectId c = table.intern(second);
  EXPECT_EQ(table.name_of(expr::ByteId(table.first_byte(a).value + 3)), "stdin[3]");
  EXPECT_EQ(table.name_of(table.size_byte(a)), "stdin.size");
  EXPECT_EQ(table.name_of(table.first_byte(b)), "x[0]");
  EXPECT_EQ(table.name_of(expr::ByteId(table.first_byte(c).value + 3)), "x#1[3]");
  EXPECT_EQ(table.name_of(expr::ByteId(4711)), "b4711");
  EXPECT_EQ(table.owner(table.size_byte(a)), a);
  EXPECT_FALSE(table.owner(expr::ByteId(4711)).valid());
}

TEST_F(ObjectsTest, HashesDoNotDependOnOrderOrCapacity) {
  expr::Dag other_dag;
  ObjectTable other(other_dag);
  const ObjectId a = table.intern(standard_input), b = table.intern(x);
  ObjectKey wide = standard_input;
  wide.capacity = 100;
  const ObjectId other_b = other.intern(x), other_a = other.intern(wide);
  EXPECT_EQ(dag.hash(dag.input(table.first_byte(b), 4)), other_dag.hash(other_dag.input(other.first_byte(other_b), 4)));
  EXPECT_EQ(dag.hash(dag.input(table.first_byte(a), 2)), other_dag.hash(other_dag.input(other.first_byte(other_a), 2)));
  EXPECT_EQ(dag.hash(dag.input(table.size_byte(a), 4)), other_dag.hash(other_dag.input(other.size_byte(other_a), 4)));
  EXPECT_NE(dag.hash(dag.input(table.size_byte(a), 4)), dag.hash(dag.input(table.first_byte(a), 4)));
}

TEST_F(ObjectsTest, InputAndAssignmentConvertBothWays) {
  const Input input{{{ObjectKind::standard_input, "stdin", 0, true, 8, {'a', 'b', 'c'}},
                     {ObjectKind::memory, "x", 0, false, 4, {1, 2, 3, 4}}}};
  const std::vector<UsedObject> used{{table.intern(standard_input), 3}, {table.intern(x), 4}};
  const expr::Assignment assignment = table.assignment_of(input, used);
  EXPECT_EQ(assignment.get(table.size_byte(used[0].object)), 3);
  EXPECT_EQ(assignment.get(table.first_byte(used[1].object)), 1);
  EXPECT_EQ(table.input_of(assignment, used), input);
}

TEST_F(ObjectsTest, SizesAreCutToTheCapacity) {
  const std::vector<UsedObject> used{{table.intern(standard_input), 0}};
  expr::Assignment assignment;
  assignment.set(expr::ByteId(table.size_byte(used[0].object).value + 2), 1);  // 65536
  assignment.set(table.first_byte(used[0].object), 'z');
  const Input input = table.input_of(assignment, used);
  ASSERT_EQ(input.objects.size(), 1u);
  EXPECT_EQ(input.objects[0].bytes, (std::vector<std::uint8_t>{'z', 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(expr::evaluate(dag, table.size_bound(used[0].object), assignment), 0u);
  EXPECT_EQ(expr::evaluate(dag, table.size_bound(used[0].object), table.assignment_of(input, used)), 1u);
}

TEST_F(ObjectsTest, AssignmentOfARunFollowsItsObjects) {
  // The run asked for four bytes of x where the input knew two, and for an object the input does not know.
  const Input input{{{ObjectKind::memory, "x", 0, false, 2, {7, 8}}}};
  const std::vector<UsedObject> used{{table.intern(x), 4}, {table.intern(standard_input), 5}};
  const expr::Assignment assignment = table.assignment_of(input, used);
  const auto first = table.first_byte(used[0].object).value;
  EXPECT_EQ(assignment.get(expr::ByteId(first)), 7);
  EXPECT_EQ(assignment.get(expr::ByteId(first + 1)), 8);
  EXPECT_EQ(assignment.get(expr::ByteId(first + 2)), 0);
  EXPECT_EQ(assignment.get(table.size_byte(used[1].object)), 5);
}

TEST_F(ObjectsTest, EndlessObjectsEndInAnInvalidId) {
  ObjectKey key = x;
  key.capacity = (1u << 20) - 1;
  bool refused = false;
  for (std::uint32_t i = 0; i < 64 && !refused; ++i) {
    key.ordinal = i;
    refused = !table.intern(key).valid();
  }
  EXPECT_TRUE(refused);
  EXPECT_TRUE(table.intern(standard_input).valid());
}

}  // namespace
}  // namespace cairn::trace
