#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/inputs.h"
#include "cli/parse.h"
#include "engine/target/choices.h"
#include "engine/target/command_line.h"

namespace cairn::cli {
namespace {

using trace::ObjectKind;
using Words = std::vector<std::string>;

base::Result<Inputs> declared(const Words& options, const Words& command = {"./p"}) {
  const auto parsed = parse(*find_command("run"), options);
  if (!parsed.ok()) return parsed.error();
  return inputs_of(parsed->options, command);
}

std::string error_of(const Words& options, const Words& command = {"./p"}) {
  const auto inputs = declared(options, command);
  if (inputs.ok()) return "accepted";
  EXPECT_EQ(inputs.error().fault, base::Fault::misuse);
  return inputs.error().message;
}

TEST(Inputs, OptionsBecomeObjectsInTheirOrder) {
  const auto inputs = declared({"--arg", "3", "--file", "A", "8", "--args", "1", "3",       "2", "--env", "HOME", "4",
                                "--arg", "5", "--file", "B", "9", "--fail", "2", "--stdin", "7"});
  ASSERT_TRUE(inputs.ok()) << inputs.error().message;
  std::vector<std::pair<ObjectKind, std::uint32_t>> seen;
  for (const trace::Object& object : inputs->declared) seen.emplace_back(object.kind, object.capacity);
  using K = ObjectKind;
  EXPECT_EQ(seen, (std::vector<std::pair<K, std::uint32_t>>{{K::standard_input, 7},
                                                            {K::argument, 3},
                                                            {K::file, 8},
                                                            {K::choice, 2},
                                                            {K::argument, 2},
                                                            {K::argument, 2},
                                                            {K::argument, 2},
                                                            {K::environment, 4},
                                                            {K::argument, 5},
                                                            {K::file, 9},
                                                            {K::choice, 4},
                                                            {K::choice, 4}}));
  EXPECT_EQ(target::group_of(inputs->declared[3]), (target::ArgumentGroup{1, 1, 3}));
  EXPECT_EQ(inputs->declared[8].ordinal, 4u);
}

TEST(Inputs, KleesSpellingsStandAmongTheArguments) {
  const auto inputs = declared({}, {"./p", "-x", "--sym-arg", "3", "y", "-sym-args", "0", "2", "4", "--sym-files", "2",
                                    "8", "--sym-stdin", "5", "--sym-stdout"});
  ASSERT_TRUE(inputs.ok()) << inputs.error().message;
  EXPECT_EQ(inputs->command, (Words{"./p", "-x", "@arg", "y", "@arg", "@arg"}));
  ASSERT_EQ(inputs->declared.size(), 7u);
  EXPECT_EQ(inputs->declared[4].name, "A");
  EXPECT_EQ(inputs->declared[5].name, "B");
  EXPECT_EQ(inputs->declared[6].kind, ObjectKind::standard_input);
}

TEST(Inputs, NonsenseIsNamedInOneSentence) {
  EXPECT_EQ(error_of({"--arg", "0"}), "--arg wants a whole number from 1 to 65536, not \"0\"");
  EXPECT_EQ(error_of({"--arg", "99999999999999999999"}),
            "--arg wants a whole number from 1 to 65536, not \"99999999999999999999\"");
  EXPECT_EQ(error_of({"--args", "3", "2", "1"}), "--args 3 2: the least number is larger than the most");
  EXPECT_EQ(error_of({"--args", "1", "2"}), "--args wants MIN MAX N; see cairn run --help");
  EXPECT_EQ(error_of({"--args", "0", "900", "1", "--args", "0", "200", "1"}),
            "more than 1000 symbolic arguments are too many");
  EXPECT_EQ(error_of({"--args", "9", "9", "65536"}), "the symbolic inputs may have 524288 bytes together, not 589824");
  EXPECT_EQ(error_of({"--file", "a/b", "1"}), "--file wants a name of 1 to 47 characters without /, not \"a/b\"");
  EXPECT_EQ(error_of({"--file", ".", "1"}), "--file .: that is a directory; a symbolic file needs another name");
  EXPECT_EQ(error_of({"--file", "A", "-1"}), "--file wants a whole number from 0 to 524288, not \"-1\"");
  EXPECT_EQ(error_of({"--file", "A", "1", "--file", "A", "2"}), "--file A is given more than once");
  EXPECT_EQ(error_of({"--env", "A=B", "1"}), "--env wants a name of 1 to 47 characters without =, not \"A=B\"");
  EXPECT_EQ(error_of({}, {"./p", "--sym-args", "1"}), "--sym-args wants 3 numbers behind it");
  EXPECT_EQ(error_of({"--stdin", "3"}, {"./p", "--sym-stdin", "4"}),
            "standard input is declared by --stdin and by --sym-stdin");
  EXPECT_EQ(error_of({}, {"./p", "--sym-stdin", "2", "--sym-stdin", "5"}), "--sym-stdin is given more than once");
  EXPECT_EQ(error_of({"--env", "caf\xe9", "1"}), "--env wants a name in UTF-8, not \"caf\xe9\"");
}

TEST(Inputs, SeedsNeedADirectoryAndAPlace) {
  const auto inputs = declared({"--stdin", "3"});
  EXPECT_EQ(seeds_of("/nowhere", inputs->declared).error().message, "--seeds wants a directory, and /nowhere is none");
  EXPECT_EQ(seeds_of("/", {}).error().message, "--seeds needs an input to fill; add --stdin, --file or --arg");
}

TEST(Inputs, ArgumentsThatSeedsFillAreThere) {
  char folder[] = "/tmp/cairn-seeds-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  std::ofstream(std::filesystem::path(folder) / "seed") << "magic";
  const auto given = [&](const Words& options) {
    const auto seeds = seeds_of(folder, declared(options)->declared);
    const target::CommandLine line = *target::CommandLine::resolve({"/bin/true"});
    const Words words = line.invocation(seeds->front()).arguments;
    return Words(words.begin() + 1, words.end());
  };
  EXPECT_EQ(given({"--args", "0", "3", "8"}), Words{"magic"});
  EXPECT_EQ(given({"--args", "2", "3", "8"}), (Words{"magic", ""}));
  EXPECT_EQ(given({"--arg", "8", "--args", "0", "2", "8"}), Words{"magic"});
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cairn::cli
