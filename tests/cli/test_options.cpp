#include <gtest/gtest.h>

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

TEST(Parse, DefaultsAreThoseOfTheTable) {
  const auto parsed = parse_run({"prog.c"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->options.words, std::vector<std::string>{"prog.c"});
  EXPECT_FALSE(parsed->options.command_given);
  EXPECT_FALSE(parsed->options.time.has_value());
  for (const OptionRow& row : option_table()) {
    if ((row.commands & kRun) == 0) continue;  // cairn unit has a --strategy of its own
    if (row.names == "--strategy") EXPECT_EQ(row.fallback, parsed->options.strategy);
    if (row.names == "--seed") EXPECT_EQ(row.fallback, std::to_string(parsed->options.seed));
    if (row.names == "--timeout") EXPECT_EQ(parse_duration(row.fallback), parsed->options.timeout);
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

TEST(Help, CommandNamesAreUnique) {
  std::set<std::string_view> names;
  for (const Command& command : commands()) {
    EXPECT_TRUE(names.insert(command.name).second);
  }
}

}  // namespace
}  // namespace cairn::cli
