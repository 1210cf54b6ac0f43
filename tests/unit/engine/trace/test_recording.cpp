// Runs that share a prefix with an earlier one are decoded from where they leave it.
#include <gtest/gtest.h>

#include "engine/trace/decode.h"
#include "trace_builder.h"

namespace cairn::trace {
namespace {

constexpr std::uint32_t kLength = 100;

// A loop over 100 bytes; the byte at `turn` takes the other side, and everything behind it compares with another
// constant.
TraceBuilder loop(std::uint32_t turn) {
  TraceBuilder t;
  const auto x = t.object(ObjectKind::standard_input, "stdin", kLength, true, kLength);
  const auto table = t.table({1, 2, 3, 4});
  for (std::uint32_t i = 0; i < kLength; ++i) {
    t.imm(CAIRN_OP_Add, 8, TraceBuilder::byte(x + i), 1);  // nobody asks for it, or only later
    t.branch(1, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x + i), i <= turn ? 50 : 60), i != turn);
    if (i % 10 == 9) {
      const auto offset = t.node(CAIRN_OP_ZExt, 64, TraceBuilder::byte(x + i));
      t.event(CAIRN_EVENT_PinValue, 2, t.with_imm(CAIRN_OP_TableRead, 8, offset, table), 0, 3);
      t.event(CAIRN_EVENT_Lost, i, 0, 0, 0, CAIRN_LOSS_EXTERNAL);
    }
  }
  t.branch(3, t.imm(CAIRN_OP_Eq, 1, CAIRN_INPUT_LIMIT, 7), true);  // the first sum, asked for at last
  return t;
}

struct RecordingTest : testing::Test {
  expr::Dag dag;
  ObjectTable objects{dag};
  Cases cases;
  Decoder decoder{dag, objects, cases, {.chunk_events = 8, .recordings = 3}};
  Decoder plain{dag, objects, cases, {.recordings = 0}};

  // Decodes with and without memory and compares.
  std::shared_ptr<const DecodedRun> decode(const TraceBuilder& t) {
    const auto run = decoder.decode(t.raw());
    const auto reference = plain.decode(t.raw());
    EXPECT_EQ(run->path, reference->path);
    EXPECT_EQ(run->signature, reference->signature);
    EXPECT_EQ(run->losses, reference->losses);
    EXPECT_EQ(run->folded, reference->folded);
    EXPECT_EQ(run->objects, reference->objects);
    EXPECT_EQ(run->corrupted, reference->corrupted);
    EXPECT_EQ(reference->shared_steps, 0u);
    return run;
  }
};

TEST_F(RecordingTest, AnEqualRunSharesEverything) {
  const auto first = decode(loop(kLength));
  EXPECT_EQ(first->shared_steps, 0u);
  EXPECT_EQ(first->shared_with, 0u);
  const auto second = decode(loop(kLength));
  EXPECT_EQ(second->shared_steps, second->path.size());
  EXPECT_EQ(second->shared_with, first->serial);
}

TEST_F(RecordingTest, AChildSharesUpToItsFlip) {
  const auto parent = decode(loop(kLength));
  const auto child = decode(loop(60));
  EXPECT_EQ(child->shared_with, parent->serial);
  EXPECT_GE(child->shared_steps, 55u);
  EXPECT_LE(child->shared_steps, 66u);
  for (std::size_t i = 0; i < child->shared_steps; ++i) EXPECT_EQ(child->path[i], parent->path[i]);
  const auto grandchild = decode(loop(70));
  EXPECT_EQ(grandchild->shared_with, parent->serial);
  const auto sibling = decode(loop(60));
  EXPECT_EQ(sibling->shared_with, child->serial);
  EXPECT_EQ(sibling->shared_steps, sibling->path.size());
}

TEST_F(RecordingTest, SharedStepsDoNotTouchTheDag) {
  decode(loop(kLength));
  const std::size_t size = dag.size();
  decoder.decode(loop(kLength).raw());
  EXPECT_EQ(dag.size(), size);
}

TEST_F(RecordingTest, ARunThatGoesOnSharesTheWholeShorterOne) {
  TraceBuilder shorter = loop(kLength);
  shorter.events.resize(50);
  const auto first = decode(shorter);
  const auto second = decode(loop(kLength));
  EXPECT_EQ(second->shared_with, first->serial);
  EXPECT_EQ(second->shared_steps, first->path.size());
  const auto third = decode(shorter);
  EXPECT_EQ(third->shared_steps, first->path.size());
}

TEST_F(RecordingTest, SizesAndSwitchedValuesMayDiffer) {
  cases.values[9] = {1, 2};
  const auto trace = [](std::uint32_t size, std::uint64_t value) {
    TraceBuilder t;
    const auto x = t.object(ObjectKind::standard_input, "stdin", 10, true, size);
    t.event(CAIRN_EVENT_Switch, 9, TraceBuilder::byte(x), 0, value, CAIRN_SWITCH_DEFAULT);
    return t;
  };
  decode(trace(10, 7));
  const auto second = decode(trace(3, 8));
  EXPECT_EQ(second->shared_steps, 1u);
  EXPECT_EQ(second->objects[0].size, 3u);
}

TEST_F(RecordingTest, EverythingAStepRestsOnIsCompared) {
  const auto spoilt_run_shares = [&](auto spoil) {
    decode(loop(kLength));
    TraceBuilder t = loop(kLength);
    spoil(t);
    return decode(t)->shared_steps;
  };
  EXPECT_LT(spoilt_run_shares([](TraceBuilder& t) { t.tables[17] = 9; }), 10u);
  EXPECT_EQ(spoilt_run_shares([](TraceBuilder& t) { t.objects[0].name[0] = 'S'; }), 0u);
  EXPECT_EQ(spoilt_run_shares([](TraceBuilder& t) { t.nodes[1].imm = 51; }), 0u);
  EXPECT_LT(spoilt_run_shares([](TraceBuilder& t) { t.events[10].value = 4; }), 9u);  // pinned otherwise
  EXPECT_EQ(spoilt_run_shares([](TraceBuilder& t) { t.events[0].steps = 4; }), 0u);
}

TEST_F(RecordingTest, OldRunsAreForgotten) {
  const auto first = decode(loop(10));
  for (std::uint32_t i = 0; i < 3; ++i) decode(loop(i));
  const auto again = decode(loop(10));
  EXPECT_NE(again->shared_with, first->serial);
  EXPECT_LT(again->shared_steps, again->path.size());
}

TEST_F(RecordingTest, MemoryIsBounded) {
  Decoder small(dag, objects, cases, {.chunk_events = 8, .recordings = 3, .recording_bytes = 100});
  small.decode(loop(1).raw());
  EXPECT_EQ(small.decode(loop(1).raw())->shared_steps, 0u);
}

}  // namespace
}  // namespace cairn::trace
