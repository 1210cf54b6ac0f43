#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "engine/suite/expectations.h"
#include "engine/suite/files.h"
#include "engine/suite/layout.h"
#include "engine/suite/replay.h"

namespace cairn::suite {
namespace {

namespace fs = std::filesystem;
using trace::Ending;

suite::Test test_with(trace::Outcome outcome, std::optional<std::string> output) {
  suite::Test test;
  test.number = 4;
  test.content.path.input.objects.push_back({trace::ObjectKind::standard_input, "stdin", 0, true, 8, {'x'}});
  test.content.path.outcome = outcome;
  test.content.path.output = std::move(output);
  return test;
}

Execute always(Behaviour behaviour) {
  return [behaviour](const trace::Input&) { return base::Result<Behaviour>(behaviour); };
}

TEST(Replay, EqualBehaviourPasses) {
  const auto result = replay(test_with({Ending::exited, 1}, "hi\n"), always({{Ending::exited, 1}, "hi\n"}), {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->test, 4u);
  EXPECT_TRUE(result->differences.empty());
  EXPECT_TRUE(result->output_compared);
}

TEST(Replay, StatusSignalAndOutputAreCompared) {
  const Behaviour good{{Ending::exited, 0}, "a\nb\n"};
  EXPECT_EQ(compare(good, {{Ending::exited, 1}, "a\nb\n"}),
            std::vector<std::string>{"exited with status 1, expected: exited with status 0"});
  EXPECT_EQ(compare(good, {{Ending::signalled, SIGSEGV}, "a\nb\n"}),
            std::vector<std::string>{"ended by SIGSEGV, expected: exited with status 0"});
  EXPECT_EQ(compare(good, {{Ending::exited, 0}, "a\nc\n"}),
            std::vector<std::string>{"output differs in line 2: \"c\\n\", expected: \"b\\n\""});
  EXPECT_EQ(compare(good, {{Ending::exited, 0}, "a\n"}),
            std::vector<std::string>{"output differs in line 2: nothing, expected: \"b\\n\""});
  EXPECT_EQ(compare(good, {{Ending::exited, 0}, ""}),
            std::vector<std::string>{"output differs in line 1: nothing, expected: \"a\\n\""});
  EXPECT_EQ(compare({{Ending::exited, 1}, "x"}, {{Ending::exited, 2}, "y"}).size(), 2u);
}

TEST(Replay, WithoutRecordedOutputTheReferenceBuildSaysWhatIsExpected) {
  const suite::Test test = test_with({Ending::exited, 0}, std::nullopt);
  const auto differs = replay(test, always({{Ending::exited, 0}, "new"}), always({{Ending::exited, 0}, "old"}));
  ASSERT_EQ(differs->differences.size(), 1u);
  // Without either only the outcome can be compared, and the result says so.
  const auto unknown = replay(test, always({{Ending::exited, 0}, "new"}), {});
  EXPECT_TRUE(unknown->differences.empty());
  EXPECT_FALSE(unknown->output_compared);
  // A reference that went another way than the record is not believed.
  const auto stale = replay(test, always({{Ending::exited, 0}, "new"}), always({{Ending::exited, 9}, "old"}));
  EXPECT_FALSE(stale->output_compared);
}

TEST(Replay, OutputOfARunThatWasCutIsNotCompared) {
  EXPECT_TRUE(compare({{Ending::timed_out, 0}, "...."}, {{Ending::timed_out, 0}, ".."}).empty());
}

TEST(Replay, TheBuildIsGivenTheTestsInput) {
  const suite::Test test = test_with({Ending::exited, 0}, "");
  trace::Input given;
  const auto result = replay(test,
                             [&](const trace::Input& input) {
                               given = input;
                               return base::Result<Behaviour>(Behaviour{{Ending::exited, 0}, ""});
                             },
                             {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(given, test.content.path.input);
}

TEST(Replay, AnErrorEndsIt) {
  const auto result =
      replay(test_with({Ending::exited, 0}, ""),
             [](const trace::Input&) -> base::Result<Behaviour> { return base::environment_error("gone"); }, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "gone");
}

class LoadTests : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cairn-tests-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    auto directory = create(root_, {.program = "p", .command = {"p"}, .strategy = "s", .options = "{}"}, false);
    ASSERT_TRUE(directory.ok());
    for (std::uint32_t id = 1; id <= 4; ++id) {
      PathRecord record;
      record.id = id;
      record.kept = id % 2 == 0;
      record.run = 10 * id;
      ASSERT_TRUE((*directory)->add_path(record).ok());
    }
  }
  void TearDown() override { fs::remove_all(root_); }
  fs::path root_;
};

TEST_F(LoadTests, AllRecordedOnesInOrder) {
  std::ofstream(root_ / "tests/000003.test") << "never recorded";
  const auto tests = load_tests(root_);
  ASSERT_TRUE(tests.ok()) << tests.error().message;
  ASSERT_EQ(tests->size(), 2u);
  EXPECT_EQ((*tests)[1].number, 2u);
  EXPECT_EQ((*tests)[1].content.path.id, 4u);
  EXPECT_EQ(load_test(root_, 2)->content.path.run, 40u);
}

// People may edit them, or copy one over another.
TEST_F(LoadTests, WhichPathAFileIsOfIsNotForTheFileToSay) {
  fs::copy_file(root_ / "tests/000002.test", root_ / "tests/000001.test", fs::copy_options::overwrite_existing);
  EXPECT_EQ(load_test(root_, 1)->content.path.id, 2u);
  EXPECT_EQ(load_test(root_, 2)->content.path.id, 4u);
}

TEST_F(LoadTests, ExpectationsAreRecordedOnceAndOnlyForSteadyTests) {
  const std::atomic<bool> stop = false;
  const auto content = [&] { return *read_file(root_ / "tests/000001.test", 1 << 20); };
  const std::string before = content();
  int runs = 0;
  const Execute program = [&](const trace::Input&) {
    ++runs;
    // The first test behaves as when it was found, the second does not.
    return base::Result<Behaviour>(Behaviour{{Ending::exited, runs == 1 ? 0 : 7}, "printed\n"});
  };
  {
    auto directory = open(root_, true);
    ASSERT_TRUE(directory.ok());
    const auto result = record_expectations(**directory, program, 10, stop);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result->recorded, 1u);
    EXPECT_EQ(result->unsteady, 1u);
  }
  EXPECT_EQ(load_test(root_, 1)->content.path.output, "printed\n");
  EXPECT_EQ(load_test(root_, 2)->content.path.output, std::nullopt);
  EXPECT_EQ(content(), before) << "a test file never changes";
  auto directory = open(root_, true);
  runs = 0;
  EXPECT_EQ(record_expectations(**directory, program, 10, stop)->recorded, 1u);  // the second, steady by now
  EXPECT_EQ(runs, 1);
}

TEST_F(LoadTests, ExpectationsStopAtTheLimitAndWhenAsked) {
  const Execute program = always({{Ending::exited, 0}, ""});
  auto directory = open(root_, true);
  ASSERT_TRUE(directory.ok());
  EXPECT_EQ(record_expectations(**directory, program, 10, true)->recorded, 0u);
  EXPECT_EQ(record_expectations(**directory, program, 1, false)->recorded, 1u);
  EXPECT_EQ(load_test(root_, 1)->content.path.output, "");
  EXPECT_EQ(load_test(root_, 2)->content.path.output, std::nullopt);
}

TEST_F(LoadTests, WhatSomebodyEditedIsKnownAndKept) {
  ASSERT_TRUE(record_expectations(**open(root_, true), always({{Ending::exited, 0}, "printed\n"}), 10, false).ok());
  const auto edit = [&](std::uint32_t number, int status, std::optional<std::string> output) {
    TestFile test = read_test(test_path(root_, number)).value();
    test.path.outcome = {Ending::exited, status};
    test.path.output = std::move(output);
    ASSERT_TRUE(write_test(test_path(root_, number), test).ok());
  };
  EXPECT_FALSE(load_test(root_, 1)->edited);
  edit(1, 0, "printed\n");  // what is recorded anyway
  EXPECT_FALSE(load_test(root_, 1)->edited);
  edit(1, 0, "other\n");
  EXPECT_TRUE(load_test(root_, 1)->edited);
  edit(1, 7, std::nullopt);
  EXPECT_TRUE(load_test(root_, 1)->edited);
  EXPECT_EQ(load_test(root_, 1)->content.path.output, "printed\n");

  edit(1, 7, "other\n");
  const auto input = load_test(root_, 2)->content.path.input;
  ASSERT_TRUE(keep_edited(root_, 1, root_, 2).ok());
  const auto kept = load_test(root_, 2);
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_TRUE(kept->edited);
  EXPECT_EQ(kept->content.path.outcome, (trace::Outcome{Ending::exited, 7}));
  EXPECT_EQ(kept->content.path.output, "other\n");
  EXPECT_EQ(kept->content.path.run, 40u);
  EXPECT_EQ(kept->content.path.input, input);
}

TEST_F(LoadTests, MissingAndDamagedFilesGiveAClearSentence) {
  fs::remove(root_ / "tests/000002.test");
  EXPECT_NE(load_tests(root_).error().message.find("000002.test is missing"), std::string::npos);
  std::ofstream(root_ / "tests/000002.test") << "cairn-test 1\npath 4\n";
  EXPECT_NE(load_test(root_, 2).error().message.find("000002.test: line 3: \"run\" expected"), std::string::npos);
  EXPECT_NE(load_test(root_, 9).error().message.find("has no test 9"), std::string::npos);
  EXPECT_EQ(load_test(root_, 9).error().fault, base::Fault::misuse);
}

}  // namespace
}  // namespace cairn::suite
