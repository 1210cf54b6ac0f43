// Several targets beside the exploration: what is found is the same, nothing is lost, and errors end it.
#include <atomic>
#include <thread>

#include "engine/explore/fleet.h"
#include "harness.h"

namespace cairn::explore {
namespace {

trace::Input byte(std::uint8_t value) { return {{{trace::ObjectKind::memory, "x", 0, false, 1, {value}}}}; }

Fleet::Start fakes(FakeTarget::Program program, std::size_t counters) {
  return [=](base::Context&) -> base::Result<std::unique_ptr<target::Target>> {
    return std::unique_ptr<target::Target>(std::make_unique<FakeTarget>(program, counters));
  };
}

TEST(Fleet, RunsComeBackWithTheirTicketsAndInputs) {
  const auto echo = [](FakeRun& run) { run.outcome.code = static_cast<int>(run.symbolic("x", 1).value); };
  Fleet fleet(3, fakes(echo, 2));
  std::uint8_t sent = 0;
  std::set<std::uint64_t> tickets;
  while (tickets.size() < 40) {
    for (; sent < 40 && !fleet.full(); ++sent) fleet.send(byte(sent), sent);
    const Fleet::Back back = fleet.take();
    ASSERT_TRUE(back.run.ok());
    EXPECT_EQ(back.run->outcome.code, static_cast<int>(back.ticket));
    EXPECT_EQ(back.input, byte(static_cast<std::uint8_t>(back.ticket)));
    EXPECT_EQ(back.run->objects.size(), 1u);  // its views are still there
    EXPECT_TRUE(tickets.insert(back.ticket).second);
  }
  for (; sent < 43; ++sent) {  // all targets are free again
    ASSERT_FALSE(fleet.full());
    fleet.send(byte(sent), sent);
  }
  EXPECT_TRUE(fleet.full());
}

TEST(Fleet, TargetsWorkAtTheSameTime) {
  std::atomic<int> inside = 0;
  const auto meet = [&inside](FakeRun&) {
    ++inside;
    while (inside < 3) std::this_thread::yield();  // for ever, unless all three are here at once
  };
  Fleet fleet(3, fakes(meet, 2));
  for (std::uint8_t i = 0; i < 3; ++i) fleet.send(byte(i), i);
  EXPECT_TRUE(fleet.full());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(fleet.take().run.ok());
}

TEST(Fleet, ATicketCanBeWaitedFor) {
  Fleet fleet(4, fakes([](FakeRun&) {}, 2));
  for (std::uint8_t i = 0; i < 4; ++i) fleet.send(byte(i), i);
  for (const std::uint64_t ticket : {2u, 0u, 3u, 1u}) EXPECT_EQ(fleet.take(ticket).ticket, ticket);
}

TEST(Fleet, CanBeLeftWithRunsOut) {
  Fleet fleet(2, fakes([](FakeRun&) {}, 2));
  fleet.send(byte(1), 1);
}

class FleetTest : public testing::Test {
 protected:
  std::unique_ptr<Exploration> start(Case setup, const std::string& name) {
    setup.options.jobs = 3;
    if (!setup.options.start) setup.options.start = fakes(setup.program, 2 * setup.places);
    return std::make_unique<Exploration>(setup, fresh(temporary / name.c_str()));
  }

  TemporaryDirectory temporary;
};

TEST_F(FleetTest, EveryStrategyExploresWhatItExploresAlone) {
  for (const search::StrategyEntry& entry : search::strategies()) {
    const std::string name(entry.name);
    Case setup{.program = mid, .strategy = name, .seed = 7};
    auto alone = std::make_unique<Exploration>(setup, fresh(temporary / (name + "-alone").c_str()));
    const End end = alone->explore({.runs = 200});
    auto together = start(setup, name);
    EXPECT_EQ(together->explore({.runs = 200}), end) << name;
    EXPECT_LE(together->loop.totals().runs, 200u) << name;
    EXPECT_EQ(together->loop.totals().divergences, 0u) << name;
    EXPECT_EQ(together->loop.totals().flips_tried, together->loop.totals().flips_arrived) << name;
    if (end == End::explored) EXPECT_EQ(together->loop.totals().paths, alone->loop.totals().paths) << name;
    EXPECT_EQ(together->tree.count(tree::SideState::in_flight), 0u) << name;
    EXPECT_EQ(together->summary()["runs"], together->loop.totals().runs) << name;
  }
}

TEST_F(FleetTest, ABudgetOfRunsIsKept) {
  auto few = start({.program = mid}, "few");
  EXPECT_EQ(few->explore({.runs = 4}), End::runs);
  EXPECT_EQ(few->loop.totals().runs, 4u);
}

TEST_F(FleetTest, ATargetThatCannotBeHadEndsTheExploration) {
  Case setup{.program = mid};
  setup.options.start = [](base::Context&) -> base::Result<std::unique_ptr<target::Target>> {
    return base::environment_error("There is no second target.");
  };
  auto broken = start(setup, "broken");
  const auto end = broken->loop.explore({}, broken->reports);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().message, "There is no second target.");
  EXPECT_EQ(broken->summary()["runs"], 1u);  // what was found until then is there
}

}  // namespace
}  // namespace cairn::explore
