#include <gtest/gtest.h>

#include "cli/update_text.h"

namespace cairn::cli {
namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(UpdateText, ACompleteSuiteNeedsNoMore) {
  const std::string text = update_text({}, "/out", "");
  EXPECT_TRUE(text.starts_with("up to date after 0.0 s")) << text;
  for (const char* part : {"not complete", "cairn resume", "limits", "patch "}) EXPECT_FALSE(holds(text, part)) << text;
}

TEST(UpdateText, AnIncompleteSuiteMayBeUpToDate) {
  explore::Updated updated;
  updated.report.complete = false;
  for (const bool unchanged : {false, true}) {
    updated.report.unchanged = unchanged;
    const std::string text = update_text(updated, "/out", "");
    EXPECT_TRUE(text.starts_with("up to date")) << text;
    EXPECT_TRUE(holds(text, "the suite is not complete") && holds(text, "cairn resume /out")) << text;
  }
  updated.report.end = explore::End::time;
  const std::string text = update_text(updated, "/out", "");
  EXPECT_TRUE(text.starts_with("stopped by the budget or the user")) << text;
  EXPECT_TRUE(holds(text, "cairn resume /out")) << text;
}

TEST(UpdateText, LimitsInWords) {
  explore::Updated updated;
  updated.report.capped_addresses = 13;
  EXPECT_TRUE(holds(update_text(updated, "/out", ""),
                    "limits       not all values of 13 addresses were tried: a run from nothing may differ\n"));
  updated.report.given_up = 1;
  updated.report.totals.divergences = 2;
  EXPECT_TRUE(holds(update_text(updated, "/out", ""),
                    "not all values of 13 addresses were tried, the solver gave up 1 side of branches, 2 runs went "
                    "another way than expected: "));
}

TEST(UpdateText, WhatWasAskedForIsAnswered) {
  explore::Updated updated;
  updated.patch.emplace();
  updated.report.merged = 3;
  const std::string text = update_text(updated, "/out", "main");
  EXPECT_TRUE(holds(text, "patch        no changed line since main holds code of the program\n")) << text;
  EXPECT_TRUE(holds(text, "0 asked here and by the parts")) << text;
}

}  // namespace
}  // namespace cairn::cli
