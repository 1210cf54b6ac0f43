// Mutants: how inputs are changed, which are changed, and what comes of their runs.
#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "engine/explore/corpus.h"
#include "engine/explore/havoc.h"
#include "engine/explore/mutants.h"
#include "harness.h"

namespace cairn::explore {
namespace {

trace::Input text(const std::string& bytes, std::uint32_t capacity = 16) {
  trace::Input input;
  input.objects.push_back(
      {trace::ObjectKind::standard_input, "stdin", 0, true, capacity, {bytes.begin(), bytes.end()}});
  return input;
}

TEST(Havoc, KeepsToTheBounds) {
  base::Rng rng(4);
  expr::Dag dag;
  trace::Input input = text("abc", 8);
  input.objects.push_back({trace::ObjectKind::memory, "fixed", 0, false, 4, {1, 2, 3, 4}});
  std::set<std::size_t> sizes;
  for (int i = 0; i < 5000; ++i) {
    trace::Input other = input;
    havoc(other, text("0123456789abcdef"), Prior(), Vocabulary(dag), rng);
    ASSERT_EQ(other.objects.size(), 2u);
    ASSERT_EQ(other.objects[1].bytes.size(), 4u);
    ASSERT_LE(other.objects[0].bytes.size(), 8u);
    sizes.insert(other.objects[0].bytes.size());
  }
  EXPECT_EQ(sizes.size(), 9u);  // every length from none to the bound
}

TEST(Havoc, TakesBlocksFromTheOtherInputAndRepeatsItsOwn) {
  base::Rng rng(4);
  expr::Dag dag;
  bool foreign = false, repeated = false;
  for (int i = 0; i < 5000; ++i) {
    trace::Input other = text("ab");
    havoc(other, text("WXYZ"), Prior(), Vocabulary(dag), rng);
    const std::string now(other.objects[0].bytes.begin(), other.objects[0].bytes.end());
    foreign |= now.find("WXYZ") != std::string::npos;
    repeated |= now.find("ababab") != std::string::npos;
  }
  EXPECT_TRUE(foreign);
  EXPECT_TRUE(repeated);
}

TEST(Havoc, PutsArgumentsOfTwoInputsTogether) {
  const auto options = [](const std::string& first, const std::string& second) {
    trace::Input input;
    for (const std::string& each : {first, second}) {
      const auto number = static_cast<std::uint32_t>(input.objects.size());
      input.objects.push_back({trace::ObjectKind::argument, "arg", number, false, 4, {each.begin(), each.end()}});
    }
    return input;
  };
  base::Rng rng(4);
  expr::Dag dag;
  int both = 0, moved = 0;
  for (int i = 0; i < 1000; ++i) {
    trace::Input input = options("-abc", "-def");
    havoc(input, options("-uvw", "-xyz"), Prior(), Vocabulary(dag), rng);
    both += input == options("-abc", "-xyz") || input == options("-uvw", "-def") ? 1 : 0;
    moved += input == options("-xyz", "-def") || input == options("-abc", "-uvw") ? 1 : 0;
  }
  EXPECT_GT(both, 50);
  EXPECT_GT(moved, 5);
}

// What stands behind the end of an argument is nobody's, and what follows moves where something is put in.
TEST(Havoc, ChangesArgumentsAsTheTextTheyAre) {
  base::Rng rng(4);
  expr::Dag dag;
  trace::Input input;
  input.objects.push_back({trace::ObjectKind::argument, "arg", 0, false, 8, {'b', 's', '=', '1', 0, 0, 0, 0}});
  std::set<std::string> texts;
  for (int i = 0; i < 5000; ++i) {
    trace::Input other = input;
    havoc(other, input, Prior(), Vocabulary(dag), rng);
    const trace::Object& argument = other.objects[0];
    ASSERT_FALSE(argument.sized);
    ASSERT_EQ(argument.bytes.size(), 8u);
    ASSERT_EQ(argument.capacity, 8u);
    texts.insert(std::string(argument.bytes.begin(), argument.bytes.end()).c_str());
  }
  EXPECT_GT(texts.size(), 1000u);
  for (const char* each : {"", "=1", "bs=", "bs=1bs=1", "bbs=1", "bs=11"}) EXPECT_TRUE(texts.contains(each)) << each;
}

TEST(Havoc, PutsInWordsOfTheProgram) {
  base::Rng rng(4);
  expr::Dag dag;
  dag.equal(dag.input(expr::ByteId(0), 4), dag.constant(0x6c6c756e, 32));
  Vocabulary words(dag);
  words.update();
  int with = 0;
  for (int i = 0; i < 1000; ++i) {
    trace::Input other = text("ab");
    havoc(other, text("cd"), Prior(), words, rng);
    with += std::string(other.objects[0].bytes.begin(), other.objects[0].bytes.end()).find("null") != std::string::npos;
  }
  EXPECT_GT(with, 100);
}

TEST(Havoc, PutsWordsInThePlaceOfAnArgumentAndBehindDashes) {
  base::Rng rng(4);
  expr::Dag dag;
  const std::vector<std::string_view> constants{"help"};
  const Vocabulary words(dag, constants);
  int whole = 0, option = 0;
  for (int i = 0; i < 2000; ++i) {
    trace::Input input;
    input.objects.push_back({trace::ObjectKind::argument, "arg", 0, false, 8, {'a', 'b', 0, 0, 0, 0, 0, 0}});
    havoc(input, input, Prior(), words, rng);
    const std::string now = std::string(input.objects[0].bytes.begin(), input.objects[0].bytes.end()).c_str();
    whole += now == "help" ? 1 : 0;
    option += now == "--help" ? 1 : 0;
  }
  EXPECT_GT(whole, 10);
  EXPECT_GT(option, 10);
}

TEST(Havoc, LeavesAloneWhatHasNothingToChange) {
  base::Rng rng(1);
  expr::Dag dag;
  trace::Input nothing;
  havoc(nothing, nothing, Prior(), Vocabulary(dag), rng);
  EXPECT_TRUE(nothing.objects.empty());
}

TEST(Corpus, PrefersWhatIsRareAndSmall) {
  Corpus corpus(4);
  corpus.add(text("common"), std::vector<program::Feature>{0});
  corpus.add(text("rare, and long"), std::vector<program::Feature>{1});
  corpus.add(text("rare"), std::vector<program::Feature>{1});
  for (int i = 0; i < 10'000; ++i) corpus.count(std::vector<program::Feature>{0});
  base::Rng rng(7);
  int rare = 0, longer = 0;
  for (int i = 0; i < 100; ++i) {
    const trace::Input& first = corpus.pick(rng).first;
    rare += first == text("rare") ? 1 : 0;
    longer += first == text("rare, and long") ? 1 : 0;
  }
  EXPECT_GT(rare, 60);
  EXPECT_LT(longer, 10);
}

// Goes around a loop for every 'a' at the beginning; the fifth brings it to a place of its own. A 'z' there crashes.
void count_letters(FakeRun& run) {
  const Value limit{5, 8, 0};
  std::uint64_t letters = 0;
  for (;;) {
    const auto byte = run.read(0);
    if (!byte) break;
    if (!run.branch(1, run.equal(*byte, 'a'))) {
      if (run.branch(2, run.equal(*byte, 'z')) && letters >= 2) run.crash(SIGSEGV);
      break;
    }
    ++letters;
  }
  run.branch(3, {letters >= limit.value ? 1u : 0u, 1, 0});
}

class MutantsTest : public testing::Test {
 protected:
  std::unique_ptr<program::Program> program = make_program(4);
  FakeTarget recording{count_letters, 8};
  FakeTarget* unrecorded = nullptr;
  expr::Dag dag;
  Mutants mutants{*program, dag, recording,
                  [this]() -> base::Result<std::unique_ptr<target::Target>> {
                    auto made = std::make_unique<FakeTarget>(count_letters, 8);
                    unrecorded = made.get();
                    return std::unique_ptr<target::Target>(std::move(made));
                  },
                  Prior()};
  base::Rng rng{3};

  void offer(const trace::Input& input) {
    const trace::RawRun run = recording.run(input).value();
    mutants.offer(input, run.outcome, run.counters);
  }
};

TEST_F(MutantsTest, RunOnATargetOfTheirOwnThatStartsWithTheFirstBurst) {
  EXPECT_FALSE(mutants.ready());
  offer(text("a"));
  ASSERT_TRUE(mutants.ready());
  EXPECT_EQ(unrecorded, nullptr);
  const Mutants::Burst burst = mutants.burst(rng).value();
  ASSERT_NE(unrecorded, nullptr);
  EXPECT_GT(burst.runs, 0u);
  EXPECT_EQ(unrecorded->inputs.size(), burst.runs);
  EXPECT_EQ(recording.inputs.size(), 1u);
}

TEST_F(MutantsTest, TryTheWordsThatAFlipBeganBeforeAnythingElse) {
  const auto knowing = make_program(4, {"aaaaaa", "zz"});
  Mutants told(*knowing, dag, recording, nullptr, Prior());
  const trace::RawRun known = recording.run(text("b")).value();
  told.offer(text("b"), known.outcome, known.counters);
  told.flipped(1, text("b"), text("a"));
  const Mutants::Burst burst = told.burst(rng).value();
  ASSERT_EQ(burst.found.size(), 1u);
  EXPECT_EQ(burst.found.front(), text("aaaaaa"));
}

TEST_F(MutantsTest, FindWhatAnyNumberOfTurnsLeadsTo) {
  offer(text("a"));
  bool deep = false;
  std::set<std::vector<std::uint8_t>> crashes;
  for (int i = 0; i < 4000; ++i) {
    const Mutants::Burst burst = mutants.burst(rng).value();
    for (const trace::Input& input : burst.found) {
      const auto run = recording.run(input).value();
      deep |= run.counters[6] > 0;
      if (run.outcome.bug()) crashes.insert(input.objects[0].bytes);
      mutants.offer(input, run.outcome, run.counters);
    }
  }
  EXPECT_TRUE(deep);
  EXPECT_GE(crashes.size(), 1u);
  EXPECT_LE(crashes.size(), 3u) << "a crash is handed over once, and for what else is new in its run";
}

// Many runs in one process.
class FakeBatches final : public target::BatchTarget {
 public:
  base::Result<trace::RawRun> run(const trace::Input& input) override { return one_.run(input); }
  base::Result<trace::RawRun> run_for(const trace::Input& input, std::uint32_t) override { return run(input); }
  [[nodiscard]] const target::Modules& modules() const override { return one_.modules(); }
  [[nodiscard]] std::uint32_t batch() const override { return 64; }
  base::Result<std::vector<trace::RawRun>> run_batch(std::span<const trace::Input> inputs) override {
    std::vector<trace::RawRun> runs;
    TRY(runs.emplace_back(), one_.run(inputs.front()));
    return runs;
  }

 private:
  FakeTarget one_{count_letters, 8};
};

TEST_F(MutantsTest, ShortenWhatTheyFindWhereRunsAreCheap) {
  const Mutants::Start start = []() -> base::Result<std::unique_ptr<target::Target>> {
    return std::unique_ptr<target::Target>(std::make_unique<FakeBatches>());
  };
  Mutants quick(*program, dag, recording, start, Prior());
  const trace::Input first = text("a, and fifty bytes that nobody looks at: 0123456789", 64);
  const trace::RawRun known = recording.run(first).value();
  quick.offer(first, known.outcome, known.counters);
  std::set<std::string> found;
  base::Rng draws(5);  // with others "aaz" comes first, a crash, and then "z" shows nothing new
  for (int i = 0; i < 20; ++i) {
    const Mutants::Burst burst = quick.burst(draws).value();
    for (const trace::Input& input : burst.found) {
      found.emplace(input.objects[0].bytes.begin(), input.objects[0].bytes.end());
    }
  }
  EXPECT_TRUE(found.contains("z"));
  EXPECT_TRUE(std::ranges::any_of(found, [](const std::string& each) {
    return each.size() >= 5 && each.find_first_not_of('a') == std::string::npos;
  })) << "five letters or more, and nothing behind them";
}

TEST_F(MutantsTest, WhatNobodyCanRunIsAnError) {
  offer(text("a"));
  ASSERT_TRUE(mutants.burst(rng).ok());
  unrecorded->fail_after = unrecorded->inputs.size();
  EXPECT_FALSE(mutants.burst(rng).ok());
}

TEST(MutantsInALoop, BurstsEndWithTheBudgetAndStandInTheSummary) {
  TemporaryDirectory directory;
  Case setup{.program = count_letters, .places = 4, .strategy = "mutants"};
  setup.options.declared.push_back(text("").objects[0]);
  Exploration run(setup, fresh(directory / "run"));
  EXPECT_EQ(run.explore({.runs = 300}), End::runs);
  const Totals& totals = run.loop.totals();
  EXPECT_EQ(totals.bursts, 300u);
  EXPECT_EQ(totals.mutants, 300u);
  EXPECT_GT(totals.mutants_found, 0u);
  EXPECT_LT(totals.runs, 300u);
  EXPECT_EQ(totals.queries, 0u);
  EXPECT_EQ(run.summary().at("mutants").at("runs"), totals.mutants);
  EXPECT_EQ(run.summary().at("mutants").at("recorded"), totals.mutants_found);
}

}  // namespace
}  // namespace cairn::explore
