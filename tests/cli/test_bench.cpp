#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include "cli/bench/contenders.h"
#include "cli/bench/encoding.h"
#include "cli/bench/gcov.h"
#include "cli/bench/harness.h"
#include "cli/bench/ledger.h"
#include "cli/bench/outcome_json.h"
#include "cli/bench/plot.h"
#include "cli/bench/progress.h"
#include "cli/bench/report.h"
#include "cli/bench/store.h"
#include "cli/bench/tool_external.h"

namespace cairn::bench {
namespace {

namespace fs = std::filesystem;

Outcome outcome(const std::string& contender, std::uint32_t repeat, double branches) {
  Outcome made{"prog", contender, repeat, {}, {}, 40, 30, 100, {{"runs", 10}}, {}};
  made.curve = {{1, 0.5, branches / 2, 5}, {10, 2.0, branches, 50}};
  return made;
}

class BenchStore : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/cairn-bench-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    out_ = fs::path(name);
  }
  void TearDown() override { fs::remove_all(out_); }

  fs::path out_;
  std::atomic<bool> stop_ = false;
  std::vector<Subject> subjects_ = {{"prog", "", {{"cairn", "./prog"}}, {}, {}, {}, {}}};
  std::vector<Contender> contenders_ = {{"a", "cairn", "a", {}, {}}, {"b", "cairn", "b", {}, {}}};
};

TEST_F(BenchStore, KeepsOutcomesAsTheyWere) {
  const auto store = Store::open(out_, "{}", false);
  ASSERT_TRUE(store.ok());
  const Cell cell{subjects_[0], contenders_[0], 1};
  EXPECT_FALSE(store->find(cell));
  Outcome made = outcome("a", 1, 20);
  made.covered = {"x.c:3:main:0", "x.c:3:main:1", "x.c:12:usage:0", "y:z.c:4:_ZN1A1fEv:10"};
  ASSERT_TRUE(store->keep(cell, made).ok());
  const auto found = store->find(cell);
  ASSERT_TRUE(found);
  EXPECT_EQ(to_json(*found), to_json(made));
  EXPECT_EQ(found->covered, made.covered);
  EXPECT_EQ(found->branches(), 20);
}

TEST_F(BenchStore, TakesCellsFromALedgerAndAddsToIt) {
  const fs::path file = out_ / "cells.jsonl";
  const Cell cell{subjects_[0], contenders_[0], 1};
  auto store = Store::open(out_ / "first", "{}", false, *Ledger::open(file, {10, {}}));
  ASSERT_TRUE(store.ok());
  ASSERT_TRUE(store->keep(cell, outcome("a", 1, 20)).ok());
  Outcome failed = outcome("b", 1, 0);
  failed.error = "no luck";
  ASSERT_TRUE(store->keep({subjects_[0], contenders_[1], 1}, failed).ok());
  store = Store::open(out_ / "second", "{}", false, *Ledger::open(file, {10, {}}));
  ASSERT_TRUE(store.ok());
  const auto found = store->find(cell);
  ASSERT_TRUE(found);
  EXPECT_EQ(to_json(*found), to_json(outcome("a", 1, 20)));
  EXPECT_FALSE(store->find({subjects_[0], contenders_[0], 2}));
  EXPECT_FALSE(store->find({subjects_[0], contenders_[1], 1}));
  Cell other = cell;
  other.subject.inputs = {"--stdin", "8"};
  EXPECT_FALSE(store->find(other));
  EXPECT_TRUE(Ledger::open(file, {10, {}})->find(cell));
  EXPECT_FALSE(Ledger::open(file, {10, {}}, {"--fail", "1"})->find(cell));
  EXPECT_FALSE(Ledger::open(file, {11, {}})->find(cell));
  EXPECT_FALSE(Ledger::open(file, {{}, 10})->find(cell));
}

TEST_F(BenchStore, RefusesAnotherQuestion) {
  ASSERT_TRUE(Store::open(out_, "{\"runs\": 1}", false).ok());
  EXPECT_TRUE(Store::open(out_, "{\"runs\": 1}", false).ok());
  const auto other = Store::open(out_, "{\"runs\": 2}", false);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().fault, base::Fault::misuse);
  EXPECT_TRUE(Store::open(out_, "{\"runs\": 2}", true).ok());
}

TEST_F(BenchStore, OtherPeoplesDirectoriesAreLeftAlone) {
  fs::create_directories(out_ / "build");
  EXPECT_TRUE(Store::check(out_).ok());
  std::ofstream(out_ / "results.md") << "years of work";
  for (const bool force : {false, true}) {
    const auto refused = Store::open(out_, "{}", force);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("(results.md)"), std::string::npos) << refused.error().message;
  }
}

TEST_F(BenchStore, GoesOnWhereItWasInterrupted) {
  const auto store = Store::open(out_, "{}", false);
  ASSERT_TRUE(store.ok());
  const auto cells = cells_of(subjects_, contenders_, 2);
  ASSERT_EQ(cells.size(), 4u);
  int carried_out = 0;
  const RunCell run = [&](const Cell& cell, const fs::path& work) -> base::Result<Outcome> {
    EXPECT_TRUE(fs::is_empty(work));
    if (++carried_out == 3) stop_ = true;  // during the third
    return outcome(cell.contender.name, cell.repeat, 10);
  };
  auto finished = run_cells(cells, *store, run, {1, 1.0}, stop_);
  ASSERT_TRUE(finished.ok());
  EXPECT_TRUE(finished->stopped);
  EXPECT_EQ(finished->outcomes.size(), 2u);
  stop_ = false;
  carried_out = 100;
  finished = run_cells(cells, *store, run, {1, 1.0}, stop_);
  ASSERT_TRUE(finished.ok());
  EXPECT_FALSE(finished->stopped);
  EXPECT_EQ(finished->outcomes.size(), 4u);
  EXPECT_EQ(carried_out, 102);
}

TEST_F(BenchStore, FailedCellsAreToldAndTriedAgain) {
  const auto store = Store::open(out_, "{}", false);
  ASSERT_TRUE(store.ok());
  const auto cells = cells_of(subjects_, contenders_, 1);
  bool broken = true;
  const RunCell run = [&](const Cell& cell, const fs::path&) -> base::Result<Outcome> {
    Outcome made = outcome(cell.contender.name, cell.repeat, 10);
    if (broken && cell.contender.name == "b") made.error = "no luck";
    return made;
  };
  auto finished = run_cells(cells, *store, run, {}, stop_);
  ASSERT_TRUE(finished.ok());
  const Comparison failed = compare(finished->outcomes, {"prog"}, {"a", "b"});
  EXPECT_EQ(failed.subjects[0].entries[1].failed, 1u);
  EXPECT_NE(to_markdown(failed, {Axis::runs, 10}).find("| b | failed |"), std::string::npos);
  broken = false;
  finished = run_cells(cells, *store, run, {}, stop_);
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(compare(finished->outcomes, {"prog"}, {"a", "b"}).subjects[0].entries[1].failed, 0u);
}

// Each waits until the other has begun, so that one at a time would never end.
TEST_F(BenchStore, CellsSideBySideHaveDirectoriesOfTheirOwn) {
  const auto store = Store::open(out_, "{}", false);
  ASSERT_TRUE(store.ok());
  const auto cells = cells_of(subjects_, contenders_, 1);
  ASSERT_EQ(cells.size(), 2u);
  std::barrier both(2);
  std::set<fs::path> directories;
  std::mutex inserting;
  const RunCell run = [&](const Cell& cell, const fs::path& work) -> base::Result<Outcome> {
    EXPECT_TRUE(fs::is_empty(work));
    {
      const std::lock_guard lock(inserting);
      directories.insert(work);
    }
    both.arrive_and_wait();
    return outcome(cell.contender.name, cell.repeat, 10);
  };
  const auto finished = run_cells(cells, *store, run, {2, {}}, stop_);
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(finished->outcomes.size(), 2u);
  EXPECT_EQ(directories.size(), 2u);
}

TEST_F(BenchStore, AnErrorEndsTheExperimentWhenWhatIsRunningIsDone) {
  const auto store = Store::open(out_, "{}", false);
  ASSERT_TRUE(store.ok());
  const auto cells = cells_of(subjects_, contenders_, 10);
  std::barrier both(2);
  std::atomic<int> begun = 0;
  const RunCell run = [&](const Cell& cell, const fs::path&) -> base::Result<Outcome> {
    if (++begun <= 2) both.arrive_and_wait();
    if (cell.contender.name == "a") return base::environment_error("the disk is full");
    return outcome(cell.contender.name, cell.repeat, 10);
  };
  const auto finished = run_cells(cells, *store, run, {2, {}}, stop_);
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().message, "the disk is full");
  EXPECT_LT(begun, 20);
  EXPECT_TRUE(store->find(cells[1]));  // the one beside it is kept
}

TEST(BenchCompare, BestFirstWithEffectSizes) {
  std::vector<Outcome> outcomes;
  for (std::uint32_t repeat = 1; repeat <= 3; ++repeat) {
    outcomes.push_back(outcome("a", repeat, 10 + repeat));
    outcomes.push_back(outcome("b", repeat, 20 + repeat));
  }
  outcomes[0].covered = {"x:1:0", "x:1:1"};
  outcomes[1].covered = {"x:1:0"};
  const Comparison comparison = compare(outcomes, {"prog"}, {"a", "b"});
  const SubjectTable& table = comparison.subjects.at(0);
  EXPECT_EQ(table.entries[1].branches.mean, 22);
  EXPECT_EQ(table.entries[1].a12, 1);
  EXPECT_NEAR(table.entries[1].p, 0.1, 1e-12);
  EXPECT_EQ(table.entries[0].exclusive, std::vector<std::string>{"x:1:1"});
  EXPECT_TRUE(table.entries[1].exclusive.empty());
  EXPECT_EQ(branches_at(outcomes[0], Axis::runs, 9), 5.5);
  EXPECT_EQ(branches_at(outcomes[0], Axis::runs, 10), 11);
  EXPECT_EQ(branches_at(outcomes[0], Axis::seconds, 0.1), 0);

  const std::string markdown = to_markdown(comparison, {Axis::runs, 10});
  EXPECT_LT(markdown.find("| b | 22.0 ± 1.0 | 55.0 | 73.3 | 21–23 |"), markdown.find("| a | 12.0 ± 1.0 |"));
  EXPECT_NE(to_csv(comparison).find("\nprog,b,3,0,40,30,22.00,1.00,21,23,"), std::string::npos);
  EXPECT_NE(to_json(comparison, {Axis::runs, 10}, "{}").find("\"baseline\": \"a\""), std::string::npos);
}

TEST(BenchPlot, BandsForFewContendersOnly) {
  std::vector<Outcome> outcomes;
  std::vector<std::string> names;
  for (int i = 0; i < 8; ++i) {
    names.push_back("c" + std::to_string(i));
    for (std::uint32_t repeat = 1; repeat <= 2; ++repeat) outcomes.push_back(outcome(names.back(), repeat, 10));
  }
  const Comparison few = compare(outcomes, {"prog"}, {"c0", "c1"});
  const std::string text = script(few.subjects[0], Axis::runs, "d.dat", "it's.svg");
  EXPECT_NE(text.find("filledcurves"), std::string::npos);
  EXPECT_NE(text.find("'it''s.svg'"), std::string::npos);
  const Comparison many = compare(outcomes, {"prog"}, names);
  EXPECT_EQ(script(many.subjects[0], Axis::runs, "d.dat", "x.png").find("filledcurves"), std::string::npos);
}

TEST(BenchGcov, CountsBranchesTakenInOwnFilesAndApartInOthers) {
  const std::string report = R"({"current_working_directory": "/b", "files": [
    {"file": "src/a.c",
     "functions": [{"name": "f", "execution_count": 2}, {"name": "g", "execution_count": 0}],
     "lines": [
       {"line_number": 3, "function_name": "f", "count": 2, "branches": [
         {"count": 2, "throw": false}, {"count": 0, "throw": false}, {"count": 0, "throw": true}]},
       {"line_number": 4, "function_name": "f", "count": 0, "branches": []},
       {"line_number": 9, "function_name": "g", "count": 0, "branches": [
         {"count": 0, "throw": false}, {"count": 0, "throw": false}]}]},
    {"file": "lib/b.c", "functions": [{"name": "h", "execution_count": 1}],
     "lines": [{"line_number": 1, "function_name": "h", "count": 1, "branches": [
       {"count": 1, "throw": false}, {"count": 1, "throw": false}]}]},
    {"file": "/usr/include/c.h", "functions": [],
     "lines": [{"line_number": 1, "count": 1, "branches": [{"count": 1, "throw": false}]}]}]})";
  Coverage coverage;
  ASSERT_TRUE(add_report(report, "/b", {"src/*.c"}, coverage).ok());
  EXPECT_EQ(coverage.own.branches_total, 4u);
  EXPECT_EQ(coverage.own.branches_reachable, 2u);
  EXPECT_EQ(coverage.own.branches, std::set<std::string>{"src/a.c:3:f:0"});
  EXPECT_EQ(coverage.own.lines_total, 3u);
  EXPECT_EQ(coverage.own.lines, 1u);
  EXPECT_EQ(coverage.library.branches.size(), 2u);
  EXPECT_FALSE(add_report("{", "/b", {}, coverage).ok());
}

std::string text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(BenchEncoding, BytesBecomeArgumentsFilesAndStandardInput) {
  const std::string data(
      "\x02one\0second\0\x03"
      "fil"
      "rest",
      18);
  const auto* first = reinterpret_cast<const std::uint8_t*>(data.data());
  const trace::Input input =
      decode({first, data.size()}, {"--args", "0", "2", "4", "--file", "A", "2", "--stdin", "8"});
  ASSERT_EQ(input.objects.size(), 4u);
  EXPECT_EQ(text(input.objects[0].bytes), std::string("one\0", 4));
  EXPECT_EQ(text(input.objects[1].bytes), std::string("seco\0", 5));  // cut; the rest of it goes to the file
  EXPECT_EQ(input.objects[1].ordinal, 1u);
  EXPECT_EQ(input.objects[2].kind, trace::ObjectKind::file);
  EXPECT_EQ(input.objects[3].kind, trace::ObjectKind::standard_input);
}

TEST(BenchEncoding, WhatIsMissingIsEmpty) {
  const trace::Input input = decode({}, {"--arg", "3", "--args", "1", "1", "3", "--env", "X", "3", "--stdin", "8"});
  ASSERT_EQ(input.objects.size(), 4u);
  EXPECT_EQ(text(input.objects[0].bytes), std::string("\0", 1));
  EXPECT_EQ(input.objects[2].name, "X");
  EXPECT_TRUE(input.objects[3].bytes.empty());
}

TEST(BenchEncoding, NamesOfAflsQueueSayWhen) {
  const Found found = found_from_afl_name("id:000012,src:000003,time:1500,execs:4096,op:havoc,rep:2");
  EXPECT_DOUBLE_EQ(found.seconds, 1.5);
  EXPECT_EQ(found.runs, 4096u);
  EXPECT_EQ(found_from_afl_name("id:000000,time:0,execs:0,orig:input").seconds, 0);
}

TEST(BenchContenders, NamesDepthsAndOtherTools) {
  const auto few = contenders_of("cfg,bounded-dfs@14,random-path+covnew", false);
  ASSERT_TRUE(few.ok());
  EXPECT_EQ((*few)[1].strategy, "bounded-dfs");
  EXPECT_EQ((*few)[1].depth, 14u);
  EXPECT_EQ((*few)[2].strategy, "random-path+covnew");
  const auto pruned = contenders_of("bounded-dfs@14:homi", false);
  ASSERT_TRUE(pruned.ok()) << pruned.error().message;
  EXPECT_EQ(pruned->front().strategy, "bounded-dfs");
  EXPECT_EQ(pruned->front().depth, 14u);
  EXPECT_EQ(pruned->front().prune, "homi");
  EXPECT_EQ(contenders_of("random-path+covnew:rounds", false)->front().prune, kRounds);
  EXPECT_EQ(contenders_of("batching:random-path,subpath:4", false)->front().strategy, "batching:random-path");
  const auto both = contenders_of("batching:bounded-dfs@14:homi", false);
  ASSERT_TRUE(both.ok()) << both.error().message;
  EXPECT_EQ(both->front().strategy, "batching:bounded-dfs");
  EXPECT_EQ(both->front().prune, "homi");
  const auto deep = contenders_of("cfg,bounded-dfs@14", false, 5);
  ASSERT_TRUE(deep.ok()) << deep.error().message;
  EXPECT_EQ((*deep)[0].depth, 5u);
  EXPECT_EQ((*deep)[1].depth, 14u);
  EXPECT_NE(contenders_of("cfg:everything", false).error().message.find("--prune is one of"), std::string::npos);
  EXPECT_GE(contenders_of("all", false)->size(), 20u);
  EXPECT_FALSE(contenders_of("cfg,cfg", false).ok());
  EXPECT_FALSE(contenders_of("bounded-dfs@x", false).ok());
  EXPECT_FALSE(contenders_of("nothing", false).ok());
  EXPECT_FALSE(contenders_of("afl", false).ok());
  EXPECT_EQ(contenders_of("afl", true)->front().tool, "afl");
}

TEST(BenchProgress, SaysWhenItWillEnd) {
  EXPECT_EQ(time_left(10, 0, 0, {}), "");
  EXPECT_EQ(time_left(10, 0, 0, {1, 3.0}), "about 30 s left");
  EXPECT_EQ(time_left(100, 2, 20, {1, 3.0}), "about 17 min left");
  EXPECT_EQ(time_left(100, 2, 20, {4, 3.0}), "about 5 min left");
  EXPECT_EQ(time_left(1000, 1, 36, {}), "about 10.0 h left");
}

}  // namespace
}  // namespace cairn::bench
