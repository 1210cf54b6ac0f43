#include <gtest/gtest.h>

#include "cli/compile.h"
#include "cli/hexdump.h"
#include "cli/status.h"
#include "cli/summary.h"

namespace cairn::cli {
namespace {

std::vector<std::uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Hexdump, ShowsOffsetsBytesAndText) {
  EXPECT_EQ(hexdump(bytes("hello, world\nfoo")),
            "  000000   68 65 6c 6c 6f 2c 20 77  6f 72 6c 64 0a 66 6f 6f  |hello, world.foo|\n");
  const std::string two = hexdump(bytes("ab"));
  EXPECT_EQ(two.find("61 62 "), hexdump(bytes("hello, world\nfoo")).find("68 65 "));
  EXPECT_EQ(two.find("|ab|"), hexdump(bytes("hello, world\nfoo")).find("|hello"));
  EXPECT_EQ(hexdump({}), "");
}

TEST(Hexdump, FoldsRepetition) {
  const std::string text = hexdump(std::vector<std::uint8_t>(160, 0));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_NE(text.find("\n  *\n  000090"), std::string::npos);
}

TEST(Hexdump, ExcerptsAreShortAndPrintable) {
  EXPECT_EQ(excerpt(bytes("a\x01z"), 8), "a.z");
  EXPECT_EQ(excerpt(bytes("0123456789"), 8), "01234...");
}

explore::Progress progress() {
  explore::Progress progress;
  progress.totals.seconds = 10;
  progress.totals.runs = 1000;
  progress.totals.paths = 1;
  progress.totals.tests = 7;
  progress.totals.solver_seconds = 2.5;
  progress.totals.divergences = 17;
  progress.coverage.branches = {3, 4};
  progress.coverage.lines = {9, 10};
  progress.open = 12;
  progress.runs_per_second = 99.6;
  return progress;
}

TEST(Status, OneLineSaysItAll) {
  EXPECT_EQ(status_text(progress()), "10s 1000 runs 100/s, 1 path, 7 tests, 3/4 branches, 12 open, 0 bugs, solver 25%");
}

TEST(Closing, SaysWhatWasFoundWhereItIsAndHowToGoOn) {
  Closing closing{.out = "/some/where", .end = explore::End::time, .progress = progress()};
  closing.bugs.push_back({1, 3, "SIGSEGV", "parse", "packet.c", 41, 0});
  const std::string text = closing_text(closing);
  for (const char* part :
       {"the time is used up after 10.0 s: 1000 runs, 1 paths", "3 of 4 (75.0 %)", "7 in /some/where/tests",
        "SIGSEGV in parse (packet.c:41)  /some/where/bugs/000001.test", "17 of 1000 runs", "cairn show /some/where",
        "cairn replay /some/where", "cairn resume /some/where"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("lost"), std::string::npos);
  closing.end = explore::End::explored;
  closing.progress.totals.symbolic_loss = 2;
  EXPECT_EQ(closing_text(closing).find("cairn resume"), std::string::npos);
  EXPECT_NE(closing_text(closing).find("lost         2"), std::string::npos);
}

TEST(Closing, WhatCutTheSearchIsSaid) {
  Closing closing{.out = "/o", .end = explore::End::explored, .progress = progress()};
  closing.progress.open = 0;
  EXPECT_EQ(closing_text(closing).find("explored everything after"), 0u);
  for (auto* const deeper : {&closing.progress.open, &closing.progress.beyond_depth}) {
    *deeper = 3;
    EXPECT_EQ(closing_text(closing).find("explored everything within reach"), 0u);
    EXPECT_NE(closing_text(closing).find("bounded      3 sides"), std::string::npos);
    *deeper = 0;
  }
  for (auto* const left : {&closing.progress.unknown, &closing.progress.diverged, &closing.progress.beyond_cap}) {
    *left = 1;
    EXPECT_EQ(closing_text(closing).find("explored everything within reach"), 0u);
    *left = 0;
  }
  closing.progress.totals.timeouts = 1;
  EXPECT_EQ(closing_text(closing).find("explored everything within reach"), 0u);
  EXPECT_NE(closing_text(closing).find("timeouts     1 runs"), std::string::npos);
  EXPECT_EQ(closing_text(closing).find("bounded"), std::string::npos);
}

TEST(Closing, WhatALongerTryOfTheSolverDecidedIsNotUndecided) {
  Closing closing{.out = "/o", .end = explore::End::explored, .progress = progress()};
  closing.progress.open = 0;
  closing.progress.totals.unknown = 3;
  EXPECT_EQ(closing_text(closing).find("explored everything after"), 0u);
  EXPECT_EQ(closing_text(closing).find("undecided"), std::string::npos);
  closing.progress.unknown = 1;
  EXPECT_NE(closing_text(closing).find("undecided    3 queries"), std::string::npos);
}

TEST(Closing, RecordingsThatMakeNoSenseAreNotPassedOver) {
  Closing closing{.out = "/o", .end = explore::End::explored, .progress = progress()};
  closing.progress.open = 0;
  EXPECT_EQ(closing_text(closing).find("corrupted"), std::string::npos);
  closing.progress.totals.corrupted = 3;
  EXPECT_NE(closing_text(closing).find("corrupted    3 runs"), std::string::npos);
  EXPECT_NE(closing_text(closing).find("explored everything within reach"), std::string::npos);
}

TEST(Closing, ARunWithoutSymbolicInputSaysHowToGetSome) {
  Closing closing{.out = "/o", .progress = progress()};
  EXPECT_EQ(closing_text(closing).find("--stdin"), std::string::npos);
  closing.inputs_known = false;
  EXPECT_NE(closing_text(closing).find("--stdin"), std::string::npos);
}

TEST(Closing, AProgramThatEndsBeforeItLooksAtItsInputIsNoSuccess) {
  Closing closing{.out = "/o", .progress = progress()};
  EXPECT_EQ(closing_text(closing).find("depended on its input"), std::string::npos);
  closing.undecided = trace::Outcome{trace::Ending::exited, 1};
  EXPECT_NE(closing_text(closing).find("it exited with status 1. If"), std::string::npos);
  EXPECT_NE(closing_text(closing).find("--sandbox off"), std::string::npos);
  closing.undecided = trace::Outcome{};
  EXPECT_EQ(closing_text(closing).find("--sandbox off"), std::string::npos);
}

TEST(Closing, SaysWhereTheTimeWent) {
  Closing closing{.out = "/o", .progress = progress()};
  closing.progress.totals.running_seconds = 2;
  closing.progress.totals.solver_seconds = 6;
  closing.progress.totals.decoding_seconds = 1;
  closing.progress.totals.strategy_seconds = closing.progress.totals.keeping_seconds = 0;
  EXPECT_NE(closing_text(closing).find("60 % solving, 20 % running, 10 % decoding"), std::string::npos);
  closing.progress.totals.seconds = 0.1;
  EXPECT_EQ(closing_text(closing).find("% solving"), std::string::npos);
}

TEST(Closing, PathsAreWrittenAsOneWouldTypeThem) {
  EXPECT_EQ(typed(std::filesystem::current_path() / "cairn-out/p"), "cairn-out/p");
  EXPECT_EQ(typed("/a b/it's"), "'/a b/it'\\''s'");
  EXPECT_EQ(typed("-o/tests"), "./-o/tests") << "would be an option";
  EXPECT_EQ(typed("-a b"), "'./-a b'");
}

TEST(Compile, SourcesAreKnownByTheirSuffix) {
  for (const char* name : {"a.c", "x/a.cc", "a.cpp", "a.cxx", "a.C"}) EXPECT_TRUE(is_source(name)) << name;
  for (const char* name : {"a", "a.o", "a.h", "./c", "a.c.bak"}) EXPECT_FALSE(is_source(name)) << name;
}

}  // namespace
}  // namespace cairn::cli
