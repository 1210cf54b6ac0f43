#include <gtest/gtest.h>

#include <csignal>

#include "engine/base/rng.h"
#include "engine/suite/test_file.h"

namespace cairn::suite {
namespace {

using trace::Ending;
using trace::ObjectKind;

TestFile example() {
  TestFile test;
  test.path = {.id = 12,
               .input = {.objects = {{ObjectKind::standard_input, "stdin", 0, true, 64, {'h', 'i', '\n', '"', '\\', 7}},
                                     {ObjectKind::memory, "x", 1, false, 4, {0, 255, 1, 254}}}},
               .outcome = {Ending::exited, 3},
               .run = 57,
               .seconds = 1.25,
               .new_sides = 3,
               .kept = true};
  return test;
}

constexpr const char* kExample = R"(cairn-test 1
path 12
run 57
seconds 1.250
new-sides 3
outcome exited 3
object stdin "stdin" 0 size 6 sized up to 64
  "hi\n"
  "\"\\\x07"
object memory "x" 1 size 4 fixed
  hex 00 ff 01 fe
end
)";

TestFile random_test(base::Rng& rng) {
  TestFile test;
  test.path.id = static_cast<std::uint32_t>(rng.next());
  test.path.run = rng.next();
  test.path.seconds = static_cast<double>(rng.below(1000000)) / 8;
  test.path.new_sides = static_cast<std::uint32_t>(rng.below(100));
  test.path.kept = true;
  test.path.outcome.ending = static_cast<Ending>(rng.below(4));
  if (test.path.outcome.ending <= Ending::signalled) test.path.outcome.code = static_cast<int>(rng.below(64));
  const auto content = [&](std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    const std::uint64_t taste = rng.below(3);
    for (auto& byte : bytes) {
      byte = static_cast<std::uint8_t>(taste == 0 ? rng.next() : taste == 1 ? ' ' + rng.below(95) : rng.below(40) / 39);
    }
    return bytes;
  };
  for (std::uint64_t i = rng.below(4); i > 0; --i) {
    trace::Object object;
    object.kind = static_cast<ObjectKind>(rng.below(CAIRN_OBJECT_KIND_COUNT));
    const auto name = content(rng.below(CAIRN_NAME_SIZE));
    object.name.assign(name.begin(), name.end());
    object.ordinal = static_cast<std::uint32_t>(rng.next());
    object.bytes = content(rng.below(300));
    object.sized = rng.coin();
    object.capacity = static_cast<std::uint32_t>(object.bytes.size() + (object.sized ? rng.below(9) : 0));
    test.path.input.objects.push_back(object);
  }
  if (rng.coin()) {
    const auto output = content(rng.below(200));
    test.path.output.emplace(output.begin(), output.end());
  }
  if (rng.coin()) test.bug = BugRecord{.kind = "SIGSEGV", .function = "a \"b\"", .file = "x\ny.c", .line = 7};
  return test;
}

TEST(TestFile, IsReadableText) { EXPECT_EQ(format_test(example()), kExample); }

TEST(TestFile, ReadsBackWhatWasWritten) {
  const auto test = parse_test(kExample);
  ASSERT_TRUE(test.ok());
  EXPECT_EQ(*test, example());
}

TEST(TestFile, LinesMayEndAsSomeEditorsWriteThem) {
  std::string text = kExample;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\r\n");
  const auto test = parse_test(text);
  ASSERT_TRUE(test.ok()) << test.error().message;
  EXPECT_EQ(*test, example());
}

TEST(TestFile, RandomTestsSurviveTheRoundTrip) {
  base::Rng rng(5);
  for (int i = 0; i < 3000; ++i) {
    const TestFile test = random_test(rng);
    const std::string text = format_test(test);
    for (const char c : text) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
    const auto back = parse_test(text);
    ASSERT_TRUE(back.ok()) << back.error().message << "\n" << text;
    ASSERT_EQ(*back, test);
  }
}

TEST(TestFile, LongStretchesOfZerosTakeOneLine) {
  TestFile test = example();
  test.path.input.objects = {{ObjectKind::buffer, "data", 0, true, 100000, std::vector<std::uint8_t>(100000, 0)}};
  EXPECT_NE(format_test(test).find("\n  zeros 100000\n"), std::string::npos);
  EXPECT_LT(format_test(test).size(), 200u);
}

TEST(TestFile, AFileCutShortIsNeverATest) {
  const std::string text = kExample;
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(parse_test(text.substr(0, size)).ok()) << size;
  EXPECT_FALSE(parse_test(text + "\n").ok());
  EXPECT_FALSE(parse_test(text + "end\n").ok());
}

TEST(TestFile, ErrorsNameTheLine) {
  const auto changed = [](std::string from, std::string to) {
    std::string text = kExample;
    text.replace(text.find(from), from.size(), to);
    const auto test = parse_test(text);
    return test.ok() ? std::string("accepted") : test.error().message;
  };
  EXPECT_EQ(changed("cairn-test 1", "cairn-test 9"), "it is a test of another version of cairn");
  EXPECT_EQ(changed("cairn-test 1", "#!/bin/sh"), "it is not a test of cairn");
  EXPECT_EQ(changed("run 57", "run -1"), "line 3: a number expected");
  EXPECT_EQ(changed("run 57", "run"), "line 3: a number expected");
  EXPECT_EQ(changed("run 57", "ran 57"), "line 3: \"run\" expected");
  EXPECT_EQ(changed("seconds 1.250", "seconds nan"), "line 4: a number expected");
  EXPECT_EQ(changed("exited 3", "exploded"), "line 6: exited, signalled, timed-out or rejected expected");
  EXPECT_EQ(changed("exited 3", "exited 256"), "line 6: an exit status expected");
  EXPECT_EQ(changed("object stdin", "object dream"), "line 7: a kind of object expected");
  EXPECT_EQ(changed("\"stdin\"", "stdin"), "line 7: a name in quotes expected");
  EXPECT_EQ(changed("size 6 sized", "size 7 sized"), "line 10: 1 more bytes of content expected");
  EXPECT_EQ(changed("size 6 sized", "size 5 sized"), "line 9: content expected that fits into 5 bytes");
  EXPECT_EQ(changed("up to 64", "up to 5"), "line 7: a capacity of at least the size expected");
  EXPECT_EQ(changed("\\x07", "\\q"), "line 9: content expected that fits into 6 bytes");
  EXPECT_EQ(changed("00 ff", "0 0ff"), "line 11: content expected that fits into 4 bytes");
  EXPECT_EQ(changed("hex 00 ff 01 fe", "zeros 4000000000"), "line 11: content expected that fits into 4 bytes");
}

TEST(TestFile, HostileTextNeverBreaksTheParser) {
  base::Rng rng(6);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = rng.coin() ? kExample : format_test(random_test(rng));
    for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
      const std::size_t at = rng.below(text.size());
      switch (rng.below(3)) {
        case 0:
          text[at] = static_cast<char>(rng.next());
          break;
        case 1:
          text.erase(at, rng.below(20));
          break;
        default:
          text.insert(at, text.substr(rng.below(text.size()), rng.below(20)));
      }
    }
    const auto test = parse_test(text);
    if (!test.ok()) continue;
    ++accepted;
    // Whatever was accepted has one meaning.
    const auto again = parse_test(format_test(*test));
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->path.input, test->path.input);
  }
  EXPECT_GT(accepted, 0);
}

TEST(TestFile, OutcomesInWords) {
  EXPECT_EQ(describe({Ending::exited, 2}), "exited with status 2");
  EXPECT_EQ(describe({Ending::signalled, SIGSEGV}), "ended by SIGSEGV");
  EXPECT_EQ(describe({Ending::timed_out, 0}), "timed out");
}

}  // namespace
}  // namespace cairn::suite
