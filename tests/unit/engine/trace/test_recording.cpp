// Runs that share a prefix with an earlier one are decoded from where they leave it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

#include "engine/trace/decode.h"
#include "trace_builder.h"

namespace cairn::trace {
namespace {

constexpr std::uint32_t kLength = 100;
constexpr std::uint32_t kSwitches = 1000;  // number of the first

// A loop over 100 bytes; the byte at `turn` takes the other side, and everything behind it compares with another
// constant. Each turn has a switch of its own.
TraceBuilder loop(std::uint32_t turn) {
  TraceBuilder t;
  const auto x = t.object(ObjectKind::standard_input, "stdin", kLength, true, kLength);
  const auto table = t.table({1, 2, 3, 4});
  for (std::uint32_t i = 0; i < kLength; ++i) {
    t.imm(CAIRN_OP_Add, 8, TraceBuilder::byte(x + i), 1);  // nobody asks for it, or only later
    t.branch(1, t.imm(CAIRN_OP_Ult, 1, TraceBuilder::byte(x + i), i <= turn ? 50 : 60), i != turn);
    t.event(CAIRN_EVENT_Switch, kSwitches + i, TraceBuilder::byte(x + i), 0, 7, CAIRN_SWITCH_DEFAULT);
    if (i % 10 == 9) {
      const auto offset = t.node(CAIRN_OP_ZExt, 64, TraceBuilder::byte(x + i));
      t.event(CAIRN_EVENT_PinValue, 2, t.with_imm(CAIRN_OP_TableRead, 8, offset, table), 0, 3);
      t.event(CAIRN_EVENT_Lost, i, 0, 0, 0, CAIRN_LOSS_EXTERNAL);
    }
  }
  t.branch(3, t.imm(CAIRN_OP_Eq, 1, CAIRN_INPUT_LIMIT, 7), true);  // the first sum, asked for at last
  return t;
}

// Who decodes a switch asks for its cases; who takes the step over from an earlier run does not.
struct WatchedCases : Cases {
  mutable std::set<std::uint32_t> asked;

  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t branch) const override {
    asked.insert(branch);
    return Cases::cases_of(branch);
  }
};

struct RecordingTest : testing::Test {
  expr::Dag dag;
  ObjectTable objects{dag};
  WatchedCases cases;
  Decoder decoder{dag, objects, cases, {.chunk_events = 8, .recordings = 3}};
  Decoder plain{dag, objects, cases, {.recordings = 0}};

  RecordingTest() {
    for (std::uint32_t i = 0; i < kLength; ++i) cases.values[kSwitches + i] = {1, 2};
  }

  std::shared_ptr<const DecodedRun> decode(Decoder& by, const TraceBuilder& t) {
    cases.asked.clear();
    return by.decode(t.raw());
  }

  struct Decoded {
    std::shared_ptr<const DecodedRun> run;
    std::size_t shared = 0;  // switches that were not decoded again
  };
  // Decodes with and without memory and compares.
  Decoded decode(const TraceBuilder& t) {
    const auto run = decode(decoder, t);
    const std::size_t decoded = cases.asked.size();
    const auto reference = decode(plain, t);
    EXPECT_EQ(run->path, reference->path);
    EXPECT_EQ(run->signature, reference->signature);
    EXPECT_EQ(run->losses, reference->losses);
    EXPECT_EQ(run->folded, reference->folded);
    EXPECT_EQ(run->objects, reference->objects);
    EXPECT_EQ(run->corrupted, reference->corrupted);
    const auto switches = std::ranges::count(reference->path, EventKind::Switch, &Step::kind);
    EXPECT_EQ(cases.asked.size(), static_cast<std::size_t>(switches));
    return {run, cases.asked.size() - decoded};
  }
};

TEST_F(RecordingTest, AnEqualRunSharesEverything) {
  EXPECT_EQ(decode(loop(kLength)).shared, 0u);
  EXPECT_EQ(decode(loop(kLength)).shared, kLength);
}

TEST_F(RecordingTest, AChildSharesUpToItsFlip) {
  const auto parent = decode(loop(kLength));
  const auto child = decode(loop(60));
  EXPECT_GE(child.shared, 55u);
  EXPECT_LE(child.shared, 60u);
  const std::size_t steps = 2 * child.shared;  // at least
  for (std::size_t i = 0; i < steps; ++i) EXPECT_EQ(child.run->path[i], parent.run->path[i]);
  const auto grandchild = decode(loop(70));
  EXPECT_GE(grandchild.shared, 65u);  // of the parent, not of the child
  EXPECT_LE(grandchild.shared, 70u);
  EXPECT_EQ(decode(loop(60)).shared, kLength);  // of the child
}

TEST_F(RecordingTest, SharedStepsDoNotTouchTheDag) {
  decode(loop(kLength));
  const std::size_t size = dag.size();
  decoder.decode(loop(kLength).raw());
  EXPECT_EQ(dag.size(), size);
}

TEST_F(RecordingTest, OfAPathThatIsTooLongOnlyTheBeginningIsTurnedIntoExpressions) {
  constexpr std::size_t kMost = 20;
  const auto begun = decoder.decode(loop(kLength).raw(), kMost);
  const std::size_t size = dag.size();
  EXPECT_TRUE(begun->shortened);
  EXPECT_GE(begun->path.size(), kMost);
  EXPECT_LT(begun->path.size(), kMost + 8);
  const auto whole = decode(loop(kLength)).run;
  EXPECT_FALSE(whole->shortened);
  EXPECT_GT(dag.size(), 2 * size);
  EXPECT_TRUE(std::ranges::equal(begun->path, std::span(whole->path).first(begun->path.size())));
  EXPECT_EQ(begun->losses, whole->losses) << "what was lost behind it is reported";
  EXPECT_EQ(begun->objects, whole->objects);
}

TEST_F(RecordingTest, PathsThatAreTooLongAreToldApartByWhatIsNotKept) {
  Decoder small{dag, objects, cases, {.chunk_events = 8, .recordings = 0}};
  const auto shortened = [&](std::uint32_t turn, std::size_t most) {
    return small.decode(loop(turn).raw(), most)->signature;
  };
  EXPECT_NE(shortened(90, 20), shortened(95, 20));
  EXPECT_EQ(shortened(90, 20), shortened(90, 40)) << "how much is kept does not matter";
  EXPECT_EQ(shortened(90, 1000), plain.decode(loop(90).raw())->signature) << "that is all of it";
}

TEST_F(RecordingTest, ARunThatGoesOnSharesTheWholeShorterOne) {
  TraceBuilder shorter = loop(kLength);
  shorter.events.resize(50);
  const auto first = decode(shorter);
  const auto switches = std::ranges::count(first.run->path, EventKind::Switch, &Step::kind);
  EXPECT_EQ(switches, 23);
  EXPECT_EQ(decode(loop(kLength)).shared, 23u);
  EXPECT_EQ(decode(shorter).shared, 23u);
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
  EXPECT_EQ(second.shared, 1u);
  EXPECT_EQ(second.run->objects[0].size, 3u);
}

TEST_F(RecordingTest, EverythingAStepRestsOnIsCompared) {
  const auto spoilt_run_shares = [&](auto spoil) {
    decode(loop(kLength));
    TraceBuilder t = loop(kLength);
    spoil(t);
    return decode(t).shared;
  };
  EXPECT_LT(spoilt_run_shares([](TraceBuilder& t) { t.tables[17] = 9; }), 10u);
  EXPECT_EQ(spoilt_run_shares([](TraceBuilder& t) { t.objects[0].name[0] = 'S'; }), 0u);
  EXPECT_EQ(spoilt_run_shares([](TraceBuilder& t) { t.nodes[1].imm = 51; }), 0u);
  EXPECT_LT(spoilt_run_shares([](TraceBuilder& t) { t.events[20].value = 4; }), 9u);  // pinned otherwise
  EXPECT_EQ(spoilt_run_shares([](TraceBuilder& t) { t.events[0].steps = 4; }), 0u);
}

TEST_F(RecordingTest, OldRunsAreForgotten) {
  decode(loop(10));
  for (std::uint32_t i = 0; i < 3; ++i) decode(loop(i));
  EXPECT_LT(decode(loop(10)).shared, 10u);
}

TEST_F(RecordingTest, MemoryIsBounded) {
  Decoder small(dag, objects, cases, {.chunk_events = 8, .recordings = 3, .recording_bytes = 100});
  decode(small, loop(1));
  decode(small, loop(1));
  EXPECT_EQ(cases.asked.size(), kLength);
}

}  // namespace
}  // namespace cairn::trace
