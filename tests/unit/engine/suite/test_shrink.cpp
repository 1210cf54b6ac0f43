#include <gtest/gtest.h>

#include <string>

#include "engine/suite/shrink.h"

namespace cairn::suite {
namespace {

trace::Object object(trace::ObjectKind kind, bool sized, const std::string& bytes) {
  return {kind, "it", 0, sized, 64, {bytes.begin(), bytes.end()}};
}

trace::Input text(const std::string& bytes) { return {{object(trace::ObjectKind::standard_input, true, bytes)}}; }

std::string of(const trace::Input& input, std::size_t i = 0) {
  return {input.objects[i].bytes.begin(), input.objects[i].bytes.end()};
}

// Serves as long as the text has these letters in this order.
Try with(const std::string& letters, int* tries = nullptr) {
  return [=](const trace::Input& input) -> base::Result<Trial> {
    if (tries != nullptr) ++*tries;
    std::size_t next = 0;
    for (const char c : of(input)) next += next < letters.size() && c == letters[next] ? 1 : 0;
    return next == letters.size() ? Trial::serves : Trial::fails;
  };
}

TEST(Shrink, TakesAwayWhatIsNotNeeded) {
  trace::Input input = text("some {text} with [brackets] and so on");
  ASSERT_TRUE(drop_bytes(input, with("{[]")).ok());
  EXPECT_EQ(of(input), "{[]");
}

TEST(Shrink, TakesLargeBlocksFirst) {
  trace::Input input = text(std::string(4096, 'x') + "!");
  int tries = 0;
  ASSERT_TRUE(shrink(input, with("!", &tries)).ok());
  EXPECT_EQ(of(input), "!");
  EXPECT_LT(tries, 100);
}

TEST(Shrink, MakesPlainWhatMayBeAnything) {
  trace::Input input = text("ab!cd");
  const Try four = [](const trace::Input& tried) -> base::Result<Trial> {
    const std::string now = of(tried);
    return now.size() == 5 && now[2] == '!' ? Trial::serves : Trial::fails;
  };
  ASSERT_TRUE(shrink(input, four).ok());
  EXPECT_EQ(of(input), "00!00");
}

TEST(Shrink, KeepsTheSizeOfWhatHasOne) {
  trace::Input input{{object(trace::ObjectKind::memory, false, "\x12\x34\x56\x78")}};
  const Try third = [](const trace::Input& tried) -> base::Result<Trial> {
    return tried.objects[0].bytes.size() == 4 && tried.objects[0].bytes[2] == 0x56 ? Trial::serves : Trial::fails;
  };
  ASSERT_TRUE(shrink(input, third).ok());
  EXPECT_EQ(of(input), std::string("\0\0\x56\0", 4));
}

TEST(Shrink, TakesLettersOutOfStringsOfAFixedRoom) {
  const std::string room("--all x\0\0\0", 10);
  trace::Input input{{object(trace::ObjectKind::argument, false, room)}};
  EXPECT_EQ(size_of(input), 7u);
  ASSERT_TRUE(shrink(input, with("-a")).ok());
  EXPECT_EQ(of(input), std::string("-a\0\0\0\0\0\0\0\0", 10));
  EXPECT_EQ(size_of(input), 2u);
}

TEST(Shrink, StopsWhenItIsTold) {
  trace::Input input = text("abcdefgh!");
  int left = 2;
  const Try twice = [&](const trace::Input& tried) -> base::Result<Trial> {
    if (left-- == 0) return Trial::stop;
    return with("!")(tried);
  };
  ASSERT_TRUE(shrink(input, twice).ok());
  EXPECT_EQ(left, -1) << "nothing is tried behind that";
  EXPECT_LT(of(input).size(), 9u);
  EXPECT_EQ(of(input).back(), '!');
}

TEST(Shrink, LeavesTheInputThatServedWhenNothingMoreCanBeTried) {
  trace::Input input = text("abcd!");
  int left = 1;
  const Try once = [&](const trace::Input& tried) -> base::Result<Trial> {
    if (left-- == 0) return base::environment_error("gone");
    return with("!")(tried);
  };
  const auto status = shrink(input, once);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "gone");
  EXPECT_EQ(*with("!")(input), Trial::serves);
}

}  // namespace
}  // namespace cairn::suite
