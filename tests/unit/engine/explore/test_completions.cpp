// Completions: which whole words are tried where a flip has the first letter of them, or a comparison wanted it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/explore/completions.h"

namespace cairn::explore {
namespace {

using trace::ObjectKind;

// Arguments have a fixed size and end with their first zero; a file has a size of its own.
trace::Input argument(std::string text, std::size_t size) {
  text.resize(size);
  trace::Input input;
  input.objects.push_back(
      {ObjectKind::argument, "arg", 0, false, static_cast<std::uint32_t>(size), {text.begin(), text.end()}});
  return input;
}

trace::Input file(const std::string& text, std::uint32_t capacity) {
  trace::Input input;
  input.objects.push_back({ObjectKind::file, "A", 0, true, capacity, {text.begin(), text.end()}});
  return input;
}

std::string text_of(const trace::Input& input) {
  const auto& bytes = input.objects.front().bytes;
  return {bytes.begin(), std::ranges::find(bytes, 0)};
}

class CompletionsTest : public testing::Test {
 protected:
  static constexpr std::string_view kWords[] = {"skip", "seek", "sync,ascii", "count", "--help", "x"};
  Completions completions{kWords};

  std::set<std::string> all() {
    std::set<std::string> texts;
    while (const auto input = completions.next()) texts.insert(text_of(*input));
    return texts;
  }
};

TEST_F(CompletionsTest, PutsInTheWordsThatBeginWithTheByteThatAFlipChanged) {
  completions.flipped(1, argument("a=1", 12), argument("s=1", 12));
  EXPECT_EQ(all(), (std::set<std::string>{"skip=1", "seek=1", "sync,ascii=1"}));
}

TEST_F(CompletionsTest, LeavesWhatStandsBeforeAndBehindTheWord) {
  completions.flipped(1, argument("--a", 12), argument("--c", 12));
  completions.flipped(2, file("if abc then", 32), file("if cbc then", 32));
  EXPECT_EQ(all(), (std::set<std::string>{"--count", "if count then"}));
}

TEST_F(CompletionsTest, KnowsWordsThatBeginWithNoLetter) {
  completions.flipped(1, argument("abc", 12), argument("-bc", 12));
  EXPECT_EQ(all(), std::set<std::string>{"--help"});
}

TEST_F(CompletionsTest, TriesAWordOnceForAConditionalAndAnObject) {
  completions.flipped(1, argument("a", 8), argument("c", 8));
  EXPECT_EQ(all().size(), 1u);
  completions.flipped(1, argument("-a", 8), argument("-c", 8));
  EXPECT_EQ(all().size(), 0u);
  completions.flipped(2, argument("-a", 8), argument("-c", 8));
  completions.flipped(1, file("a", 8), file("c", 8));
  EXPECT_EQ(all(), (std::set<std::string>{"-count", "count"}));
}

TEST_F(CompletionsTest, WaitsForAPlaceWithRoom) {
  completions.flipped(1, argument("-ta", 4), argument("-tc", 4));
  EXPECT_EQ(all().size(), 0u);
  completions.flipped(1, argument("a", 5), argument("c", 5));
  EXPECT_EQ(all(), std::set<std::string>{"count"});
}

// Behind the end of an argument there is nothing to complete, and one letter is no word to complete.
TEST_F(CompletionsTest, LooksAtWhatIsReadOnly) {
  trace::Input behind = argument("a", 8);
  behind.objects.front().bytes[4] = 'c';
  completions.flipped(1, argument("a", 8), behind);
  completions.flipped(2, argument("a", 8), argument("x", 8));
  EXPECT_EQ(all().size(), 0u);
}

TEST_F(CompletionsTest, TakesAFlipThatChangesMuchForNone) {
  completions.flipped(1, argument("aaaaa", 12), argument("ccccc", 12));
  EXPECT_EQ(all().size(), 0u);
}

TEST_F(CompletionsTest, WritesOverBytesOfAFixedSize) {
  trace::Input before;
  before.objects.push_back({ObjectKind::memory, "name", 0, false, 6, {'a', 'b', 'd', 'e', 'f', 'g'}});
  trace::Input after = before;
  after.objects.front().bytes[1] = 'c';
  completions.flipped(1, before, after);
  after = before;
  after.objects.front().bytes[2] = 's';
  completions.flipped(2, before, after);
  const auto first = completions.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(text_of(*first), "acount");
  EXPECT_EQ(all(), (std::set<std::string>{"abskip", "abseek"}));
}

TEST_F(CompletionsTest, PutsInTheWordsThatBeginWithALetterThatWasMissed) {
  completions.missed(1, argument("-xa", 12), 0, 2, 'c');
  completions.missed(2, argument("-x", 12), 0, 2, 's');
  completions.missed(3, argument("-x", 12), 0, 2, 'q');
  EXPECT_EQ(all().size(), 0u) << "no flip points there";
  std::set<std::string> texts;
  while (const auto input = completions.next_missed()) texts.insert(text_of(*input));
  EXPECT_EQ(texts, (std::set<std::string>{"-xcount", "-xskip", "-xseek", "-xsync,ascii"}));
}

TEST_F(CompletionsTest, OfMissedLettersANewConditionalComesFirst) {
  completions.missed(1, argument("a", 12), 0, 0, 's');
  ASSERT_TRUE(completions.next_missed());
  completions.missed(2, argument("ab", 12), 0, 1, 'c');
  const auto next = completions.next_missed();
  ASSERT_TRUE(next);
  EXPECT_EQ(text_of(*next), "acount");
}

TEST_F(CompletionsTest, AWordThatAFlipTriedIsNotTriedForItsLetter) {
  completions.flipped(1, argument("a", 8), argument("c", 8));
  completions.missed(1, argument("a", 8), 0, 0, 'c');
  EXPECT_EQ(all().size(), 1u);
  EXPECT_FALSE(completions.next_missed());
}

// Sizes are bytes of the input too, but of no object's content.
TEST_F(CompletionsTest, AByteBehindTheObjectIsNoPlaceForAWord) {
  completions.missed(1, argument("a", 4), 0, 4, 'c');
  EXPECT_FALSE(completions.next_missed());
}

}  // namespace
}  // namespace cairn::explore
