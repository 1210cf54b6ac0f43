// A target may scribble over the segment: whatever it left, decoding ends at the first senseless record, keeps what
// came before, and never fails.
#include <gtest/gtest.h>

#include <functional>

#include "engine/base/rng.h"
#include "engine/trace/decode.h"
#include "trace_builder.h"

namespace cairn::trace {
namespace {

// One good step, then one that `spoil` breaks.
void expect_kept(const std::function<void(TraceBuilder&)>& spoil) {
  expr::Dag dag;
  ObjectTable objects(dag);
  Cases cases;
  cases.values[3] = {1, 2};
  Decoder decoder(dag, objects, cases);
  TraceBuilder t;
  const auto x = t.object(ObjectKind::memory, "x", 8);
  t.branch(1, t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(x), 1), true);
  t.branch(2, t.imm(CAIRN_OP_Eq, 1, t.input(x, 4), 1), true);
  ASSERT_EQ(decoder.decode(t.raw())->path.size(), 2u);
  spoil(t);
  for (int again = 0; again < 2; ++again) {
    const auto run = decoder.decode(t.raw());
    EXPECT_TRUE(run->corrupted);
    EXPECT_EQ(run->path.size(), 1u);
  }
}

TEST(CorruptionTest, WhatCameBeforeIsKept) {
  expect_kept([](TraceBuilder& t) { t.events[1].kind = CAIRN_EVENT_None; });
  expect_kept([](TraceBuilder& t) { t.events[1].kind = CAIRN_EVENT_COUNT; });
  expect_kept([](TraceBuilder& t) { t.events[1].side = 2; });
  expect_kept([](TraceBuilder& t) { t.events[1].node = 0; });
  expect_kept([](TraceBuilder& t) { t.events[1].node = 5000; });
  expect_kept([](TraceBuilder& t) { t.events[1].node = 1; });  // eight bits are no condition
  expect_kept([](TraceBuilder& t) { t.events[1].node = 0xffffffffu; });
  expect_kept([](TraceBuilder& t) { t.events[1].context = 1; });
  expect_kept([](TraceBuilder& t) {
    t.contexts.push_back({1, 0});  // its own parent
    t.events[1].context = 1;
  });
  expect_kept([](TraceBuilder& t) { t.nodes[2].op = CAIRN_OP_COUNT; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].op = CAIRN_OP_None; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].op = CAIRN_OP_ZExt; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].op = CAIRN_OP_Ite; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].op = CAIRN_OP_Add; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].op = CAIRN_OP_FEq, t.nodes[2].a = 1; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].width = 0; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].width = 129; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].width = 2; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].flags = 4; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].flags = CAIRN_NODE_IMM_LEFT; });
  expect_kept([](TraceBuilder& t) { t.nodes[2].a = CAIRN_INPUT_LIMIT + 2; });  // itself
  expect_kept([](TraceBuilder& t) { t.nodes[2].a = 0; });
  expect_kept([](TraceBuilder& t) { t.nodes[1].imm = 7; });  // reads beyond the object
  expect_kept([](TraceBuilder& t) { t.nodes[1].width = 33; });
  expect_kept([](TraceBuilder& t) { t.nodes[1] = t.nodes[2]; });
  expect_kept([](TraceBuilder& t) { t.nodes.pop_back(); });
}

TEST(CorruptionTest, SwitchesPinsAndLossesAreChecked) {
  const auto event = [](cairn_event_kind kind, std::uint32_t site, std::uint64_t value, unsigned aux) {
    return [=](TraceBuilder& t) {
      t.events.pop_back();
      t.event(kind, site, TraceBuilder::byte(0), 0, value, aux);
    };
  };
  expect_kept(event(CAIRN_EVENT_Switch, 3, 1, 2));                     // no such case
  expect_kept(event(CAIRN_EVENT_Switch, 4, 1, CAIRN_SWITCH_DEFAULT));  // no such switch
  expect_kept(event(CAIRN_EVENT_PinSize, 3, 256, 0));                  // does not fit in a byte
  expect_kept(event(CAIRN_EVENT_Lost, 3, 0, CAIRN_LOSS_COUNT));
  expect_kept(event(CAIRN_EVENT_InBounds, 3, 0, 0));
}

TEST(CorruptionTest, TablesAreChecked) {
  const auto with_table = [](std::uint64_t id, const std::function<void(TraceBuilder&)>& spoil) {
    expect_kept([=](TraceBuilder& t) {
      t.events.pop_back();
      const auto offset = t.node(CAIRN_OP_ZExt, 64, TraceBuilder::byte(0));
      t.table({1, 2, 3, 4}, {0, 0, TraceBuilder::byte(3) << CAIRN_LANE_BITS, 0});
      t.branch(2, t.imm(CAIRN_OP_Eq, 1, t.with_imm(CAIRN_OP_TableRead, 8, offset, id), 4), true);
      spoil(t);
    });
  };
  const auto nothing = [](TraceBuilder&) {};
  with_table(1, nothing);  // the middle of a table: its header makes no sense
  with_table(1000, nothing);
  with_table(~0ull, nothing);
  with_table(0, [](TraceBuilder& t) { t.tables.resize(t.tables.size() - 1); });
  with_table(0, [](TraceBuilder& t) { t.tables[0] = 0; });              // empty
  with_table(0, [](TraceBuilder& t) { t.tables[3] = 0xff; });           // huge
  with_table(0, [](TraceBuilder& t) { t.tables[4] = 2; });              // labelled is 0 or 1
  with_table(0, [](TraceBuilder& t) { t.tables[20 + 8] |= 1; });        // lane 1 of a single byte
  with_table(0, [](TraceBuilder& t) { t.tables[20 + 8 + 3] = 0xff; });  // label of a later node
  with_table(0, [](TraceBuilder& t) { t.nodes[4].width = 40; });        // more than the table holds
}

TEST(CorruptionTest, ObjectsAreChecked) {
  const auto corrupt_object = [](const std::function<void(cairn_object&)>& spoil) {
    expr::Dag dag;
    ObjectTable objects(dag);
    Cases cases;
    Decoder decoder(dag, objects, cases);
    TraceBuilder t;
    const auto x = t.object(ObjectKind::memory, "x", 1);
    const auto y = t.object(ObjectKind::memory, "y", 1);
    t.branch(1, t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(x), 1), true);
    t.branch(1, t.imm(CAIRN_OP_Eq, 1, TraceBuilder::byte(y), 1), true);
    spoil(t.objects[1]);
    const auto run = decoder.decode(t.raw());
    EXPECT_TRUE(run->corrupted);
    EXPECT_EQ(run->path.size(), 1u);
    EXPECT_EQ(run->objects.size(), 1u);
  };
  corrupt_object([](cairn_object& o) { o.kind = CAIRN_OBJECT_KIND_COUNT; });
  corrupt_object([](cairn_object& o) { o.flags = 2; });
  corrupt_object([](cairn_object& o) { o.base = 0; });
  corrupt_object([](cairn_object& o) { o.capacity = 0x7fffffff, o.size = 0x7fffffff; });
  corrupt_object([](cairn_object& o) { o.size = 2; });
  corrupt_object([](cairn_object& o) { std::memset(o.name, 'a', sizeof o.name); });
}

// A run with everything in it.
TraceBuilder rich_trace() {
  TraceBuilder t;
  const auto x = t.object(ObjectKind::memory, "x", 6);
  const auto in = t.object(ObjectKind::standard_input, "stdin", 6, true, 3);
  t.contexts = {{0, 0}, {0, 5}, {1, 6}};
  const auto wide = t.input(x, 4);
  const auto sum = t.imm(CAIRN_OP_Add, 32, wide, 77);
  const auto offset = t.node(CAIRN_OP_ZExt, 64, TraceBuilder::byte(in));
  const auto plain = t.table({1, 2, 3, 4, 5, 6, 7, 8});
  const auto labelled = t.table({1, 2, 3}, {0, (sum << CAIRN_LANE_BITS) | 2, TraceBuilder::byte(x) << CAIRN_LANE_BITS});
  for (unsigned i = 0; i < 6; ++i) {
    t.branch(i, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x + i), 40 + i), i % 2 == 0).context = i % 3;
    t.branch(i, t.imm(CAIRN_OP_Eq, 1, t.node(CAIRN_OP_Xor, 32, sum, wide), i), false);
  }
  const auto read = t.with_imm(CAIRN_OP_TableRead, 16, offset, plain);
  t.event(CAIRN_EVENT_PinValue, 9, read, 0, 0x403);
  const auto deep = t.with_imm(CAIRN_OP_TableRead, 8, offset, labelled);
  t.event(CAIRN_EVENT_Switch, 3, deep, 0, 1, 0);
  t.event(CAIRN_EVENT_Switch, 3, deep, 0, 9, CAIRN_SWITCH_DEFAULT);
  const auto condition = t.imm(CAIRN_OP_Sle, 1, t.input(in + 6, 4), 3, true);
  t.event(CAIRN_EVENT_EndOfInput, 4, condition, 1);
  const auto ite = t.node(CAIRN_OP_Ite, 32, condition, sum, wide);
  const auto high = t.with_imm(CAIRN_OP_Extract, 9, ite, 20);
  t.event(CAIRN_EVENT_Assume, 5, t.imm(CAIRN_OP_UAddO, 1, t.imm(CAIRN_OP_Concat, 40, high, 3, true), 1), 0);
  const auto real = t.node(CAIRN_OP_FAdd, 32, wide, sum);
  t.event(CAIRN_EVENT_InBounds, 6, t.imm(CAIRN_OP_FLt, 1, t.node(CAIRN_OP_FToF, 64, real), 1ull << 62));
  t.event(CAIRN_EVENT_Lost, 8, 0, 0, 0, CAIRN_LOSS_ASM);
  return t;
}

TEST(CorruptionTest, TheRichTraceIsFine) {
  expr::Dag dag;
  ObjectTable objects(dag);
  Cases cases;
  cases.values[3] = {1, 2};
  Decoder decoder(dag, objects, cases);
  const auto run = decoder.decode(rich_trace().raw());
  EXPECT_FALSE(run->corrupted);
  EXPECT_EQ(run->path.size() + run->folded, 18u);
  EXPECT_GE(run->path.size(), 12u);
}

TEST(CorruptionTest, RandomFlipsNeverHurt) {
  base::Rng rng(20260801);
  const TraceBuilder good = rich_trace();
  Cases cases;
  cases.values[3] = {1, 2};
  std::size_t corrupted = 0, intact = 0;
  // Sessions of many runs, so that recordings of spoilt runs are met again.
  for (int session = 0; session < 200; ++session) {
    expr::Dag dag;
    ObjectTable objects(dag);
    Decoder decoder(dag, objects, cases,
                    {.chunk_events = 1 + static_cast<std::uint32_t>(rng.below(8)), .recordings = 4});
    for (int i = 0; i < 100; ++i) {
      TraceBuilder t = good;
      const auto spoil = [&](void* data, std::size_t size) {
        if (size > 0)
          static_cast<std::uint8_t*>(data)[rng.below(size)] ^= static_cast<std::uint8_t>(1 + rng.below(255));
      };
      for (auto flips = rng.below(4); flips > 0; --flips) {
        switch (rng.below(5)) {
          case 0:
            spoil(t.objects.data(), t.objects.size() * sizeof(cairn_object));
            break;
          case 1:
            spoil(t.nodes.data(), t.nodes.size() * sizeof(cairn_node));
            break;
          case 2:
            spoil(t.events.data(), t.events.size() * sizeof(cairn_event));
            break;
          case 3:
            spoil(t.tables.data(), t.tables.size());
            break;
          default:
            spoil(t.contexts.data(), t.contexts.size() * sizeof(cairn_context));
            break;
        }
      }
      if (rng.below(20) == 0) t.nodes.resize(rng.below(t.nodes.size()));
      if (rng.below(20) == 0) t.tables.resize(rng.below(t.tables.size()));
      const auto run = decoder.decode(t.raw());
      ++(run->corrupted ? corrupted : intact);
      for (const Step& step : run->path) {
        ASSERT_EQ(dag.width(step.condition), 1u);
        ASSERT_LT(step.outcome, step.sides);
        ASSERT_EQ(dag.width(decoder.sides().negate(step.condition)), 1u);
        for (std::uint32_t side = 0; step.kind == EventKind::Switch && side < step.sides; ++side) {
          ASSERT_EQ(dag.width(decoder.sides().switch_condition(step.branch, step.subject, side)), 1u);
        }
      }
      // Memory of recent runs must not change what a run means.
      expr::Dag fresh_dag;
      ObjectTable fresh_objects(fresh_dag);
      Decoder fresh(fresh_dag, fresh_objects, cases, {.recordings = 0});
      const auto again = fresh.decode(t.raw());
      ASSERT_EQ(again->corrupted, run->corrupted);
      ASSERT_EQ(again->signature, run->signature);
      ASSERT_EQ(again->losses, run->losses);
    }
  }
  EXPECT_GT(corrupted, 1000u);
  EXPECT_GT(intact, 1000u);
}

}  // namespace
}  // namespace cairn::trace
