#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "cli/duration.h"
#include "cli/help.h"
#include "cli/parse.h"

namespace cairn::cli {
namespace {

base::Result<Parsed> parse_run(std::vector<std::string> words) { return parse(*find_command("run"), words); }

std::string error_of(std::vector<std::string> words) {
  const auto parsed = parse_run(std::move(words));
  if (parsed.ok()) return "accepted";
  EXPECT_EQ(parsed.error().fault, base::Fault::misuse);
  return parsed.error().message;
}

TEST(Duration, UnitsAreSecondsMinutesHours) {
  EXPECT_EQ(parse_duration("60s"), 60);
  EXPECT_EQ(parse_duration("5m"), 300);
  EXPECT_EQ(parse_duration("1h"), 3600);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("250ms"), 0.25);
  EXPECT_EQ(parse_duration("7"), 7);
}

TEST(Duration, EverythingElseIsRefused) {
  for (const char* text : {"", "s", "-1s", "0", "0s", "5x", "5 s", "1h30m", "nan", "inf", "1e3", "99999999h", "5ss"}) {
    EXPECT_FALSE(parse_duration(text).has_value()) << text;
  }
}

TEST(Duration, IsWrittenAsItIsRead) {
  for (const char* text : {"90s", "5m", "1h", "250ms", "1.5s"}) EXPECT_EQ(format_duration(*parse_duration(text)), text);
}

TEST(Parse, EveryOptionReachesItsField) {
  const auto parsed = parse_run({"-o",      "dir",       "--time",     "5m",      "--runs", "10",
                                 "--depth", "3",         "--strategy", "x",       "--seed", "18446744073709551615",
                                 "--jobs",  "1",         "--keep-all", "--stdin", "32",     "--sandbox",
                                 "off",     "--timeout", "2s",         "--force", "--",     "./prog",
                                 "--time",  "-x",        "--"});
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  const Options& options = parsed->options;
  EXPECT_EQ(options.out, "dir");
  EXPECT_EQ(options.time, 300);
  EXPECT_EQ(options.runs, 10u);
  EXPECT_EQ(options.depth, 3u);
  EXPECT_EQ(options.strategy, "x");
  EXPECT_EQ(options.seed, UINT64_MAX);
  EXPECT_TRUE(options.keep_all);
  EXPECT_EQ(options.stdin_bytes, 32u);
  EXPECT_EQ(*sandbox_of(options), target::Sandbox::off);
  EXPECT_EQ(options.timeout, 2);
  EXPECT_TRUE(options.force);
  EXPECT_TRUE(options.command_given);
  EXPECT_EQ(options.command, (std::vector<std::string>{"./prog", "--time", "-x", "--"}));
  EXPECT_TRUE(options.words.empty());
}

TEST(Parse, TheSolverIsChosenByNameOrByLayers) {
  const auto parsed = parse_run({"--solver", "ippc", "--solver-layers", "check,z3", "prog.c"});
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed->options.solver, "ippc");
  EXPECT_EQ(parsed->options.solver_layers, "check,z3");
}

// The table says in words what becomes of options that nobody gives: empty texts and fields without a value, that is.
struct ExpectDefault {
  const OptionRow& row;

  void operator()(bool Options::* field) const {
    EXPECT_EQ(row.fallback, "off");
    EXPECT_FALSE(Options().*field);
  }
  void operator()(std::string Options::* field) const {
    if (!(Options().*field).empty()) expect_same(field);
  }
  void operator()(std::uint64_t Options::* field) const { expect_same(field); }
  void operator()(Seconds Options::* field) const { expect_same(field); }
  template <class T>
  void operator()(std::optional<T> Options::* field) const {
    EXPECT_FALSE((Options().*field).has_value());
  }
  void operator()(std::vector<RepeatedOption> Options::*) const {}

 private:
  template <class T>
  void expect_same(T Options::* field) const {
    Options given;
    const auto status = set_option(given, row, std::string(row.fallback));
    EXPECT_TRUE(status.ok());
    EXPECT_EQ(given.*field, Options().*field);
  }
};

TEST(Parse, DefaultsAreThoseOfTheTable) {
  const auto parsed = parse_run({"prog.c"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->options.words, std::vector<std::string>{"prog.c"});
  EXPECT_FALSE(parsed->options.command_given);
  for (const OptionRow& row : option_table()) {
    SCOPED_TRACE(row.names);
    std::visit(ExpectDefault{row}, row.field);
  }
}

TEST(Parse, MistakesAreNamedInOneSentence) {
  EXPECT_EQ(error_of({"--time", "soon"}), "--time wants a time such as 90s, 5m or 1h, not \"soon\"");
  EXPECT_EQ(error_of({"--runs", "0"}), "--runs wants a whole number of at least 1, not \"0\"");
  EXPECT_EQ(error_of({"--runs", "1.5"}), "--runs wants a whole number of at least 1, not \"1.5\"");
  EXPECT_EQ(error_of({"--seed", "18446744073709551616"}), "--seed wants a whole number, not \"18446744073709551616\"");
  EXPECT_EQ(error_of({"--stdin", "9999999"}), "--stdin wants a whole number from 0 to 524288, not \"9999999\"");
  EXPECT_EQ(error_of({"--jobs", "0"}), "--jobs wants a whole number from 1 to 64, not \"0\"");
  EXPECT_EQ(error_of({"--time"}), "--time wants a value; see cairn run --help");
  EXPECT_EQ(error_of({"--time", "1s", "--time", "2s"}), "--time is given more than once; see cairn run --help");
  EXPECT_EQ(error_of({"--timeout", "1001h"}), "--timeout wants a time of at most 1000h, not \"1001h\"");
  EXPECT_EQ(error_of({"--tiem", "1s"}), "cairn run has no option --tiem; see cairn run --help");
  EXPECT_EQ(error_of({"--keep-all=3"}), "--keep-all takes no value; see cairn run --help");
  EXPECT_EQ(error_of({"-x"}), "cairn run has no option -x; see cairn run --help");
}

TEST(Parse, OptionsOfOtherCommandsAreUnknown) {
  const auto parsed = parse(*find_command("show"), {"--force", "OUT"});
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().message, "cairn show has no option --force; see cairn show --help");
}

TEST(Parse, SandboxModes) {
  Options options;
  EXPECT_EQ(*sandbox_of(options), std::nullopt);
  options.sandbox = "jail";
  EXPECT_EQ(sandbox_of(options).error().fault, base::Fault::misuse);
}

TEST(Help, EveryCommandTeachesWithAnExample) {
  for (const Command& command : commands()) {
    const std::string text = usage(command);
    EXPECT_NE(text.find("Example"), std::string::npos) << command.name;
    EXPECT_NE(text.find("cairn " + std::string(command.name)), std::string::npos);
    EXPECT_NE(overview().find(command.name), std::string::npos);
    EXPECT_TRUE(parse(command, {"--help"})->help) << command.name;
    for (const OptionRow& row : option_table()) {
      const std::string option(row.names.substr(row.names.rfind(',') + 1));
      if ((row.commands & command.set) != 0) {
        EXPECT_NE(text.find(option), std::string::npos) << command.name << option;
        EXPECT_NE(reference().find("`" + std::string(row.names.substr(0, row.names.find(',')))), std::string::npos);
      }
    }
  }
}

TEST(Help, BenchHasDefaultsOfItsOwn) {
  const std::string text = usage(*find_command("bench"));
  for (const char* part : {"[cairn-out/bench-PROGRAM, or -NAME of --set]", "[run: 60s without --runs]",
                           "[strategies: 1000 without --time]"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  for (const char* part : {"[cairn-out/PROGRAM]", "[60s]"}) {
    EXPECT_EQ(text.find(part), std::string::npos) << part;
  }
}

TEST(Help, TheReferenceIsUpToDate) {
  std::ifstream in(std::filesystem::path(CAIRN_SOURCE_DIRECTORY) / "docs" / "command-line.md");
  const std::string page((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_EQ(page, reference()) << "cairn help --markdown >docs/command-line.md";
}

TEST(Help, CommandNamesAreUnique) {
  std::set<std::string_view> names;
  for (const Command& command : commands()) {
    EXPECT_TRUE(names.insert(command.name).second);
  }
}

}  // namespace
}  // namespace cairn::cli
