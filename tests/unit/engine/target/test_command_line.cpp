// The argv and environment that an input makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/target/choices.h"
#include "engine/target/command_line.h"

namespace cairn::target {
namespace {

namespace fs = std::filesystem;

using trace::ObjectKind;
using Words = std::vector<std::string>;

trace::Object argument(std::uint32_t ordinal, const std::string& text) {
  return {ObjectKind::argument, "arg", ordinal, false, 8, {text.begin(), text.end()}};
}

Invocation invoke(Words fixed, std::vector<trace::Object> objects) {
  fixed.insert(fixed.begin(), "/bin/true");
  Invocation result = CommandLine::resolve(fixed)->invocation({std::move(objects)});
  result.arguments.erase(result.arguments.begin());
  return result;
}

TEST(CommandLine, ArgumentsFollowOrStandWhereTheyAreAskedFor) {
  EXPECT_EQ(invoke({"-x"}, {argument(0, "a"), argument(1, "b")}).arguments, (Words{"-x", "a", "b"}));
  EXPECT_EQ(invoke({"@arg", "-x"}, {argument(0, std::string("a\0c", 3)), argument(1, "b")}).arguments,
            (Words{"a", "-x", "b"}));
}

TEST(CommandLine, OfAGroupAsManyAreThereAsTheInputSays) {
  trace::Object count = choice_of({1, 0, 2});
  std::vector<trace::Object> objects = {count, argument(0, "a"), argument(1, "b"), argument(2, "c"), argument(3, "d")};
  EXPECT_EQ(invoke({"@arg", "@arg", "@arg", "-x"}, objects).arguments, (Words{"a", "-x", "d"}));
  EXPECT_EQ(invoke({}, objects).positions, (std::vector<std::uint32_t>{1, 0, 0, 2}));
  objects[0].bytes.resize(1);
  EXPECT_EQ(invoke({"@arg", "@arg", "@arg", "-x"}, objects).arguments, (Words{"a", "b", "-x", "d"}));
  objects[0].bytes.resize(2);
  EXPECT_EQ(invoke({}, objects).arguments, (Words{"a", "b", "c", "d"}));
}

TEST(CommandLine, OnlySymbolicFilesAreNamedByAnAt) {
  const trace::Object file = {ObjectKind::file, "F", 0, true, 4, {}};
  EXPECT_EQ(invoke({"@F", "@other", "@"}, {file}).arguments, (Words{"F", "@other", "@"}));
}

TEST(CommandLine, ShowsTheFilesThatAreNamedOnceEach) {
  const fs::path here = fs::current_path();
  const fs::path root = fs::path(testing::TempDir()) / "cairn-command-line";
  fs::create_directories(root / "folder");
  std::ofstream(root / "folder/inner") << "x";
  std::ofstream(root / "file") << "x";
  fs::current_path(root);
  const auto shown = [](Words words) {
    words.insert(words.begin(), "/bin/true");
    const auto line = CommandLine::resolve(words);
    std::map<std::string, bool> names;  // and whether they mean what is here
    for (const auto& [name, path] : line->files()) names[name] = fs::equivalent(name, path);
    return names;
  };
  using Names = std::map<std::string, bool>;
  EXPECT_EQ(shown({"file", "./file", "absent"}), (Names{{"file", true}}));
  EXPECT_EQ(shown({"folder/"}), (Names{{"folder", true}}));
  EXPECT_EQ(shown({"folder/inner"}), (Names{{"folder/inner", true}}));
  EXPECT_EQ(shown({"folder", "folder/inner"}), (Names{{"folder", true}}));
  EXPECT_EQ(shown({"folder/inner", "folder/", "file"}), (Names{{"folder", true}, {"file", true}}));
  // What cannot be shown under its name is named by its whole path.
  EXPECT_EQ(shown({"folder/../file", "."}), Names{});
  EXPECT_EQ(invoke({"folder/../file"}, {}).arguments, Words{root / "folder/../file"});
  fs::current_path(here);
  fs::remove_all(root);
}

TEST(CommandLine, EveryRunHasTheLocaleOfTheModelsAndAPlaceForTemporaryFiles) {
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  const Words environment = invoke({}, {}).environment;
  EXPECT_EQ(std::ranges::count(environment, "LC_ALL=C"), 1);
  EXPECT_EQ(std::ranges::count(environment, "LC_ALL=de_DE.UTF-8"), 0);
  EXPECT_EQ(std::ranges::count(environment, "TMPDIR=."), 1);
  const Words asked_for = invoke({}, {{ObjectKind::environment, "TMPDIR", 0, false, 1, {'x'}}}).environment;
  EXPECT_EQ(std::ranges::count(asked_for, "TMPDIR=x"), 1);
  EXPECT_EQ(std::ranges::count(asked_for, "TMPDIR=."), 0);
}

TEST(CommandLine, SanitizersCrashUnlessTheUserWantsOtherwise) {
  const auto value = [](const std::string& name) {
    Words found = invoke({}, {}).environment;
    std::erase_if(found, [&](const std::string& each) { return !each.starts_with(name + "="); });
    return found.size() == 1 ? found.front() : "not there once";
  };
  ::unsetenv("ASAN_OPTIONS");
  EXPECT_TRUE(value("ASAN_OPTIONS").find("detect_leaks=0") != std::string::npos) << value("ASAN_OPTIONS");
  EXPECT_TRUE(value("UBSAN_OPTIONS").find("abort_on_error=1") != std::string::npos) << value("UBSAN_OPTIONS");
  ::setenv("ASAN_OPTIONS", "detect_leaks=1", 1);
  EXPECT_TRUE(value("ASAN_OPTIONS").find("abort_on_error=1") != std::string::npos) << value("ASAN_OPTIONS");
  EXPECT_TRUE(value("ASAN_OPTIONS").ends_with(":detect_leaks=1")) << value("ASAN_OPTIONS");
  ::unsetenv("ASAN_OPTIONS");
}

TEST(CommandLine, SetsOfferedVariablesWhenAllOfTheirBytesAreThere) {
  ::setenv("CAIRN_TEST_OFFERED", "outside", 1);
  const auto with = [](std::vector<std::uint8_t> bytes) {
    Words environment =
        invoke({}, {{ObjectKind::environment, "CAIRN_TEST_OFFERED", 0, true, 2, std::move(bytes)}}).environment;
    std::erase_if(environment, [](const std::string& each) { return !each.starts_with("CAIRN_TEST_OFFERED="); });
    return environment;
  };
  EXPECT_EQ(with({'x', 0}), Words{"CAIRN_TEST_OFFERED=x"});
  EXPECT_EQ(with({'x'}), Words{});
  EXPECT_EQ(with({}), Words{});
  ::unsetenv("CAIRN_TEST_OFFERED");
}

TEST(Choices, AreReadBackFromTheirNames) {
  EXPECT_EQ(group_of(choice_of({7, 1, 30})), (ArgumentGroup{7, 1, 30}));
  EXPECT_EQ(group_of(failure(0)), std::nullopt);
  EXPECT_EQ(group_of(argument(0, "args 0 0 1")), std::nullopt);
  trace::Object call = failure(1);
  call.bytes = {0, 0, 0, 0};
  EXPECT_FALSE(asks_for_failure(call));
  call.bytes[1] = 1;
  EXPECT_TRUE(asks_for_failure(call));
}

}  // namespace
}  // namespace cairn::target
