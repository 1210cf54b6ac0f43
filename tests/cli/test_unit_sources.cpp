// What `cairn unit` takes over from a compile_commands.json, and from the words behind --.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/unit_sources.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class UnitSources : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/cairn-unit-sources-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  // The options that a file has whose command is this one.
  Words options_of(const std::string& command) const {
    write("compile_commands.json",
          "[{\"directory\": \"" + folder_.string() + "\", \"file\": \"x.c\", \"command\": \"" + command + "\"}]");
    Options options;
    options.words = {folder_ / "compile_commands.json"};
    const auto sources = unit_sources(options, {});
    EXPECT_TRUE(sources.ok());
    return sources.ok() ? sources->front().options : Words();
  }

  std::string in(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(UnitSources, KeepWhatChangesTheMeaningOfAFile) {
  EXPECT_EQ(options_of("cc -std=gnu99 -fms-extensions -fwrapv -DA=1 -U B -ansi -pthread -nostdinc -mavx2 -c x.c"),
            (Words{"-std=gnu99", "-fms-extensions", "-fwrapv", "-DA=1", "-U", "B", "-ansi", "-pthread", "-nostdinc",
                   "-mavx2"}));
  EXPECT_EQ(options_of("cc -O2 -g3 -Wall -Wp,-MD,x.d -MMD -MF x.d -o x.o -fconserve-stack -flto -mrecord-mcount -pipe "
                       "-pedantic -Llib -lm --coverage -x c -c x.c"),
            Words());
}

TEST_F(UnitSources, KnowFoldersByTheirWholeNames) {
  EXPECT_EQ(options_of("cc -Ione -I two -isystem three -iquotefour -iquote five -idirafter /six -c x.c"),
            (Words{"-I" + in("one"), "-I", in("two"), "-isystem", in("three"), "-iquote" + in("four"), "-iquote",
                   in("five"), "-idirafter", "/six"}));
  write("here.h", "");
  EXPECT_EQ(options_of("cc -include here.h -include config.h -c x.c"),
            (Words{"-include", in("here.h"), "-include", "config.h"}))
      << "a header that is not there is found where headers are";
}

TEST_F(UnitSources, LinkLibrariesFromWhereTheUserIs) {
  write("x.c", "");
  Options options;
  options.words = {in("x.c")};
  options.command = {"-DA", "-Llib", "-L", "more", "-lx", "lib/liby.a", "-I", "include"};
  const auto sources = unit_sources(options, {"f"});
  ASSERT_TRUE(sources.ok());
  const std::string here = fs::current_path().string();
  EXPECT_EQ(sources->front().link, (Words{"-L" + here + "/lib", "-L", here + "/more", "-lx", here + "/lib/liby.a"}));
  EXPECT_EQ(sources->front().options, (Words{"-DA", "-I", here + "/include"}));
}

TEST_F(UnitSources, RefuseAFileThatNobodyCanInclude) {
  write("q\"t.c", "");
  Options options;
  options.words = {in("q\"t.c")};
  const auto sources = unit_sources(options, {"f"});
  ASSERT_FALSE(sources.ok());
  EXPECT_EQ(sources.error().fault, base::Fault::misuse);
}

}  // namespace
}  // namespace cairn::cli
