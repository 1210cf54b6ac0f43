// Which bugs are known, and which are fixed.
#include <gtest/gtest.h>

#include <csignal>

#include "engine/explore/update_bugs.h"

namespace cairn::explore {
namespace {

constexpr trace::Outcome kFault{trace::Ending::signalled, SIGSEGV}, kAbort{trace::Ending::signalled, SIGABRT};

suite::BugRecord bug(std::uint32_t path, const char* kind, const char* function, std::uint64_t signature) {
  suite::BugRecord record;
  record.path = path;
  record.kind = kind;
  record.function = function;
  record.file = "a.c";
  record.signature = signature;
  return record;
}

// Input 1 fails in parse() of the old version.
Heritage parse_fails() {
  Heritage heritage;
  OldPath& path = heritage.paths.emplace_back();
  path.record.id = 1;
  path.record.outcome = kFault;
  heritage.bugs.push_back(bug(1, "SIGSEGV", "parse", 10));
  heritage.code = {{"main", 1}, {"parse", 2}, {"emit", 3}};
  return heritage;
}

struct Told {
  bool known = false;
  std::uint64_t fixed = 0;
  bool operator==(const Told&) const = default;
};

// Input 1 shows this one in the new version.
Told tell(const Heritage& heritage, const CodeFacts& code, const suite::BugRecord& now, const trace::Outcome& after,
          bool same_path = true) {
  OldBugs bugs(heritage, code);
  bugs.add(heritage.paths.front(), now.signature, after, same_path);
  return {bugs.known(now), bugs.fixed({&now, 1})};
}

TEST(OldBugs, ARenamedFunctionIsTheSame) {
  const Heritage heritage = parse_fails();
  const CodeFacts renamed{{"main", 1}, {"decode", 2}, {"emit", 3}};
  const suite::BugRecord now = bug(1, "SIGSEGV", "decode", 20);
  EXPECT_EQ(tell(heritage, renamed, now, kFault), (Told{true, 0}));
  EXPECT_EQ(tell(heritage, renamed, now, kFault, false), (Told{false, 0}));
  // Another signal is another bug.
  EXPECT_EQ(tell(heritage, renamed, bug(1, "SIGABRT", "decode", 20), kAbort), (Told{false, 1}));
}

TEST(OldBugs, AnotherFunctionIsNot) {
  const Heritage heritage = parse_fails();
  const suite::BugRecord now = bug(1, "SIGSEGV", "emit", 20);
  // Its input still fails so: the old bug may be there yet.
  EXPECT_EQ(tell(heritage, heritage.code, now, kFault), (Told{false, 0}));
  // It was there before, or the old one still is.
  EXPECT_EQ(tell(heritage, {{"main", 1}, {"emit", 3}}, now, kFault), (Told{false, 0}));
  const CodeFacts added{{"main", 1}, {"parse", 2}, {"emit", 3}, {"decode", 4}};
  EXPECT_EQ(tell(heritage, added, bug(1, "SIGSEGV", "decode", 20), kFault), (Told{false, 0}));
}

TEST(OldBugs, NamesOfCxxAreFoundInLinkedOnes) {
  Heritage heritage = parse_fails();
  heritage.code = {{"main", 1}, {"_ZN4text5parseEi", 2}};
  const suite::BugRecord now = bug(1, "SIGSEGV", "decode", 20);
  EXPECT_EQ(tell(heritage, {{"main", 1}, {"_ZN4text6decodeEi", 2}}, now, kFault), (Told{true, 0}));
  EXPECT_EQ(tell(heritage, {{"main", 1}, {"_ZN4text5parseEi", 2}, {"_ZN4text6decodeEi", 2}}, now, kFault),
            (Told{false, 0}));
}

TEST(OldBugs, FixedWhenNothingShowsIt) {
  const Heritage heritage = parse_fails();
  const OldBugs bugs(heritage, heritage.code);
  EXPECT_EQ(bugs.fixed({}), 1u);
  // Another input, the same place; or only the same function.
  const suite::BugRecord same = bug(7, "SIGSEGV", "parse", 10), moved = bug(7, "SIGSEGV", "parse", 11);
  EXPECT_TRUE(bugs.known(same));
  EXPECT_EQ(bugs.fixed({&same, 1}), 0u);
  EXPECT_FALSE(bugs.known(moved));
  EXPECT_EQ(bugs.fixed({&moved, 1}), 0u);
}

}  // namespace
}  // namespace cairn::explore
