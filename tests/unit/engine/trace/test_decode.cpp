#include <gtest/gtest.h>

#include "engine/expr/evaluate.h"
#include "engine/trace/decode.h"
#include "tests/unit/engine/trace/first_mismatch.h"
#include "trace_builder.h"

namespace cairn::trace {
namespace {

struct DecodeTest : testing::Test {
  expr::Dag dag;
  ObjectTable objects{dag};
  Cases cases;
  Decoder decoder{dag, objects, cases};
  TraceBuilder t;

  std::shared_ptr<const DecodedRun> decode() { return decoder.decode(t.raw()); }

  // Truth of a condition when the first object's bytes are these.
  bool holds(expr::ExprId condition, std::initializer_list<int> bytes) {
    expr::Assignment assignment;
    std::uint32_t i = 0;
    for (const int b : bytes) assignment.set(expr::ByteId(i++), static_cast<std::uint8_t>(b));
    return expr::evaluate(dag, condition, assignment) != 0;
  }
};

TEST_F(DecodeTest, BranchesAssertTheSideTaken) {
  const auto x = t.object(ObjectKind::memory, "x", 2);
  const auto equal = t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(x), 5);
  const auto less = t.node(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), TraceBuilder::byte(x + 1));
  t.contexts.push_back({0, 77});
  t.branch(10, equal, true);
  t.branch(11, less, false).context = 1;
  const auto run = decode();
  EXPECT_FALSE(run->corrupted);
  ASSERT_EQ(run->path.size(), 2u);
  const Step &first = run->path[0], &second = run->path[1];
  EXPECT_EQ(first.kind, EventKind::Branch);
  EXPECT_EQ(first.branch, 10u);
  EXPECT_EQ(first.outcome, 0u);
  EXPECT_EQ(first.sides, 2u);
  EXPECT_TRUE(holds(first.condition, {5}));
  EXPECT_FALSE(holds(first.condition, {6}));
  EXPECT_EQ(second.outcome, 1u);
  EXPECT_EQ(second.steps, 1u);
  EXPECT_TRUE(holds(second.condition, {5, 5}));
  EXPECT_FALSE(holds(second.condition, {5, 6}));
  EXPECT_TRUE(holds(second.subject, {5, 6}));
  EXPECT_TRUE(holds(decoder.sides().negate(second.condition), {5, 6}));
  EXPECT_EQ(decoder.context(second.context).call_site, 77u);
  EXPECT_EQ(run->objects.size(), 1u);
}

TEST_F(DecodeTest, ConstantOperandsStandOnEitherSide) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  t.branch(1, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 100), true);        // x < 100
  t.branch(2, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 100, true), true);  // 100 < x
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 2u);
  EXPECT_TRUE(holds(run->path[0].condition, {99}));
  EXPECT_FALSE(holds(run->path[0].condition, {101}));
  EXPECT_FALSE(holds(run->path[1].condition, {99}));
  EXPECT_TRUE(holds(run->path[1].condition, {101}));
}

TEST_F(DecodeTest, ConcatWithAConstantTakesTheMissingWidth) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  const auto wide = t.imm(CAIRN_OP_Concat, 32, TraceBuilder::byte(x), 0xabcdef, true);
  t.branch(1, t.imm(CAIRN_OP_Eq, 1, wide, 0xabcdef42), true);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 1u);
  EXPECT_TRUE(holds(run->path[0].condition, {0x42}));
  EXPECT_FALSE(holds(run->path[0].condition, {0x43}));
}

TEST_F(DecodeTest, FusedInputsAreLittleEndian) {
  const auto x = t.object(ObjectKind::memory, "x", 4);
  t.branch(1, t.imm(CAIRN_OP_Eq, 1, t.input(x, 4), 0x04030201), true);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 1u);
  EXPECT_TRUE(holds(run->path[0].condition, {1, 2, 3, 4}));
  EXPECT_FALSE(holds(run->path[0].condition, {4, 3, 2, 1}));
}

TEST_F(DecodeTest, InputsMayBeFusedAcrossObjects) {
  // Interned before the run, so that the bytes of the two objects are not side by side in the session.
  objects.intern({ObjectKind::memory, "y", 0, 1, false});
  t.object(ObjectKind::memory, "x", 1);
  t.object(ObjectKind::memory, "y", 1);
  t.branch(1, t.imm(CAIRN_OP_Eq, 1, t.input(0, 2), 0x0201), true);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 1u);
  const auto x = objects.first_byte(run->objects[0].object), y = objects.first_byte(run->objects[1].object);
  ASSERT_GT(x.value, y.value);
  expr::Assignment assignment;
  assignment.set(x, 1);
  assignment.set(y, 2);
  EXPECT_EQ(expr::evaluate(dag, run->path[0].condition, assignment), 1u);
}

TEST_F(DecodeTest, SizesAreInputs) {
  const auto in = t.object(ObjectKind::standard_input, "stdin", 4, true, 3);
  const auto size = t.input(in + 4, 4);
  t.event(CAIRN_EVENT_EndOfInput, 1, t.imm(CAIRN_OP_Ult, 1, size, 2, true), 1);  // 2 < size: there was more
  t.event(CAIRN_EVENT_EndOfInput, 1, t.imm(CAIRN_OP_Ult, 1, size, 3, true), 0);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 2u);
  ASSERT_EQ(run->objects.size(), 1u);
  EXPECT_EQ(run->objects[0].size, 3u);
  const auto input_of_size = [](std::size_t n) {
    return Input{{{ObjectKind::standard_input, "stdin", 0, true, 4, std::vector<std::uint8_t>(n)}}};
  };
  const auto mismatch = [&](std::size_t n) {
    return first_mismatch(*run, dag, objects.assignment_of(input_of_size(n), run->objects));
  };
  EXPECT_EQ(mismatch(3), std::nullopt);
  EXPECT_EQ(mismatch(2), 0u);
  EXPECT_EQ(mismatch(4), 1u);
}

TEST_F(DecodeTest, SwitchesAssertCasesAndDefault) {
  cases.values[7] = {'a', 'b', 'c', 'x'};
  const auto x = t.object(ObjectKind::memory, "x", 1);
  t.event(CAIRN_EVENT_Switch, 7, TraceBuilder::byte(x), 0, 'b', 1);
  t.event(CAIRN_EVENT_Switch, 7, TraceBuilder::byte(x), 0, 'q', CAIRN_SWITCH_DEFAULT);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 2u);
  const Step &taken = run->path[0], &fallen = run->path[1];
  EXPECT_EQ(taken.outcome, 1u);
  EXPECT_EQ(taken.sides, 5u);
  EXPECT_TRUE(holds(taken.condition, {'b'}));
  EXPECT_FALSE(holds(taken.condition, {'a'}));
  EXPECT_EQ(fallen.outcome, 4u);
  for (int c = 0; c < 256; ++c) {
    const bool is_case = c == 'a' || c == 'b' || c == 'c' || c == 'x';
    EXPECT_EQ(holds(fallen.condition, {c}), !is_case) << c;
    EXPECT_EQ(holds(decoder.sides().switch_condition(fallen.branch, fallen.subject, 3), {c}), c == 'x') << c;
    EXPECT_EQ(holds(decoder.sides().switch_condition(taken.branch, taken.subject, 4), {c}), !is_case) << c;
  }
}

TEST_F(DecodeTest, SwitchesOnNarrowValuesTruncateCases) {
  cases.values[7] = {static_cast<std::uint64_t>(-1), 0};  // -1 as the facts write it: sign-extended
  const auto x = t.object(ObjectKind::memory, "x", 1);
  t.event(CAIRN_EVENT_Switch, 7, TraceBuilder::byte(x), 0, 0xff, 0);
  t.event(CAIRN_EVENT_Switch, 7, TraceBuilder::byte(x), 0, 3, CAIRN_SWITCH_DEFAULT);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 2u);
  EXPECT_TRUE(holds(run->path[0].condition, {0xff}));
  EXPECT_TRUE(holds(run->path[1].condition, {3}));
  EXPECT_FALSE(holds(run->path[1].condition, {0xff}));
}

TEST_F(DecodeTest, PinsAssertTheValue) {
  const auto x = t.object(ObjectKind::memory, "x", 16);
  t.event(CAIRN_EVENT_PinAddress, 1, t.input(x, 8), 0, 0x0102030405060708);
  t.event(CAIRN_EVENT_PinSize, 2, TraceBuilder::byte(x), 0, 8);
  t.event(CAIRN_EVENT_PinValue, 3, t.input(x, 16), 0, 0x0102030405060708);
  t.event(CAIRN_EVENT_IndirectCall, 4, t.input(x, 4), 0, 0x05060708);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 4u);
  for (const Step& step : run->path) {
    EXPECT_TRUE(is_pin(step.kind));
    EXPECT_EQ(step.outcome, 0u);
    EXPECT_TRUE(holds(step.condition, {8, 7, 6, 5, 4, 3, 2, 1}));
    EXPECT_FALSE(holds(step.condition, {9, 7, 6, 5, 4, 3, 2, 1}));
    EXPECT_TRUE(holds(decoder.sides().negate(step.condition), {9, 7, 6, 5, 4, 3, 2, 1}));
  }
}

TEST_F(DecodeTest, PinnedValuesMayBeSignExtended) {
  const auto x = t.object(ObjectKind::memory, "x", 4);
  t.event(CAIRN_EVENT_PinSize, 1, t.input(x, 4), 0, static_cast<std::uint64_t>(-2));
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 1u);
  EXPECT_TRUE(holds(run->path[0].condition, {0xfe, 0xff, 0xff, 0xff}));
  EXPECT_FALSE(holds(run->path[0].condition, {0xff, 0xff, 0xff, 0xff}));
}

TEST_F(DecodeTest, AssumptionsThatHeldHaveNoOtherSide) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  t.event(CAIRN_EVENT_Assume, 1, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 10), 1);
  t.event(CAIRN_EVENT_InBounds, 2, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 9));
  t.event(CAIRN_EVENT_Assume, 3, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 5), 0);
  const auto run = decode();
  ASSERT_EQ(run->path.size(), 3u);
  EXPECT_EQ(run->path[0].sides, 1u);
  EXPECT_EQ(run->path[1].sides, 2u);
  EXPECT_EQ(run->path[1].outcome, 0u);
  EXPECT_TRUE(holds(run->path[1].condition, {8}));
  EXPECT_EQ(run->path[2].sides, 2u);
  EXPECT_EQ(run->path[2].outcome, 1u);
  EXPECT_TRUE(holds(run->path[2].subject, {4}));
  EXPECT_FALSE(holds(run->path[2].condition, {4}));
}

TEST_F(DecodeTest, TablesAreReadAtSymbolicOffsets) {
  const auto x = t.object(ObjectKind::memory, "x", 3);
  const auto offset = t.node(CAIRN_OP_ZExt, 64, TraceBuilder::byte(x));
  const auto table = t.table({10, 20, 30, 40});
  t.branch(1, t.imm(CAIRN_OP_Eq, 1, t.with_imm(CAIRN_OP_TableRead, 16, offset, table), 30 + 40 * 256), true);
  // Bytes 1 and 2 are symbolic: an input byte, and the second byte of a sum.
  const auto sum = t.imm(CAIRN_OP_Add, 16, t.input(x + 1, 2), 0x0100);
  const auto labelled =
      t.table({1, 0, 0, 4}, {0, TraceBuilder::byte(x + 1) << CAIRN_LANE_BITS, (sum << CAIRN_LANE_BITS) | 1, 0});
  t.branch(2, t.imm(CAIRN_OP_Eq, 1, t.with_imm(CAIRN_OP_TableRead, 8, offset, labelled), 9), true);
  const auto run = decode();
  EXPECT_FALSE(run->corrupted);
  ASSERT_EQ(run->path.size(), 2u);
  EXPECT_TRUE(holds(run->path[0].condition, {2}));
  EXPECT_FALSE(holds(run->path[0].condition, {1}));
  EXPECT_TRUE(holds(run->path[1].condition, {1, 9, 0}));
  EXPECT_FALSE(holds(run->path[1].condition, {1, 0, 9}));
  EXPECT_TRUE(holds(run->path[1].condition, {2, 0, 8}));
  EXPECT_FALSE(holds(run->path[1].condition, {0, 9, 9}));
}

TEST_F(DecodeTest, ConstantConditionsAreNoSteps) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  t.branch(1, t.imm(CAIRN_OP_Eq, 1, t.with_imm(CAIRN_OP_Const, 8, 0, 5), 5), true);
  t.branch(2, t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(x), 1), true);
  const auto run = decode();
  EXPECT_EQ(run->folded, 1u);
  ASSERT_EQ(run->path.size(), 1u);
  EXPECT_EQ(run->path[0].branch, 2u);
}

TEST_F(DecodeTest, LossIsCountedByKindAndSite) {
  t.event(CAIRN_EVENT_Lost, 5, 0, 0, 0, CAIRN_LOSS_EXTERNAL);
  t.event(CAIRN_EVENT_Lost, 5, 0, 0, 0, CAIRN_LOSS_EXTERNAL);
  t.event(CAIRN_EVENT_Lost, 6, 0, 0, 0, CAIRN_LOSS_ASM);
  const auto run = decode();
  EXPECT_EQ(run->losses, (std::vector<Loss>{{CAIRN_LOSS_ASM, 6, 0, 1, 0}, {CAIRN_LOSS_EXTERNAL, 5, 0, 2, 0}}));
  EXPECT_TRUE(run->path.empty());
}

TEST_F(DecodeTest, LossWithoutAnEventIsTold) {
  t.event(CAIRN_EVENT_Lost, 6, 0, 0, 0, CAIRN_LOSS_ASM);
  RawRun raw = t.raw();
  raw.lost_apart[CAIRN_LOSS_CHILD] = 3;
  EXPECT_EQ(decoder.decode(raw)->losses,
            (std::vector<Loss>{{CAIRN_LOSS_ASM, 6, 0, 1, 0}, {CAIRN_LOSS_CHILD, CAIRN_NO_SITE, 0, 3, 0}}));
}

TEST_F(DecodeTest, AFullTableEndsThePath) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  const auto c = t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(x), 1);
  t.branch(1, c, true);
  t.event(CAIRN_EVENT_Full, 0, 0);
  t.branch(2, c, true);
  for (int again = 0; again < 2; ++again) {
    const auto run = decode();
    EXPECT_TRUE(run->full);
    EXPECT_FALSE(run->corrupted);
    EXPECT_EQ(run->path.size(), 1u);
  }
}

TEST_F(DecodeTest, MismatchNamesTheFirstWrongStep) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  t.branch(1, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 10), true);
  t.branch(2, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), 5), false);
  const auto run = decode();
  const auto mismatch = [&](std::uint8_t value) {
    const Input input{{{ObjectKind::memory, "x", 0, false, 1, {value}}}};
    return first_mismatch(*run, dag, objects.assignment_of(input, run->objects));
  };
  EXPECT_EQ(mismatch(7), std::nullopt);
  EXPECT_EQ(mismatch(3), 1u);
  EXPECT_EQ(mismatch(12), 0u);
}

TEST_F(DecodeTest, ContextsOfARunBecomeContextsOfTheSession) {
  const auto x = t.object(ObjectKind::memory, "x", 1);
  const auto c = t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(x), 1);
  t.contexts = {{0, 0}, {0, 5}, {1, 6}};
  t.branch(1, c, true).context = 2;
  const auto first = decode();
  t.contexts = {{0, 0}, {0, 9}, {0, 5}, {2, 6}};  // the same chain under other numbers
  t.events[0].context = 3;
  const auto second = decode();
  ASSERT_EQ(first->path.size(), 1u);
  ASSERT_EQ(second->path.size(), 1u);
  EXPECT_EQ(first->path[0].context, second->path[0].context);
  const cairn_context inner = decoder.context(first->path[0].context);
  EXPECT_EQ(inner.call_site, 6u);
  EXPECT_EQ(decoder.context(inner.parent).call_site, 5u);
}

TEST_F(DecodeTest, SignaturesFollowConditionsAndOutcomes) {
  const auto signature = [](std::uint64_t constant, bool side, bool unrelated) {
    expr::Dag d;
    ObjectTable o(d);
    Cases none;
    Decoder fresh(d, o, none);
    TraceBuilder b;
    if (unrelated) o.intern({ObjectKind::memory, "other", 0, 3, false});
    const auto x = b.object(ObjectKind::memory, "x", 1);
    b.branch(1, b.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x), constant), side);
    return fresh.decode(b.raw())->signature;
  };
  EXPECT_EQ(signature(5, true, false), signature(5, true, true));
  EXPECT_NE(signature(5, true, false), signature(6, true, false));
  EXPECT_NE(signature(5, true, false), signature(5, false, false));
}

}  // namespace
}  // namespace cairn::trace
